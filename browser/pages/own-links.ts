// Stores the links to content that this user has created in rooms, such as claims, in this browser. Fills the links
// into the forms that change the content.
import { readSetting, saveSetting } from '../local-settings.ts'

const keyOf = (path: string) => `own ${path}`

/** The site shows the link only once, on the page after the action that creates the content. */
const issued = document.querySelector<HTMLElement>('[data-own]')?.dataset.own
if (issued) {
  const { pathname, hash } = new URL(issued)
  saveSetting(keyOf(pathname), hash.slice(1))
}

if (location.hash.startsWith('#own_')) {
  const key = keyOf(location.pathname)
  const [known, given] = [readSetting(key), location.hash.slice(1)]
  // Anybody can send the user a link with another secret. If the page did not ask, opening that link would overwrite
  // the user's own link.
  const isWanted = [undefined, '', given].includes(known as string | undefined)
  if (isWanted || confirm('This browser remembers another link to this page. Replace it?'))
    saveSetting(key, given)
  // Removes the secret from the address, which other people may see or receive.
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
