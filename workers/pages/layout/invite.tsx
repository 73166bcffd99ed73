// Lets players share the address of a room: as a text to copy, by the share sheet of a phone (needs a script), and as a
// QR code.
import type { Content } from './frame.tsx'
import { pathOfUrl } from './world-picture.tsx'

/** `url`: the room's page. The browser loads the QR code only when the visitor unfolds it. */
export function InviteSection({ url, label = 'Invite' }: { url: string; label?: string }): Content {
  return (
    <details class="invite">
      <summary class="button second">{label}</summary>
      <p>
        <code data-copy>{url}</code>
      </p>
      <p>
        <button type="button" class="second" data-share={url} hidden>
          Share
        </button>
      </p>
      <img
        class="qr"
        src={pathOfUrl(`${url}/qr.svg`)}
        width="264"
        height="264"
        alt={`QR code of ${url}`}
        loading="lazy"
      />
    </details>
  )
}
