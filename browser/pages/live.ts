// Keeps what a page says of rooms true while somebody looks at it: who is in, status, addresses, pictures, and on the page
// of all rooms which there are. A page that nobody sees asks for nothing; one that was away hears how its rooms are now.
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

/** How each status is called here, as the page has it. */
const words: { readonly [status: string]: string } = JSON.parse(
  document.querySelector<HTMLElement>('[data-words]')?.dataset.words ?? '{}',
)

/** A picture is drawn at most so often, in milliseconds. */
const pictureEveryMs = 60_000

/** The page has all rooms, also those that are yet to come. */
const hasAll = document.querySelector('[data-all]') !== null
let wasAway = false

const names = [...document.querySelectorAll<HTMLElement>('[data-live]')].map(
  ({ dataset }) => dataset.live ?? '',
)
if (hasAll || names.length > 0) {
  const query = hasAll ? '' : `?${new URLSearchParams(names.slice(0, 100).map((name) => ['room', name]))}`
  new Connection(`/api/live${query}`, {
    // Of all rooms nobody says how they are unless they change.
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

// Of a world that cannot be drawn now, a card without a picture is better than the sign of a broken one.
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
  // The cards tell no more than this; a room's page tells who they are.
  if (write(place, '.who', `${players} of ${capacity} in`) && !hasAll) freshPage.isNew()
  write(place, '.status', words[status] ?? status, status)
  if (place.dataset.addresses === JSON.stringify(addresses)) return
  place.dataset.addresses = JSON.stringify(addresses)
  freshPage.isNew()
}

/** Only what differs is written: a reader's cursor or selection stays where it was. Says whether it did. */
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
    // The old one stays until the new one is there.
    fresh.addEventListener('load', () => {
      picture.src = fresh.src
    })
    fresh.src = url.href
  }
}
