// Shows the progress of a room's creation until the creation is finished or abandoned.
import { createElement } from '../ui/elements.ts'
import { showProgress } from './progress-bar.ts'

const pollEveryMs = 1000

const place = document.querySelector<HTMLElement>('[data-creating]')
if (place) void poll(place, place.dataset.creating ?? '')

async function poll(container: HTMLElement, room: string): Promise<void> {
  try {
    const answer = await fetch(`/api/rooms/${room}/founding`)
    if (answer.ok) showProgress((await answer.json()).share)
    else if (answer.status === 404) {
      const created = await fetch(`/api/rooms/${room}`)
      if (created.ok) return location.reload()
      if (created.status === 404) return showFailure(container)
    }
  } catch {
    // The site is unreachable. The script retries later.
  }
  setTimeout(() => void poll(container, room), pollEveryMs)
}

function showFailure(container: HTMLElement): void {
  const text =
    'The room was not created. The page or terminal in which you started its creation shows the reason.'
  container.querySelector('[data-progress]')?.remove()
  container.append(createElement('p.error', { role: 'alert' }, text))
}
