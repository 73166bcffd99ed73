// Keeps what a page says of rooms true while somebody looks at it: who is in, status, addresses, pictures. A page that
// nobody sees asks for nothing; one that was away hears at once how its rooms are now.
interface LiveRoom {
  readonly name: string
  readonly gone?: true
  readonly title?: string
  readonly status?: string
  readonly players?: number
  readonly capacity?: number
}

/** How each status is called here, as the page has it. */
const words: { readonly [status: string]: string } = JSON.parse(
  document.querySelector<HTMLElement>('[data-words]')?.dataset.words ?? '{}',
)

/** Milliseconds before the first try to come back; they double with each that fails. */
const firstWait = 500
const longestWait = 30_000
/** A picture is drawn at most so often. */
const pictureEvery = 60_000

const shown = new Map(
  [...document.querySelectorAll<HTMLElement>('[data-live]')].map((place) => [
    place.dataset.live ?? '',
    place,
  ]),
)
let socket: WebSocket | undefined
let wait = firstWait
let again: ReturnType<typeof setTimeout> | undefined

if (shown.size > 0) {
  document.addEventListener('visibilitychange', follow)
  addEventListener('online', follow)
  setInterval(drawAgain, pictureEvery)
  follow()
}

/** A socket while the page is seen, none while it is not. */
function follow(): void {
  clearTimeout(again)
  if (document.hidden) {
    socket?.close()
    socket = undefined
  } else if (!socket) connect()
}

function connect(): void {
  const names = [...shown.keys()].slice(0, 100).map((name) => ['room', name])
  const url = new URL(`/api/live?${new URLSearchParams(names)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const here = new WebSocket(url)
  socket = here
  here.addEventListener('message', ({ data }) => {
    wait = firstWait
    for (const room of (JSON.parse(String(data)) as { rooms: LiveRoom[] }).rooms) tell(room)
  })
  here.addEventListener('close', () => {
    if (socket !== here) return
    socket = undefined
    again = setTimeout(follow, wait)
    wait = Math.min(2 * wait, longestWait)
  })
}

function tell({ name, gone, title = '', status = '', players, capacity }: LiveRoom): void {
  const place = shown.get(name)
  if (!place) return
  if (gone) {
    write(place, '.who', '')
    return write(place, '.status', 'This room is gone.', 'error')
  }
  write(place, '.title', title)
  write(place, '.who', `${players} of ${capacity} in`)
  write(place, '.status', words[status] ?? status, status)
}

/** Only what differs is written: a reader's cursor or selection stays where it was. */
function write(place: HTMLElement, selector: string, text: string, kind?: string): void {
  const part = place.querySelector(selector)
  if (!part) return
  if (part.textContent !== text) part.textContent = text
  if (kind) part.className = `status ${kind}`
}

function drawAgain(): void {
  if (document.hidden) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('[data-live] img.picture')) {
    const url = new URL(picture.src)
    url.searchParams.set('at', `${Math.floor(Date.now() / pictureEvery)}`)
    const fresh = new Image()
    // The old one stays until the new one is there.
    fresh.addEventListener('load', () => {
      picture.src = fresh.src
    })
    fresh.src = url.href
  }
}
