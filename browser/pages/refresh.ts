// Keeps the parts with `data-refresh` up to date when the room reports changes. Also submits the filter form
// (`data-choose`) when the user changes it, so that the user need not press its button.

import { connectSpectator, spectatorUpdatedEvent } from '../connection/spectator-connection.ts'
import { currentPageRefresher } from './current-page-refresher.ts'

/** The delay of the submission after the last typed character. */
const typingPauseMs = 200

const form = document.querySelector<HTMLFormElement>('form[data-choose]')
let typing: ReturnType<typeof setTimeout> | undefined

// Pages without `data-refresh` parts have only the filter form.
if (document.querySelector('[data-refresh]')) {
  const refresh = () => currentPageRefresher.requestRefresh()
  const path = document.querySelector<HTMLElement>('[data-watch-updates]')?.dataset.watchUpdates
  if (document.querySelector('[data-watch]')) document.addEventListener(spectatorUpdatedEvent, refresh)
  else if (path) connectSpectator(path, { received: refresh })
}

form?.addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(applyChoice, typingPauseMs)
})
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  applyChoice()
})
form?.querySelector('button')?.setAttribute('hidden', '')

/** Puts the filter's values into the address, so that the user can bookmark and share the filtered page. */
function applyChoice(): void {
  clearTimeout(typing)
  const chosen = new URLSearchParams()
  for (const [name, value] of new FormData(form!)) if (value !== '') chosen.append(name, String(value))
  history.replaceState(null, '', `${location.pathname}${chosen.size > 0 ? `?${chosen}` : ''}`)
  void currentPageRefresher.refreshNow()
}
