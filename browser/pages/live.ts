// Keeps the rooms on a page up to date while the page is visible. A hidden page requests nothing. When the page is
// visible again, it gets the current state.
import { Connection } from '../connection/connection.ts'
import { currentPageRefresher } from './current-page-refresher.ts'
import { fragmentReplacedEvent } from './page-fragments.ts'

interface LiveRoom {
  readonly name: string
  readonly gone?: true
  readonly title?: string
  readonly status?: string
  readonly players?: number
  readonly capacity?: number
  readonly addresses?: readonly unknown[]
  readonly opensAt?: string
  readonly closesAt?: string
  readonly message?: { readonly text: string }
}

const statusLabels: { readonly [status: string]: string } = JSON.parse(
  document.querySelector<HTMLElement>('[data-words]')?.dataset.words ?? '{}',
)

const pictureEveryMs = 60_000
const countdownEveryMs = 5000

/**
 * The page lists the rooms whose names start with this prefix, including rooms that are created later. Undefined on
 * pages without a list.
 */
const listedPrefix = document.querySelector<HTMLElement>('[data-all]')?.dataset.all
const listsAllRooms = listedPrefix !== undefined
let wasConnected = false

const names = [...document.querySelectorAll<HTMLElement>('[data-live]')].map(
  ({ dataset }) => dataset.live ?? '',
)
if (listsAllRooms || names.length > 0) {
  const query = listsAllRooms
    ? ''
    : `?${new URLSearchParams(names.slice(0, 100).map((name) => ['room', name]))}`
  new Connection(`/api/live${query}`, {
    // Refreshes the page after a reconnect, because the feed of all rooms sends only changes.
    opened() {
      if (wasConnected && listsAllRooms) currentPageRefresher.requestRefresh()
      wasConnected = true
    },
    received(message) {
      for (const room of (JSON.parse(String(message)) as { rooms: LiveRoom[] }).rooms) updateRoom(room)
    },
  })
  setInterval(reloadPictures, pictureEveryMs)
}

countDown(document)
setInterval(() => countDown(document), countdownEveryMs)
document.addEventListener(fragmentReplacedEvent, (event) =>
  countDown((event as CustomEvent<HTMLElement>).detail),
)

// Pictures that cannot be loaded are hidden.
for (const picture of document.querySelectorAll<HTMLImageElement>('img.picture')) {
  const hide = () => {
    picture.hidden = true
  }
  if (picture.complete && picture.naturalWidth === 0) hide()
  picture.addEventListener('error', hide)
}

function updateRoom(room: LiveRoom): void {
  const { name, gone, title = '', status = '', players, capacity, addresses = [] } = room
  const place = document.querySelector<HTMLElement>(`[data-live="${CSS.escape(name)}"]`)
  if (!place || (gone && listsAllRooms)) {
    if (listsAllRooms && name.startsWith(listedPrefix) && (place !== null || !gone))
      currentPageRefresher.requestRefresh()
    return
  }
  if (gone) {
    updateText(place, '.who', '')
    updateText(place, '.status', 'This room was deleted.', 'error')
    return
  }
  updateText(place, '.title', title)
  const wasEmpty = place.querySelector('.who')?.textContent?.startsWith('0 ')
  // Refreshes the page if it depends on the players: a card shows the world while the room has players, and the page of
  // a room lists the players.
  if (updateText(place, '.who', `${players} of ${capacity} players`))
    if (!listsAllRooms || wasEmpty !== (players === 0)) currentPageRefresher.requestRefresh()
  updateText(place, '.status', statusLabels[status] ?? status, status)
  updateTimes(place, room)
  updateText(place, '.host-message span', room.message?.text ?? '')
  if (place.dataset.addresses === JSON.stringify(addresses)) return
  place.dataset.addresses = JSON.stringify(addresses)
  currentPageRefresher.requestRefresh()
}

/** Also refreshes the page, because the play buttons depend on whether the room is open. */
function updateTimes(place: HTMLElement, { opensAt = '', closesAt = '' }: LiveRoom): void {
  const when = place.querySelector<HTMLElement>('.when')
  if (!when || (when.dataset.opens === opensAt && when.dataset.closes === closesAt)) return
  Object.assign(when.dataset, { opens: opensAt, closes: closesAt })
  when.textContent = ''
  countDown(place)
  currentPageRefresher.requestRefresh()
}

/** The script for countdowns is loaded only if there are countdowns. */
function countDown(part: ParentNode): void {
  if (part.querySelector('.when'))
    void import('./countdown.ts').then(({ showCountdowns }) => showCountdowns(part))
}

/** Writes only changed text, because writing removes the user's selection. Returns whether the text has changed. */
function updateText(place: HTMLElement, selector: string, text: string, kind?: string): boolean {
  const part = place.querySelector(selector)
  if (!part) return false
  if (kind) part.className = `status ${kind}`
  const differs = part.textContent !== text
  if (differs) part.textContent = text
  return differs
}

function reloadPictures(): void {
  if (document.hidden) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('img.picture:not([hidden], .still)')) {
    const url = new URL(picture.src)
    url.searchParams.set('at', `${Math.floor(Date.now() / pictureEveryMs)}`)
    const fresh = new Image()
    // The old picture is kept until the new one has loaded.
    fresh.addEventListener('load', () => {
      picture.src = fresh.src
    })
    fresh.src = url.href
  }
}
