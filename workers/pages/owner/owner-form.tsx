// A form of the owner page; its first field is the host link.
import type { Content } from '../layout/frame.tsx'

export function OwnerForm({ action, children }: { action?: string; children?: Content }): Content {
  return (
    <form method="post" enctype="multipart/form-data" data-act={action}>
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
