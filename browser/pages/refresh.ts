// Keeps the parts marked `data-seen` up to date as the room reports changes, and submits the filter form
// (`data-choose`) at every change, without its button.

import { heardOf, watchRoom } from '../watch-connection.ts'
import { freshPage } from './fresh-page.ts'

/** Milliseconds to wait for further typing. */
const typingPause = 200

const form = document.querySelector<HTMLFormElement>('form[data-choose]')
let typing: ReturnType<typeof setTimeout> | undefined

// Other pages only have the form.
if (document.querySelector('[data-seen]')) {
  const isNew = () => freshPage.isNew()
  const path = document.querySelector<HTMLElement>('[data-news]')?.dataset.news
  if (document.querySelector('[data-watch]')) document.addEventListener(heardOf, isNew)
  else if (path) watchRoom(path, { heard: isNew })
}

form?.addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(choose, typingPause)
})
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  choose()
})
form?.querySelector('button')?.setAttribute('hidden', '')

/** Puts the choices into the address, so that it can be bookmarked and shared. */
function choose(): void {
  clearTimeout(typing)
  const chosen = new URLSearchParams()
  for (const [name, value] of new FormData(form!)) if (value !== '') chosen.append(name, String(value))
  history.replaceState(null, '', `${location.pathname}${chosen.size > 0 ? `?${chosen}` : ''}`)
  void freshPage.now()
}
