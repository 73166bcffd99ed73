// Players share the address of their room as a text to copy, with the device's share sheet, or as a QR code.
import { addCopyButton } from './copy-button.ts'
import { createElement, createSecondaryButton } from './elements.ts'
import { createDialog } from './help.ts'

/** `room`: the path of the room's page, such as `/soaprun/harbor`. */
export function createInviteDialog(room: string): HTMLDialogElement {
  const url = new URL(room, location.href).href
  const address = createElement('code', url)
  const line = createElement('p', address)
  addCopyButton(address)
  const code = createElement('img.qr', {
    ...{ src: `${room}/qr.svg`, width: 264, height: 264, alt: `QR code of ${url}`, loading: 'lazy' },
  })
  const openShareDialog = () => {
    void navigator.share({ url, title: document.title }).catch(() => {}) // the player cancelled
  }
  const share = 'share' in navigator ? [createSecondaryButton('Share', openShareDialog)] : []
  return createDialog(
    'Invite',
    createElement('p', 'Everybody with this address can join, unless the room is private.'),
    line,
    ...share,
    code,
  )
}
