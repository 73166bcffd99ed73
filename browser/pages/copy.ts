// Elements marked `data-copy` get a copy button. Buttons marked `data-share` are shown if the device has a share sheet.
import { addCopyButton } from '../ui/copy-button.ts'
import { fragmentReplacedEvent } from './page-fragments.ts'

bind(document)
document.addEventListener(fragmentReplacedEvent, (event) => bind((event as CustomEvent<HTMLElement>).detail))

function bind(part: ParentNode): void {
  for (const text of part.querySelectorAll<HTMLElement>('[data-copy]')) addCopyButton(text)
  if ('share' in navigator)
    for (const share of part.querySelectorAll<HTMLElement>('[data-share]')) bindShare(share)
}

function bindShare(button: HTMLElement): void {
  const { share: url = '' } = button.dataset
  const { title } = document
  button.hidden = false
  button.addEventListener('click', () => void navigator.share({ url, title }).catch(() => {})) // the visitor cancelled
}
