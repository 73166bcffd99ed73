// A WebSocket that reconnects: after a loss, and at once when the tab is shown or the network is back. By default it
// disconnects while the page is hidden. Reports its status in words for the screen.
import { closeCodes } from '../wire/assignment.ts'

/** Milliseconds before the first reconnection attempt; doubled after each failure. */
const firstWaitMs = 500
const longestWaitMs = 10_000
/** Milliseconds that a socket may take to open. Browsers give up only after minutes if the network drops everything. */
const openMs = 10_000
/** Seconds of unexpected silence before a warning, and before a reconnect. */
const [quiet, tooQuiet] = [5, 20]

/** Why a room rejects newcomers for now, by its close reason. */
const turnedAway: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  closed: 'This room is closed to newcomers.',
}
/** Final close reasons, by prefix. After these the connection does not retry. */
const sentAway: readonly (readonly [begins: string, says: string])[] = [
  ['kicked', 'The host of this room has ended your session.'],
  ['banned', 'The host of this room has banned you for a time.'],
]

/** Connection status. `says`: for players; empty while all is well. */
export interface Standing {
  readonly open: boolean
  readonly says: string
}

export interface ConnectionEvents {
  /** A new socket is open: discard state from the previous one. */
  opened?(): void
  heard(message: string | Uint8Array): void
  stands?(standing: Standing): void
  /**
   * The room closed the socket with this reason. Return a message if the session is over; otherwise the connection
   * retries.
   */
  endsBy?(reason: string, code: number): string | undefined
  /** Whether the room should be sending: a broken connection can go unnoticed and is then only silent. */
  awaits?(): boolean
}

export class Connection {
  readonly #url: URL
  readonly #events: ConnectionEvents
  #socket: WebSocket | undefined
  #waitMs = firstWaitMs
  #again: ReturnType<typeof setTimeout> | undefined
  #over = false
  /** The current socket has received something. */
  #heard = false
  /** Seconds of unexpected silence since then. */
  #silent = 0
  readonly #stays: boolean
  readonly #subprotocol: string | undefined

  /**
   * `path`: on this site, or a full URL elsewhere. Players stay connected while the page is hidden; spectators do not.
   */
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

  /** False: not connected, and nothing was sent. */
  send(message: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(message)
    return true
  }

  /** Disconnects until `come`. */
  leave(): void {
    this.#over = true
    clearTimeout(this.#again)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** Opens a new socket at once and replaces any current one. */
  come(): void {
    this.leave()
    this.#over = false
    this.#waitMs = firstWaitMs
    this.#follow()
  }

  /** Connects while the page is visible, and disconnects while it is hidden unless the connection stays. */
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
    // A rejected client was accepted first, so that the browser gets the reason. That is no successful connection, so
    // the back-off goes on.
    if (this.#heard && !away) this.#waitMs = firstWaitMs
    const why = away ?? (reason ? `Not connected: ${reason}.` : 'The connection is lost.')
    this.#events.stands?.({ open: false, says: `${why} Trying again …` })
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#follow(), this.#waitMs)
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs)
  }
}
