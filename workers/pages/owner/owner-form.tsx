// The forms of the owner page. The first field of each form is the host link.
import type { Content } from '../layout/frame.tsx'

/** `action`: the action's name. A form with several buttons, each with its own action, has only a `name`. */
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

/** The box that the owner must tick before an action that deletes something. */
export function ConfirmBox({ id, label }: { id: string; label: string }): Content {
  return (
    <div class="box">
      <label for={id}>{label}</label>
      <input id={id} type="checkbox" name="sure" value="yes" />
    </div>
  )
}

/** `act`: the button's action, in a form with several buttons. */
export function SubmitButton({
  act,
  label,
  look,
}: {
  act?: string
  label: string
  look?: 'second' | 'danger'
}): Content {
  return (
    <button type="submit" name={act && 'act'} value={act} class={look}>
      {label}
    </button>
  )
}
