// A form of the owner page; its first field is the host link.
import type { Content } from '../layout/frame.tsx'

/** `action`: what it does. A form whose buttons choose the action has a `name` instead. */
export function OwnerForm({
  action,
  name = action,
  children,
}: {
  action?: string
  name?: string | undefined
  children?: Content
}): Content {
  return (
    <form method="post" enctype="multipart/form-data" data-act={action} data-form={name}>
      <div class="field" data-token>
        <label>
          Host link
          <input name="token" type="password" required autocomplete="off" />
        </label>
      </div>
      {action !== undefined && <input type="hidden" name="act" value={action} />}
      {children}
    </form>
  )
}

/** A box to tick before an action that deletes something. */
export function ConfirmBox({ id, label }: { id: string; label: string }): Content {
  return (
    <div class="box">
      <label for={id}>{label}</label>
      <input id={id} type="checkbox" name="sure" value="yes" />
    </div>
  )
}
