// Keeps what a page shows of rooms up to date while it is visible: player counts, status, addresses, pictures, and in
// the list of all rooms the rooms themselves. A hidden page requests nothing, and gets the current state when it is
// visible again.
import { Connection } from '../connection.ts'
import { freshPage } from './fresh-page.ts'

interface LiveRoom {
  readonly name: string
  readonly gone?: true
  readonly title?: string
  readonly status?: string
  readonly players?: number
  readonly capacity?: number
  readonly addresses?: readonly unknown[]
}

/** Label of each status on this page. */
const words: { readonly [status: string]: string } = JSON.parse(
  document.querySelector<HTMLElement>('[data-words]')?.dataset.words ?? '{}',
)

/** Minimum milliseconds between two pictures. */
const pictureEveryMs = 60_000

/** The page lists all rooms, including future ones. */
const hasAll = document.querySelector('[data-all]') !== null
let wasAway = false

const names = [...document.querySelectorAll<HTMLElement>('[data-live]')].map(
  ({ dataset }) => dataset.live ?? '',
)
if (hasAll || names.length > 0) {
  const query = hasAll ? '' : `?${new URLSearchParams(names.slice(0, 100).map((name) => ['room', name]))}`
  new Connection(`/api/live${query}`, {
    // The feed of all rooms sends only changes, so refetch the page after a reconnect.
    opened() {
      if (wasAway && hasAll) freshPage.isNew()
      wasAway = true
    },
    heard(message) {
      for (const room of (JSON.parse(String(message)) as { rooms: LiveRoom[] }).rooms) tell(room)
    },
  })
  setInterval(drawAgain, pictureEveryMs)
}

// Hide the picture of a world that cannot be drawn, rather than show a broken image.
for (const picture of document.querySelectorAll<HTMLImageElement>('img.picture')) {
  const hide = () => {
    picture.hidden = true
  }
  if (picture.complete && picture.naturalWidth === 0) hide()
  picture.addEventListener('error', hide)
}

function tell(room: LiveRoom): void {
  const { name, gone, title = '', status = '', players, capacity, addresses = [] } = room
  const place = document.querySelector<HTMLElement>(`[data-live="${CSS.escape(name)}"]`)
  if (!place || (gone && hasAll)) {
    if (hasAll && (place !== null || !gone)) freshPage.isNew()
    return
  }
  if (gone) {
    write(place, '.who', '')
    write(place, '.status', 'This room was deleted.', 'error')
    return
  }
  write(place, '.title', title)
  // Cards show only the count. A room's page also lists the players, so refetch it.
  if (write(place, '.who', `${players} of ${capacity} in`) && !hasAll) freshPage.isNew()
  write(place, '.status', words[status] ?? status, status)
  if (place.dataset.addresses === JSON.stringify(addresses)) return
  place.dataset.addresses = JSON.stringify(addresses)
  freshPage.isNew()
}

/** Writes only changed text, so that the reader's cursor and selection stay. Returns whether it changed. */
function write(place: HTMLElement, selector: string, text: string, kind?: string): boolean {
  const part = place.querySelector(selector)
  if (!part) return false
  if (kind) part.className = `status ${kind}`
  const differs = part.textContent !== text
  if (differs) part.textContent = text
  return differs
}

function drawAgain(): void {
  if (document.hidden) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('img.picture:not([hidden])')) {
    const url = new URL(picture.src)
    url.searchParams.set('at', `${Math.floor(Date.now() / pictureEveryMs)}`)
    const fresh = new Image()
    // Keep the old picture until the new one has loaded.
    fresh.addEventListener('load', () => {
      picture.src = fresh.src
    })
    fresh.src = url.href
  }
}
