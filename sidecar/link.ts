// The sidecar's end of one link: the sessions of one room, their unacknowledged frames, and how they resume after the
// link or the room was unavailable. wire/LINK.md has the rules. Uses no sockets directly: `dial` creates one.
import { closeCodes } from '../wire/assignment.ts'
import type { Timer } from '../wire/clock.ts'
import { WireError } from '../wire/error.ts'
import {
  castOf,
  decodeWho,
  encodeHello,
  encodeOpening,
  type LinkMessage,
  type LinkRecord,
  LinkWriter,
  Pieces,
  readLink,
  types,
  type Urgency,
} from '../wire/link.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import { Window } from '../wire/window.ts'
import { BackPressure } from './back-pressure.ts'
import type { LinkSocket } from './dial.ts'
import type { LinkSettings } from './link-settings.ts'
import { Redial } from './redial.ts'
import { RoomFrame } from './room-frame.ts'
import { type Call, type Client, Session, type Unacked } from './session.ts'
import { LinkTimes } from './timings.ts'

const idleMs = 60_000
/** A ticking room may be evicted, and stop ticking, after this long without a message: it gets a keepalive. */
const keepaliveMs = 30_000
/** Interval of the watch. A room that leaves frames unacknowledged for as long may be evicted, and is woken. */
const watchMs = 5_000
/** How long a receipt waits to share a message; and a receipt of records that the room does not keep until then. */
const receiptMs = 50
const idleReceiptMs = 1000
/** How long records of a busy link wait to share a message: a message costs as much as twenty records. */
const busyMs = 24
/** A client of a ticking room must send its first frame within this time: until then it may not be a player at all. */
const newcomerMs = 10_000
const wholeBytes = 32 * 1024 * 1024
const drainMs = 5_000
/** How long the session of a disconnected client waits for the room to confirm its end. */
const forgetMs = 60_000

export class Link {
  readonly settings: LinkSettings
  readonly #sessions = new Map<number, Session>()
  readonly #writer: LinkWriter
  readonly #window: Window
  readonly #redial: Redial
  readonly #pressure: BackPressure
  readonly #times: LinkTimes
  #pieces = new Pieces(wholeBytes)
  #socket: LinkSocket | undefined
  #epoch = 0
  #live = false
  /** [LINK-15] Why this sidecar has rejected the socket, which has not closed yet. */
  #refusal: string | undefined
  /** The socket was lost after the last `who`. */
  #cut = false
  #nextSession = 1
  #suspect: Session | undefined
  #ended = false
  #idleTimer: Timer | undefined
  #watchTimer: Timer | undefined
  #spokeAt = 0
  #receiptTimer: Timer | undefined
  #receiptAt = 0
  #drained: (() => void) | undefined
  /** For metrics. */
  readonly counts = {
    dials: 0,
    resumes: 0,
    framesUp: 0,
    framesDown: 0,
    bytesUp: 0,
    bytesDown: 0,
    poisoned: 0,
  }

