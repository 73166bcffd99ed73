// A button that copies the text of an element.
import { button } from './elements.ts'

/** Adds the button after the element. */
export function addCopyButton(text: HTMLElement): void {
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
