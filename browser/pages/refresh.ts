// Keeps the parts of a page that are marked `data-seen` as the site has them by now, as the room tells that something is new;
// and sends the form of choices (`data-choose`) at every change of it, so that nobody need press its button.

import { heardOf, watchRoom } from '../watch-connection.ts'
import { freshPage } from './fresh-page.ts'

/** A letter is seldom the last. */
const typingPause = 200

const form = document.querySelector<HTMLFormElement>('form[data-choose]')
let typing: ReturnType<typeof setTimeout> | undefined

// Other pages only wait for their form.
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

/** What is chosen stands in the address, to be kept and sent on. */
function choose(): void {
  clearTimeout(typing)
  const chosen = new URLSearchParams()
  for (const [name, value] of new FormData(form!)) if (value !== '') chosen.append(name, String(value))
  history.replaceState(null, '', `${location.pathname}${chosen.size > 0 ? `?${chosen}` : ''}`)
  void freshPage.now()
}
