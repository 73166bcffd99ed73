// A form of the host page; its first field is the host link.
import type { Content } from '../layout/frame.tsx'

export function OwnerForm({ act, children }: { act?: string; children?: Content }): Content {
  return (
    <form method="post" enctype="multipart/form-data" data-act={act}>
      <div class="field" data-token>
        <label>
          Host link
          <input name="token" type="password" required autocomplete="off" />
        </label>
      </div>
      {act !== undefined && <input type="hidden" name="act" value={act} />}
      {children}
    </form>
  )
}
