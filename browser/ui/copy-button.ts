import { createButton, createElement } from './elements.ts'

/** Adds the button after the element. A long address in the element can wrap after its slashes only. */
export function addCopyButton(text: HTMLElement): void {
  const parts = text.textContent?.match(/(?:\w+:\/\/)?[^/]+\/*|\/+/g) ?? []
  text.replaceChildren(...parts.flatMap((part) => [part, createElement('wbr')]))
  const attributes = { class: 'copy', 'aria-label': `Copy ${text.textContent}` }
  const copyButton = createButton('Copy', () => void copy(text, copyButton), attributes)
  text.after(' ', copyButton)
}

/** If the browser denies access to the clipboard, selects the text, so that the user can copy it with Ctrl-C. */
async function copy(text: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  } catch {
    // The browser denies access to the clipboard, or the page does not have the focus.
    getSelection()?.selectAllChildren(text)
  }
}
