// Adds a copy button to every element marked `data-copy`.
import { button } from '../ui/elements.ts'
import { fragmentReplaced } from './page-fragments.ts'

for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) addCopyButton(text)
document.addEventListener(fragmentReplaced, (event) => {
  const part = (event as CustomEvent<HTMLElement>).detail
  for (const text of part.querySelectorAll<HTMLElement>('[data-copy]')) addCopyButton(text)
})

function addCopyButton(text: HTMLElement): void {
  const attributes = { class: 'copy', 'aria-label': `Copy ${text.textContent}` }
  const copyButton = button('Copy', () => void copy(text, copyButton), attributes)
  text.after(' ', copyButton)
}

/** Copies the text. Where clipboard access is denied, selects it so that Ctrl-C copies it. */
async function copy(text: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  } catch {
    // Denied, or the page is not focused.
    getSelection()?.selectAllChildren(text)
  }
}
