// A WebSocket that reconnects after a loss: after a delay, or at once when the tab becomes visible or the network
// available. By default the page disconnects while it is hidden.
import { closeCodes, closedUntilPrefix } from '../../wire/link/control-messages.ts'

/** The interval doubles after each failed attempt. */
const firstRetryMs = 500
const maxRetryMs = 10_000
/** Browsers wait for minutes if the network drops all packets. */
const openTimeoutMs = 10_000
/** If expected messages are missing, the user is warned after 5 seconds, and the page reconnects after 20. */
const [warnAfterSeconds, reconnectAfterSeconds] = [5, 20]

/** After these close reasons the connection retries. */
const retryReasons: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  unavailable: 'This room has a fault.',
  closed: 'This room is closed to new players.',
}
/** Messages by the prefix of the close reason. After these reasons the connection does not retry. */
const finalReasons: readonly (readonly [prefix: string, message: string])[] = [
  ['kicked', 'The owner of this room has disconnected you.'],
  ['uninvited', 'This room is private.'],
  ['banned', 'The owner of this room has banned you temporarily.'],
  ['erased', 'Your data in this room has been erased.'],
]

/** The status message after a loss without a reason starts with this text. */
export const connectionLostText = 'Connection lost.'
export const notSentMessage = 'Not sent: the room is disconnected. Try again when the page has reconnected.'

export interface ConnectionStatus {
  readonly open: boolean
  /** The status of the connection in words for users. Empty while the connection works. */
  readonly message: string
}

export interface ConnectionEvents {
  /** Called when a socket is open. The page must discard the state from the previous socket. */
  opened?(): void
  received(message: string | Uint8Array): void
  statusChanged?(status: ConnectionStatus): void
  /**
   * Called when a socket has closed, unless its reason begins with one of `finalReasons`. Return a message for users
   * if the session is over. Otherwise the connection retries.
   */
  finalMessage?(reason: string, code: number): string | undefined
  /** Whether the room should currently send data. Some broken connections can only be detected by missing data. */
  expectsMessages?(): boolean
}

export interface ConnectionOptions {
  /** True for players. Spectators disconnect while the page is hidden. */
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
  #hasReceived = false
  /** Seconds for which expected messages have been missing. */
  #silentSeconds = 0
  readonly #options: ConnectionOptions

  /** `path`: a path on this site, or the full URL of a WebSocket of another site. */
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

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Returns false and sends nothing if the socket is not open. */
  send(message: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.isOpen) this.#socket?.send(message)
    return this.isOpen
  }

  /** The connection stays closed until `reconnect` is called. */
  disconnect(): void {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** Replaces the current socket at once. */
  reconnect(): void {
    this.disconnect()
    this.#isClosed = false
    this.#retryMs = firstRetryMs
    this.#update()
  }

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
    if (!this.isOpen || !this.#events.expectsMessages?.()) this.#silentSeconds = 0
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
      // The page `join` asks for the password or the invite link of a private room.
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
    const retryReason = Object.hasOwn(retryReasons, reason) ? retryReasons[reason] : closedUntilText(reason)
    // The room accepts the socket of a rejected client first, so that the browser gets the reason. Such a connection
    // does not reset the retry delay.
    if (this.#hasReceived && !retryReason) this.#retryMs = firstRetryMs
    const cause = retryReason ?? (reason ? `Not connected: ${reason}.` : connectionLostText)
    this.#events.statusChanged?.({ open: false, message: `${cause} Trying again …` })
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#update(), this.#retryMs)
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs)
  }
}

/** The message for a room that is closed outside of its opening hours. The time is in the visitor's time zone. */
function closedUntilText(reason: string): string | undefined {
  if (!reason.startsWith(closedUntilPrefix)) return undefined
  const opens = new Date(reason.slice(closedUntilPrefix.length))
  const format = new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  })
  return `This room is closed until ${format.format(opens)}.`
}
