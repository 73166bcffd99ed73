// Shows the progress of a room's creation until the creation is finished or abandoned.
import { showProgress } from './progress-bar.ts'

const pollEveryMs = 1000

const place = document.querySelector<HTMLElement>('[data-creating]')
if (place) void poll(place, place.dataset.creating ?? '')

async function poll(container: HTMLElement, room: string): Promise<void> {
  const answer = await fetch(`/api/rooms/${room}/founding`).catch(() => undefined) // the site cannot be reached
  // If the site is unreachable, the script asks again later.
  if (answer?.ok) showProgress((await answer.json()).share)
  else if (answer?.status === 404) return showOutcome(container, room)
  setTimeout(() => void poll(container, room), pollEveryMs)
}

async function showOutcome(container: HTMLElement, room: string): Promise<void> {
  if ((await fetch(`/api/rooms/${room}`)).ok) return location.reload()
  container.querySelector('[data-progress]')?.remove()
  const alert = document.createElement('p')
  alert.className = 'error'
  alert.setAttribute('role', 'alert')
  alert.textContent = 'The room was not created. The reason is shown where it was started.'
  container.append(alert)
}
