// A WebSocket that reconnects: after a loss, and at once when the tab is shown or the network is back. By default it
// disconnects while the page is hidden. Reports its status in words for the screen.
import { closeCodes, closedUntilPrefix } from '../../wire/link/control-messages.ts'

/** Milliseconds before the first reconnection attempt; doubled after each failure. */
const firstRetryMs = 500
const maxRetryMs = 10_000
/** Milliseconds that a socket may take to open. Browsers give up only after minutes if the network drops everything. */
const openTimeoutMs = 10_000
/** Seconds of unexpected silence before a warning, and before a reconnect. */
const [warnAfterSeconds, reconnectAfterSeconds] = [5, 20]

/** Messages for close reasons after which the connection retries. */
const retryReasons: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  unavailable: 'This room has a fault.',
  closed: 'This room is closed to new players.',
}
/** Final close reasons, by prefix. After these the connection does not retry. */
const finalReasons: readonly (readonly [prefix: string, message: string])[] = [
  ['kicked', 'The owner of this room has disconnected you.'],
  ['uninvited', 'This room is private.'],
  ['banned', 'The owner of this room has banned you temporarily.'],
]

export interface ConnectionStatus {
  readonly open: boolean
  /** The status in words for players. Empty while all is well. */
  readonly message: string
}

export interface ConnectionEvents {
  /** A new socket is open: discard state from the previous one. */
  opened?(): void
  received(message: string | Uint8Array): void
  statusChanged?(status: ConnectionStatus): void
  /**
   * The room closed the socket with this reason. Return a message if the session is over; otherwise the connection
   * retries.
   */
  finalMessage?(reason: string, code: number): string | undefined
  /** Whether the room should be sending data now. Silence is then the only sign of some broken connections. */
  expectsMessages?(): boolean
}

export interface ConnectionOptions {
  /** Whether the connection stays open while the page is hidden: true for players, false for spectators. */
  readonly staysConnectedWhileHidden?: boolean
  readonly subprotocol?: string
}

export class Connection {
  readonly #url: URL
  readonly #events: ConnectionEvents
  #socket: WebSocket | undefined
  #retryMs = firstRetryMs
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** Whether the current socket has received something. */
  #hasReceived = false
  /** Seconds of unexpected silence since the last message. */
  #silentSeconds = 0
  readonly #options: ConnectionOptions

  /** `path`: a path on this site, or the full URL of a WebSocket elsewhere. */
  constructor(path: string, events: ConnectionEvents, options: ConnectionOptions = {}) {
    this.#options = options
    this.#url = new URL(path, location.href)
    this.#url.protocol = this.#url.protocol.replace('http', 'ws')
    this.#events = events
    document.addEventListener('visibilitychange', () => this.#update())
    addEventListener('online', () => this.#update())
    addEventListener('offline', () => this.#drop())
    if (events.expectsMessages) setInterval(() => this.#checkSilence(), 1000)
    this.#update()
  }

  /** Sends a message. Returns false, without sending it, if not connected. */
  send(message: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(message)
    return true
  }

  /** Disconnects until `reconnect`. */
  disconnect(): void {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** Opens a new socket at once and replaces any current one. */
  reconnect(): void {
    this.disconnect()
    this.#isClosed = false
    this.#retryMs = firstRetryMs
    this.#update()
  }

  /** Connects while the page is visible, and disconnects while it is hidden unless the connection stays. */
  #update(): void {
    clearTimeout(this.#retryTimer)
    if (this.#isHidden) this.#drop()
    else if (!this.#socket && !this.#isClosed) this.#connect()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    if (!this.#isHidden && socket) this.#retry('')
  }

  #checkSilence(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.#events.expectsMessages?.())
      this.#silentSeconds = 0
    else if (++this.#silentSeconds >= reconnectAfterSeconds) this.#drop()
    else if (this.#silentSeconds >= warnAfterSeconds)
      this.#events.statusChanged?.({ open: true, message: 'The room does not answer. Waiting …' })
  }

  #connect(): void {
    const socket = new WebSocket(this.#url, this.#options.subprotocol)
    this.#socket = socket
    this.#hasReceived = false
    this.#silentSeconds = 0
    socket.binaryType = 'arraybuffer'
    setTimeout(() => {
      if (this.#socket === socket && socket.readyState !== WebSocket.OPEN) this.#drop()
    }, openTimeoutMs)
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#events.opened?.()
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      this.#hasReceived = true
      this.#silentSeconds = 0
      this.#events.statusChanged?.({ open: true, message: '' })
      this.#events.received(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      const finalMessage =
        finalReasons.find(([prefix]) => reason.startsWith(prefix))?.[1] ??
        this.#events.finalMessage?.(reason, code)
      // The page asks for the password or the invite link of a private room.
      if (reason === 'uninvited') location.assign(location.pathname.replace(/[^/]*$/, 'join'))
      if (code === closeCodes.gone) this.#finish('This room was deleted.')
      else if (finalMessage !== undefined) this.#finish(finalMessage)
      else this.#retry(reason)
    })
  }

  get #isHidden(): boolean {
    return document.hidden && !this.#options.staysConnectedWhileHidden
  }

  #finish(message: string): void {
    this.#isClosed = true
    this.#events.statusChanged?.({ open: false, message })
  }

  #retry(reason: string): void {
    const retryReason = retryReasons[reason] ?? closedUntilText(reason)
    // A rejected client was accepted first, so that the browser gets the reason. That does not count as a successful
    // connection, so the back-off continues.
    if (this.#hasReceived && !retryReason) this.#retryMs = firstRetryMs
    const cause = retryReason ?? (reason ? `Not connected: ${reason}.` : 'Connection lost.')
    this.#events.statusChanged?.({ open: false, message: `${cause} Trying again …` })
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#update(), this.#retryMs)
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs)
  }
}

/** Why a room outside of its opening hours is closed, with the time of the visitor's clock. */
function closedUntilText(reason: string): string | undefined {
  if (!reason.startsWith(closedUntilPrefix)) return undefined
  const opens = new Date(reason.slice(closedUntilPrefix.length))
  const format = new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  })
  return `This room is closed until ${format.format(opens)}.`
}
