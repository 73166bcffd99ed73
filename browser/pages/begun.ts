// Shows the progress of a room's creation until it is done or has been abandoned.
import { showFar } from './far.ts'

const everyMs = 1000

const place = document.querySelector<HTMLElement>('[data-begun]')
if (place) void look(place, place.dataset.begun ?? '')

async function look(here: HTMLElement, room: string): Promise<void> {
  const answer = await fetch(`/api/rooms/${room}/founding`).catch(() => undefined) // the site cannot be reached
  // Ask again if the site was unreachable for a moment.
  if (answer?.ok) showFar((await answer.json()).share)
  else if (answer?.status === 404) return over(here, room)
  setTimeout(() => void look(here, room), everyMs)
}

async function over(here: HTMLElement, room: string): Promise<void> {
  if ((await fetch(`/api/rooms/${room}`)).ok) return location.reload()
  here.querySelector('[data-far]')?.remove()
  const said = document.createElement('p')
  said.className = 'error'
  said.setAttribute('role', 'alert')
  said.textContent = 'The room was not created. The reason is shown where it was started.'
  here.append(said)
}
