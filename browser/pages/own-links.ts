// Links to what this user made in rooms, such as claims: stored in this browser by page, and filled into the forms that
// change it.
import { readSetting, saveSetting } from '../local-settings.ts'

const keyOf = (path: string) => `own ${path}`

/** The page after an action shows the link once. */
const issued = document.querySelector<HTMLElement>('[data-own]')?.dataset.own
if (issued) {
  const { pathname, hash } = new URL(issued)
  saveSetting(keyOf(pathname), hash.slice(1))
}

if (location.hash.startsWith('#own_')) {
  saveSetting(keyOf(location.pathname), location.hash.slice(1))
  // Removes the secret from the address, which others may see or receive.
  history.replaceState(null, '', location.pathname + location.search)
}

const secret = readSetting(keyOf(location.pathname))
if (typeof secret === 'string' && secret !== '')
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=secret]')) {
    input.value = secret
    const field = input.closest<HTMLElement>('.field')
    if (field) field.hidden = true
    const folded = input.closest('details')
    if (folded) folded.open = true
  }