  constructor(settings: LinkSettings) {
    this.settings = settings
    this.#writer = new LinkWriter(false, (message) => this.#socket?.send(message))
    this.#times = new LinkTimes(settings.clock, settings.timings)
    const { flushMs, near } = settings
    this.#window = new Window(
      settings.clock,
      flushMs,
      () => this.#flush(),
      near || flushMs === 0 ? flushMs : busyMs,
    )
    const { clock } = settings
    this.#redial = new Redial({
      clock,
      random: () => settings.random(),
      links: () => settings.links?.() ?? 1,
      dial: () => this.#dial(),
      giveUp: () => this.#giveUp(),
    })
    this.#pressure = new BackPressure({
      clock,
      unsent: () => (this.#live ? this.#socket!.buffered : 0),
      changed: () => {
        for (const session of this.#sessions.values()) this.#pace(session)
      },
    })
  }

  get sessions(): number {
    return this.#sessions.size
  }

  get live(): boolean {
    return this.#live
  }

  /** Bytes of clients' frames that the room has not acknowledged yet. */
  get unacknowledgedBytes(): number {
    let bytes = 0
    for (const session of this.#sessions.values()) bytes += session.unackedBytes
    return bytes
  }

  open(client: Client): Call {
    const session = new Session(this, this.#nextSession++, this.settings.newToken(), client)
    this.#sessions.set(session.id, session)
    this.#idleTimer?.cancel()
    this.#idleTimer = undefined
    if (!this.#socket && !this.#redial.due) this.#dial()
    if (this.#live) this.#introduce(session)
    this.#pace(session)
    return session
  }

  // ---- Up ------------------------------------------------------------------------------------------------------

  frame(session: Session, frame: Uint8Array | string): void {
    if (session.gone !== undefined) return
    this.counts.framesUp++
    this.counts.bytesUp += frame.length
    session.hasSpoken = true
    session.looksUnheard = 0
    if (session.datagrams) {
      if (this.#live) this.#writer.frame(session.id, 0, frame)
    } else {
      const unacked = session.keep(frame, this.#times.came())
      if (session.opened) this.#send(session, unacked)
      this.#pace(session)
    }
    if (this.#live) this.#window.touch()
  }

  left(session: Session, reason: string): void {
    if (session.gone !== undefined) return
    session.gone = reason
    // [LINK-3] Frames sent before the disconnect still count: keep the session until the room confirms its end.
    if (session.opened) this.#sayGone(session)
    else if (session.acked < 0 && session.unacked.length === 0) return this.#forget(session)
    session.forgetting = this.settings.clock.after(forgetMs, () => this.#forget(session))
  }

  /** Waits until the clients' frames are acknowledged (at most 5 s), then closes the clients and the link. */
  async drain(): Promise<void> {
    if (this.#ended) return
    if (this.#live) {
      this.#writer.record(types.drain, 0)
      this.#flush()
      await new Promise<void>((resolve) => {
        const timer = this.settings.clock.after(drainMs, resolve)
        this.#drained = () => {
          timer.cancel()
          resolve()
        }
        this.#checkDrained()
      })
    }
    this.#closeClients('the sidecar is stopping')
    this.#flush()
    this.end(1001, 'the sidecar is stopping')
  }

  /** Closes all clients and the socket. The link must not be used again. */
  end(code: number, reason: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#closeClients(reason)
    this.#flush()
    this.#stopTimers()
    this.#window.stop()
    this.#socket?.close(code, reason)
    this.#socket = undefined
    this.#live = false
    this.#drained?.()
    this.settings.ended()
  }

  /** Pauses or resumes reading from the client. Datagrams are not kept, so without a link they cannot be read. */
  #pace(session: Session): void {
    const nowhere = session.datagrams && !this.#live
    const full = session.full(this.settings.windowBytes)
    if (nowhere || full || this.#pressure.holds(session.unackedBytes)) session.pause()
    else session.resume()
  }

  #send(session: Session, unacked: Unacked): void {
    unacked.sent = true
    this.#writer.frame(session.id, unacked.seq, unacked.frame)
  }

  #introduce(session: Session): void {
    this.#sayOpen(session)
    this.#sayUnacked(session)
  }

  /** [LINK-2] Opens a session at the current instance. */
  #sayOpen(session: Session): void {
    const { token, client, note } = session
    const { address, transport, compressed } = client
    const opening = encodeOpening({ token, address, transport, compressed, note })
    this.#writer.record(types.open, session.id, session.acked + 1, opening)
    session.opened = true
    if (session.acked >= 0) this.counts.resumes++
    this.#armWatch()
    this.#window.touch()
  }

  /** Sends all unacknowledged frames, and the close if the client has disconnected. */
  #sayUnacked(session: Session): void {
    for (const unacked of session.unacked) this.#send(session, unacked)
    if (session.datagrams) this.#pace(session)
    if (session.gone !== undefined) this.#sayGone(session)
    this.#window.touch()
  }

  #sayGone(session: Session): void {
    this.#writer.record(types.close, session.id, 0, encodeUtf8(session.gone ?? ''))
    if (this.#live) this.#window.touch()
  }

  #forget(session: Session): void {
    session.forgetting?.cancel()
    this.#sessions.delete(session.id)
    if (this.#suspect === session) this.#nextSuspect()
    this.#checkDrained()
    if (this.#sessions.size === 0 && !this.#ended && !this.#idleTimer)
      this.#idleTimer = this.settings.clock.after(idleMs, () => this.end(1000, 'nobody is here'))
  }

  #flush(): void {
    this.#window.flushed()
    if (!this.#live) return this.#writer.discard()
    const owed = this.#receiptTimer !== undefined
    if (this.#writer.empty && !owed) return
    this.#receiptTimer?.cancel()
    this.#receiptTimer = undefined
    this.#writer.flush(owed)
    this.#times.sent()
    this.#spokeAt = this.settings.clock.now()
    this.#pressure.sent()
  }

  /** Sends a keepalive to wake a room evicted before it acknowledged a frame, or to keep a ticking one active. */
  #watch(): void {
    this.#watchTimer = undefined
    if (!this.#live || this.#sessions.size === 0) return
    this.#endSilent()
    const silent = this.settings.clock.now() - this.#spokeAt
    if (this.unacknowledgedBytes > 0 ? silent >= watchMs : this.settings.ticks && silent >= keepaliveMs) {
      this.#writer.record(types.keepalive, 0)
      this.#flush()
    }
    this.#armWatch()
  }

  /** Closes silent clients here, because an idle room sleeps. Counts checks, as the clock may be set forward. */
  #endSilent(): void {
    const { idleMs, ticks } = this.settings
    for (const session of [...this.#sessions.values()]) {
      const most = session.hasSpoken || !ticks ? idleMs : newcomerMs
      if (session.gone !== undefined || most === 0 || ++session.looksUnheard * watchMs <= most) continue
      session.client.close('silent for too long')
      this.left(session, 'silent for too long')
    }
  }

  #armWatch(): void {
    this.#watchTimer ??= this.settings.clock.after(watchMs, () => this.#watch())
  }

  // ---- Down ----------------------------------------------------------------------------------------------------

  #message(bytes: Uint8Array): void {
    if (this.#refusal !== undefined) return
    try {
      this.#take(readLink(bytes))
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#refusal = error.message
      this.#socket?.close(closeCodes.protocol, error.message.slice(0, 120))
    }
  }

  #take(message: LinkMessage): void {
    const who = message.records.find(({ type }) => type === types.who)
    if (who) this.#meet(message.epoch, decodeWho(who.payload))
    else if (!this.#live || message.epoch !== this.#epoch) return
    this.#writer.number = message.number
    if (!who) {
      for (const record of message.records) this.#record(record)
      this.#redial.accepted()
    }
    if (this.settings.near) this.#window.answered()
    this.#owe(message.records.every(isUnkept) ? idleReceiptMs : receiptMs)
  }

  /** [LINK-1] Schedules a receipt within this many milliseconds. */
  #owe(ms: number): void {
    const at = this.settings.clock.now() + ms
    if (this.#receiptTimer && this.#receiptAt <= at) return
    this.#receiptTimer?.cancel()
    this.#receiptAt = at
    this.#receiptTimer = this.settings.clock.after(ms, () => this.#flush())
  }

  #record(record: LinkRecord): void {
    if (record.type === types.cast) return this.#cast(record)
    const session = this.#sessions.get(record.session)
    if (!session) return
    switch (record.type) {
      case types.data: {
        const payload = this.#pieces.whole(record)
        if (payload)
          this.#write(session, new RoomFrame(payload, record.text), record.seq === 0 ? 'soon' : undefined)
        if (payload && record.ack) this.#acked(session, record.seq)
        return
      }
      case types.ack:
        return this.#acked(session, record.seq)
      case types.note: {
        const payload = this.#pieces.whole(record)
        if (payload) session.remember(payload.slice())
        return
      }
      case types.proven:
        return session.client.proven?.()
      case types.close:
        if (session.gone === undefined) session.client.close(new TextDecoder().decode(record.payload))
        session.gone ??= 'closed by the room'
        return this.#forget(session)
      default:
        throw new WireError(`link: record type ${record.type} comes from a sidecar`)
    }
  }

  #cast(record: LinkRecord): void {
    const payload = this.#pieces.whole(record)
    if (!payload) return
    const cast = castOf(payload, record.session)
    const frame = new RoomFrame(cast.frame, record.text)
    for (const id of cast.sessions) {
      const session = this.#sessions.get(id)
      if (session) this.#write(session, frame, record.urgency)
    }
  }

  #write(session: Session, frame: RoomFrame, urgency: Urgency | undefined): void {
    this.counts.framesDown++
    this.counts.bytesDown += frame.length
    if (session.gone === undefined) session.client.write(frame, urgency)
  }

  #acked(session: Session, seq: number): void {
    const [oldest] = session.unacked
    if (oldest && oldest.seq <= seq) this.#times.acknowledged(oldest.came)
    session.acknowledge(seq)
    this.#pace(session)
    if (this.#suspect === session && !session.suspect) this.#nextSuspect()
    this.#checkDrained()
  }

  // ---- The socket ----------------------------------------------------------------------------------------------

  #dial(): void {
    // [LINK-7] Whatever a room is told while nothing can be stored ends its instance.
    if (!this.#hasSpace) return this.#waitForSpace()
    this.#redial.away()
    this.counts.dials++
    const socket = this.settings.dial({
      opened: () => {
        if (this.#socket === socket) this.#greet()
      },
      message: (bytes) => {
        if (this.#socket === socket) this.#message(bytes)
      },
      closed: (code, reason = '') => {
        if (this.#socket === socket) this.#closed(code, reason)
      },
    })
    this.#socket = socket
  }

  /** [LINK-2] */
  #greet(): void {
    this.#pieces = new Pieces(wholeBytes)
    this.#writer.discard()
    this.#writer.epoch = 0
    this.#writer.number = 0
    this.#writer.revision = 0
    this.#writer.record(types.hello, 0, 0, encodeHello(this.settings.hello))
    this.#writer.flush()
  }

  /** [LINK-2] A room instance has identified itself: sends it all sessions and their unacknowledged frames. */
  #meet(epoch: number, revision: number): void {
    // An evicted instance leaves its socket open for the next one. A crashed instance loses the socket too.
    const lost = this.#cut && this.#epoch !== 0 && this.#epoch !== epoch
    this.#cut = false
    this.#epoch = epoch
    this.#writer.discard()
    this.#writer.epoch = epoch
    this.#writer.revision = revision
    this.#live = true
    this.#redial.met()
    this.#suspect = undefined
    for (const session of [...this.#sessions.values()]) {
      if (lost) this.#countLoss(session)
      session.met()
    }
    // Open all sessions before sending frames: other players must be present to see the effects of a frame.
    const sessions = [...this.#sessions.values()].filter((session) => !session.suspect)
    for (const session of sessions) this.#sayOpen(session)
    for (const session of sessions) this.#sayUnacked(session)
    this.#nextSuspect()
    this.#window.touch()
  }

  /** [LINK-2] Sessions are opened in the order of their numbers, so a suspect that had to wait gets a later one. */
  #renumber(session: Session): void {
    this.#sessions.delete(session.id)
    session.id = this.#nextSession++
    this.#sessions.set(session.id, session)
  }

  /** [LINK-7] A frame that an instance had when it was lost may be what crashed it. */
  #countLoss(session: Session): void {
    if (!session.metLostInstance()) return
    this.counts.poisoned++
    this.settings.log('warn', 'poison frame', { session: session.id })
    session.gone = 'its frame met three lost instances'
    session.client.close('the room could not take this')
  }

  #nextSuspect(): void {
    this.#suspect = undefined
    if (!this.#live) return
    for (const session of this.#sessions.values()) {
      if (session.opened || !session.suspect) continue
      this.#suspect = session
      this.#renumber(session)
      return this.#introduce(session)
    }
  }

  #closed(code: number, reason: string): void {
    const refused =
      this.#refusal !== undefined
        ? { by: 'sidecar', detail: this.#refusal }
        : code === closeCodes.protocol && { by: 'room', detail: reason }
    this.#refusal = undefined
    this.#socket = undefined
    this.#cut = this.#hasSpace
    this.#live = false
    this.#writer.discard()
    this.#receiptTimer?.cancel()
    this.#receiptTimer = undefined
    this.#watchTimer?.cancel()
    this.#watchTimer = undefined
    if (code === closeCodes.fenced) return this.#dismissed('another sidecar has taken this id')
    if (code === closeCodes.gone || code === 404) return this.#dismissed('the room is gone')
    if (this.#sessions.size === 0) return this.end(1000, 'nobody is here')
    for (const session of this.#sessions.values()) {
      session.opened = false
      this.#pace(session)
    }
    this.#redial.away()
    // [LINK-7] While nothing can be stored a refusal counts for nothing.
    if (refused && this.#hasSpace) return this.#refused(refused)
    this.settings.log('info', 'link lost', { code, redialMs: Math.round(this.#redial.lost()) })
  }

  /** [LINK-7] Nobody's patience ends meanwhile. */
  #waitForSpace(): void {
    this.#redial.met()
    this.#redial.lost()
  }

  get #hasSpace(): boolean {
    return this.settings.hasSpace?.() ?? true
  }

  /** [LINK-15] `by`: the end that rejected the other. */
  #refused(refused: { readonly by: string; readonly detail: string }): void {
    const { revision } = this.#writer
    const redialMs = this.#redial.refused()
    this.settings.log('error', 'link refused', {
      ...{ ...refused, revision },
      ...(redialMs !== undefined && { redialMs: Math.round(redialMs) }),
    })
  }

  /** Ends the link because the room, or the sidecar's id, is gone. */
  #dismissed(why: string): void {
    this.settings.log('warn', 'link dismissed', { detail: why })
    this.end(1000, why)
  }

  /** [LINK-8] */
  #giveUp(): void {
    if (!this.#hasSpace) return this.#redial.away()
    this.settings.log('warn', 'link given up', { sessions: this.#sessions.size })
    this.end(1000, 'the room cannot be reached')
  }

  #closeClients(reason: string): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.gone === undefined) session.client.close(reason)
      session.gone ??= reason
      if (session.opened) this.#sayGone(session)
      this.#forget(session)
    }
  }

  #checkDrained(): void {
    if (this.#drained && this.unacknowledgedBytes === 0) this.#drained()
  }

  #stopTimers(): void {
    this.#redial.stop()
    for (const timer of [this.#idleTimer, this.#watchTimer, this.#receiptTimer]) timer?.cancel()
  }
}

/** Casts, and data that answers no frame: the room does not wait for their receipt. */
function isUnkept({ type, seq }: LinkRecord): boolean {
  return type === types.cast || (type === types.data && seq === 0)
}
