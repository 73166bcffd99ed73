// A WebSocket that comes back: after a loss by itself, at once when the tab is shown again or the network returns, and
// with none while nobody sees the page. Whoever has one is told how it stands, in words for the screen.
import { closeCodes } from '../wire/assignment.ts'

/** Milliseconds before the first try to come back; they double with each that fails. */
const firstWaitMs = 500
const longestWaitMs = 10_000
/** Milliseconds that a socket may take to open: of a network that swallows everything a browser gives up after minutes. */
const openMs = 10_000
/** Seconds of silence, where there should be none, after which that is said, and after which it is tried anew. */
const [quiet, tooQuiet] = [5, 20]

/** Why a room lets nobody in for the time being, by what it says at the close. */
const turnedAway: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  closed: 'This room is closed to newcomers.',
}
/** Why it is over, by how the reason begins: who has been sent away does not come back by himself. */
const sentAway: readonly (readonly [begins: string, says: string])[] = [
  ['kicked', 'The host of this room has ended your session.'],
  ['banned', 'The host of this room has banned you for a time.'],
]

/** How it stands. `says`: for people; empty while all is well. */
export interface Standing {
  readonly open: boolean
  readonly says: string
}

export interface ConnectionEvents {
  /** There is a new socket: what was heard over the one before is not gone on from. */
  opened?(): void
  heard(message: string | Uint8Array): void
  stands?(standing: Standing): void
  /** The room has closed it, for this reason: what to say if it is over for this game, else it comes back. */
  endsBy?(reason: string, code: number): string | undefined
  /** Whether the room should be saying something: a line may be cut without anybody being told, and then is only silent. */
  awaits?(): boolean
}

export class Connection {
  readonly #url: URL
  readonly #events: ConnectionEvents
  #socket: WebSocket | undefined
  #waitMs = firstWaitMs
  #again: ReturnType<typeof setTimeout> | undefined
  #over = false
  /** The socket there is has been heard. */
  #heard = false
  /** Seconds since then in which something should have been. */
  #silent = 0
  readonly #stays: boolean
  readonly #subprotocol: string | undefined

  /** `path`: on this site, or a whole address elsewhere. Who plays, or talks, stays in also while nobody sees the page. */
  constructor(path: string, events: ConnectionEvents, stays?: 'also while hidden', subprotocol?: string) {
    this.#stays = stays !== undefined
    this.#subprotocol = subprotocol
    this.#url = new URL(path, location.href)
    this.#url.protocol = this.#url.protocol.replace('http', 'ws')
    this.#events = events
    document.addEventListener('visibilitychange', () => this.#follow())
    addEventListener('online', () => this.#follow())
    addEventListener('offline', () => this.#drop())
    if (events.awaits) setInterval(() => this.#listen(), 1000)
    this.#follow()
  }

  /** False: it is away, and nothing was sent. */
  send(message: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(message)
    return true
  }

  /** It is over, until `come`. */
  leave(): void {
    this.#over = true
    clearTimeout(this.#again)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** A new socket at once, in the place of the one there is. */
  come(): void {
    this.leave()
    this.#over = false
    this.#waitMs = firstWaitMs
    this.#follow()
  }

  /** A socket while the page is seen, none while it is not, but for who stays. */
  #follow(): void {
    clearTimeout(this.#again)
    if (this.#isUnseen) this.#drop()
    else if (!this.#socket && !this.#over) this.#connect()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    if (!this.#isUnseen && socket) this.#lost('')
  }

  #listen(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.#events.awaits?.()) this.#silent = 0
    else if (++this.#silent >= tooQuiet) this.#drop()
    else if (this.#silent >= quiet)
      this.#events.stands?.({ open: true, says: 'The room does not answer. Waiting …' })
  }

  #connect(): void {
    const socket = new WebSocket(this.#url, this.#subprotocol)
    this.#socket = socket
    this.#heard = false
    this.#silent = 0
    socket.binaryType = 'arraybuffer'
    setTimeout(() => {
      if (this.#socket === socket && socket.readyState !== WebSocket.OPEN) this.#drop()
    }, openMs)
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#events.opened?.()
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      this.#heard = true
      this.#silent = 0
      this.#events.stands?.({ open: true, says: '' })
      this.#events.heard(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      const sent =
        sentAway.find(([begins]) => reason.startsWith(begins))?.[1] ?? this.#events.endsBy?.(reason, code)
      if (code === closeCodes.gone) this.#end('This room is gone.')
      else if (sent !== undefined) this.#end(sent)
      else this.#lost(reason)
    })
  }

  get #isUnseen(): boolean {
    return document.hidden && !this.#stays
  }

  #end(says: string): void {
    this.#over = true
    this.#events.stands?.({ open: false, says })
  }

  #lost(reason: string): void {
    const away = turnedAway[reason]
    // Who is turned away was let in first, so that a browser hears why: he was heard, and is none the nearer to being in.
    if (this.#heard && !away) this.#waitMs = firstWaitMs
    const why = away ?? (reason ? `Not connected: ${reason}.` : 'The connection is lost.')
    this.#events.stands?.({ open: false, says: `${why} Trying again …` })
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#follow(), this.#waitMs)
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs)
  }
}
