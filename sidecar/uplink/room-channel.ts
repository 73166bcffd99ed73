// The sidecar's end of one link stores the sessions of one room with their unacknowledged frames, and resumes them when
// the link or the room is available again. wire/LINK.md has the rules. This code opens no socket itself: `dial` creates
// one.
import { closeReason } from '../../wire/link/close-reason.ts'
import { closeCodes } from '../../wire/link/control-messages.ts'
import { FlushCoalescer } from '../../wire/link/flush-coalescer.ts'
import {
  decodeLinkMessage,
  decodeMulticast,
  decodeResync,
  encodeHello,
  encodeSessionOpening,
  type LinkMessage,
  type LinkRecord,
  LinkWriter,
  PayloadReassembler,
  recordTypes,
  type Urgency,
} from '../../wire/link/link-codec.ts'
import type { Timer } from '../../wire/util/clock.ts'
import { describeError } from '../../wire/util/log-line.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { WireError } from '../../wire/util/wire-error.ts'
import { ChannelLatency } from '../monitoring/latency-histograms.ts'
import type { MemoryHolder } from '../sessions/memory-limiter.ts'
import { RoomFrame } from '../sessions/room-frame.ts'
import {
  type SessionHandle,
  SidecarSession,
  type TransportClient,
  type UnackedFrame,
} from '../sessions/session.ts'
import { faultCloseReason } from '../util/disconnect-on-fault.ts'
import { BackPressure } from './back-pressure.ts'
import type { ChannelSettings } from './channel-settings.ts'
import type { ChannelSocket } from './open-socket.ts'
import { ReconnectPolicy } from './reconnect-policy.ts'
import { ResponseTimes } from './response-times.ts'

const idleChannelMs = 60_000
/**
 * Milliseconds without a message after which a ticking room gets a keepalive. The platform evicts a room without
 * messages after 15 minutes, or after about 70 s with a compatibility date before 2026-10-01.
 */
const keepaliveMs = 30_000
/**
 * If frames are unacknowledged and nothing was sent for this long, the room may have been evicted and gets a keepalive.
 */
const watchIntervalMs = 5_000
/**
 * Milliseconds after which received messages are acknowledged at the latest. `idleReceiptMs`: the limit for messages
 * that contain nothing the room retains until the acknowledgement.
 */
const receiptMs = 50
const idleReceiptMs = 1000
/**
 * Milliseconds for which records of a busy link wait to share a message, because a message costs as much as twenty
 * records.
 */
const busyFlushMs = 24
/** A client of a ticking room must send its first frame within this time. */
const firstFrameTimeoutMs = 10_000
const drainTimeoutMs = 5_000
/** The session of a disconnected client is kept this long at most until the room confirms its end. */
const closeConfirmTimeoutMs = 60_000

export class RoomChannel {
  readonly settings: ChannelSettings
  readonly #sessions = new Map<number, SidecarSession>()
  readonly #writer: LinkWriter
  readonly #flushCoalescer: FlushCoalescer
  readonly #reconnect: ReconnectPolicy
  readonly #backPressure: BackPressure
  readonly #latency: ChannelLatency
  #reassembler = new PayloadReassembler()
  #socket: ChannelSocket | undefined
  #epoch = 0
  #live = false
  /** [LINK-15] Why a message of the room is invalid; undefined if all messages on the current socket were valid. */
  #rejection: string | undefined
  #socketWasLost = false
  #nextSessionId = 1
  #suspectInFlight: SidecarSession | undefined
  #isEnded = false
  #idleTimer: Timer | undefined
  #watchTimer: Timer | undefined
  #lastSentAt = 0
  readonly #responses: ResponseTimes
  #receiptTimer: Timer | undefined
  #receiptAt = 0
  #onDrained: (() => void) | undefined
  readonly counts = { dials: 0, resumes: 0, poisoned: 0 }

  constructor(settings: ChannelSettings) {
    this.settings = settings
    this.#writer = new LinkWriter(false, (message) => this.#socket?.send(message))
    this.#responses = new ResponseTimes(settings.clock)
    this.#latency = new ChannelLatency(settings.clock, settings.latencies)
    const { clock, flushMs, isNearby } = settings
    this.#flushCoalescer = new FlushCoalescer(
      clock,
      flushMs,
      () => this.#flush(),
      isNearby || flushMs === 0 ? flushMs : busyFlushMs,
    )
    this.#reconnect = new ReconnectPolicy({
      clock,
      random: () => settings.random(),
      channelCount: () => settings.channelCount?.() ?? 1,
      dial: () => this.#dial(),
      giveUp: () => this.#giveUp(),
    })
    this.#backPressure = new BackPressure({
      clock,
      unsentBytes: () => (this.#live ? this.#socket!.bufferedBytes : 0),
      onChange: () => {
        for (const session of this.#sessions.values()) this.#updatePause(session)
      },
    })
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** All sessions, including those whose client has disconnected and whose end the room has not confirmed. */
  *memoryHolders(): Iterable<MemoryHolder> {
    for (const session of this.#sessions.values()) {
      const { openedAt, keptBytes } = session
      const evict = () => {
        session.terminate('memory')
        this.#removeSession(session)
      }
      yield { openedAt, keptBytes, evict }
    }
  }

  get live(): boolean {
    return this.#live
  }

  /** Bytes of clients' frames that the room has not acknowledged. */
  get unacknowledgedBytes(): number {
    let bytes = 0
    for (const session of this.#sessions.values()) bytes += session.unackedBytes
    return bytes
  }

  open(client: TransportClient): SessionHandle {
    const { clock, newToken } = this.settings
    const session = new SidecarSession(this, this.#nextSessionId++, newToken(), client, clock.now())
    this.#sessions.set(session.id, session)
    this.#idleTimer?.cancel()
    this.#idleTimer = undefined
    if (!this.#socket && !this.#reconnect.isScheduled) this.#dial()
    if (this.#live) this.#openAndResend(session)
    this.#updatePause(session)
    return session
  }

  // ---- From the clients to the room ------------------------------------------------------------------------------

  onFrame(session: SidecarSession, frame: Uint8Array | string): void {
    if (session.closeReason !== undefined) return
    session.hasSentFrame = true
    session.idleChecks = 0
    if (session.usesDatagrams) {
      if (this.#live) this.#writer.frame(session.id, 0, frame)
    } else {
      const unacked = session.addUnacked(frame, this.#latency.frameReceived())
      if (session.isOpenedAtInstance) this.#sendFrame(session, unacked)
      this.#updatePause(session)
    }
    if (this.#live) this.#flushCoalescer.schedule()
  }

  onClientClosed(session: SidecarSession, reason: string): void {
    if (session.closeReason !== undefined) return
    session.closeReason = reason
    // [LINK-3] The client's last frames must still be processed, so the session is kept until the room confirms its
    // end.
    if (session.isOpenedAtInstance) this.#sendClose(session)
    else if (session.lastAckedSeq < 0 && session.unacked.length === 0) return this.#removeSession(session)
    session.removalTimer = this.settings.clock.after(closeConfirmTimeoutMs, () =>
      this.#removeSession(session),
    )
  }

  /** Waits until the clients' frames are acknowledged (at most 5 s), then closes the clients and the link. */
  async drain(): Promise<void> {
    if (this.#isEnded) return
    if (this.#live) {
      this.#writer.record(recordTypes.drain, 0)
      this.#flush()
      await new Promise<void>((resolve) => {
        const timer = this.settings.clock.after(drainTimeoutMs, resolve)
        this.#onDrained = () => {
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

  /** The link must not be used again. */
  end(code: number, reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#closeClients(reason)
    this.#flush()
    this.#stopTimers()
    this.#flushCoalescer.stop()
    this.#socket?.close(code, reason)
    this.#socket = undefined
    this.#live = false
    this.#onDrained?.()
    this.settings.onEnded()
  }

  /** Without a link, datagrams are not read, because the sidecar does not keep them. */
  #updatePause(session: SidecarSession): void {
    const isUnsendable = session.usesDatagrams && !this.#live
    const isFull = session.isWindowFull(this.settings.windowBytes)
    if (isUnsendable || isFull || this.#backPressure.shouldPause(session.unackedBytes)) session.pause()
    else session.resume()
  }

  #sendFrame(session: SidecarSession, unacked: UnackedFrame): void {
    unacked.sentIn = this.#responses.nextMessage
    this.#writer.frame(session.id, unacked.seq, unacked.frame)
  }

  #openAndResend(session: SidecarSession): void {
    this.#sendOpen(session)
    this.#resendUnacked(session)
  }

  /** [LINK-2] */
  #sendOpen(session: SidecarSession): void {
    const { token, client, resumeState } = session
    const { address, transport, compressed } = client
    const opening = encodeSessionOpening({ token, address, transport, compressed, resumeState })
    this.#writer.record(recordTypes.open, session.id, session.lastAckedSeq + 1, opening)
    session.isOpenedAtInstance = true
    if (session.lastAckedSeq >= 0) this.counts.resumes++
    this.#armWatch()
    this.#flushCoalescer.schedule()
  }

  /** Sends the session's unacknowledged frames and, if the client has disconnected, the close. */
  #resendUnacked(session: SidecarSession): void {
    for (const unacked of session.unacked) this.#sendFrame(session, unacked)
    if (session.usesDatagrams) this.#updatePause(session)
    if (session.closeReason !== undefined) this.#sendClose(session)
    this.#flushCoalescer.schedule()
  }

  #sendClose(session: SidecarSession): void {
    this.#writer.record(recordTypes.close, session.id, 0, encodeUtf8(session.closeReason ?? ''))
    if (this.#live) this.#flushCoalescer.schedule()
  }

  #removeSession(session: SidecarSession): void {
    session.removalTimer?.cancel()
    this.#sessions.delete(session.id)
    if (this.#suspectInFlight === session) this.#openNextSuspect()
    this.#checkDrained()
    if (this.#sessions.size === 0 && !this.#isEnded && !this.#idleTimer)
      this.#idleTimer = this.settings.clock.after(idleChannelMs, () => this.end(1000, 'no clients'))
  }

  #flush(): void {
    this.#flushCoalescer.onFlushed()
    if (!this.#live) return this.#writer.discardPending()
    const receiptIsDue = this.#receiptTimer !== undefined
    if (this.#writer.empty && !receiptIsDue) return
    this.#receiptTimer?.cancel()
    this.#receiptTimer = undefined
    this.#responses.sent()
    this.#writer.flush(receiptIsDue)
    this.#latency.messageSent()
    this.#lastSentAt = this.settings.clock.now()
    this.#backPressure.afterWrite()
  }

  /** Closes idle clients, wakes a room that was evicted before it acknowledged a frame, keeps a ticking room active. */
  #watch(): void {
    this.#watchTimer = undefined
    if (!this.#live || this.#sessions.size === 0) return
    this.#closeIdleClients()
    const silentMs = this.settings.clock.now() - this.#lastSentAt
    if (
      this.unacknowledgedBytes > 0
        ? silentMs >= watchIntervalMs
        : this.settings.ticks && silentMs >= keepaliveMs
    ) {
      this.#writer.record(recordTypes.keepalive, 0)
      this.#flush()
    }
    this.#armWatch()
  }

  /**
   * Closes idle clients in place of the room, which cannot do so while it hibernates. Checks are counted instead of
   * time, because the clock may be set forward.
   */
  #closeIdleClients(): void {
    const { idleMs, ticks } = this.settings
    for (const session of [...this.#sessions.values()]) {
      const timeoutMs = session.hasSentFrame || !ticks ? idleMs : firstFrameTimeoutMs
      if (
        session.closeReason !== undefined ||
        timeoutMs === 0 ||
        ++session.idleChecks * watchIntervalMs <= timeoutMs
      )
        continue
      session.client.close('idle for too long')
      this.onClientClosed(session, 'idle for too long')
    }
  }

  #armWatch(): void {
    this.#watchTimer ??= this.settings.clock.after(watchIntervalMs, () => this.#watch())
  }

  // ---- From the room to the clients ------------------------------------------------------------------------------

  #onMessage(bytes: Uint8Array): void {
    if (this.#rejection !== undefined) return
    try {
      this.#handleMessage(decodeLinkMessage(bytes))
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#rejection = error.message
      this.#socket?.close(closeCodes.protocol, closeReason(error.message))
    }
  }

  #handleMessage(message: LinkMessage): void {
    const resync = message.records.find(({ type }) => type === recordTypes.resync)
    if (resync) this.#onInstance(message.epoch, decodeResync(resync.payload))
    else if (!this.#live || message.epoch !== this.#epoch) return
    this.#writer.number = message.number
    if (!resync) {
      for (const record of message.records) this.#handleRecord(record)
      this.#reconnect.onAcceptedMessage()
    }
    const response = this.#responses.received()
    if (this.settings.isNearby) this.#flushCoalescer.onPeerResponse(response)
    this.#scheduleReceipt(message.records.every(isUnretained) ? idleReceiptMs : receiptMs)
  }

  /** [LINK-1] */
  #scheduleReceipt(ms: number): void {
    const at = this.settings.clock.now() + ms
    if (this.#receiptTimer && this.#receiptAt <= at) return
    this.#receiptTimer?.cancel()
    this.#receiptAt = at
    this.#receiptTimer = this.settings.clock.after(ms, () => this.#flush())
  }

  #handleRecord(record: LinkRecord): void {
    if (record.type === recordTypes.multicast) return this.#deliverMulticast(record)
    // Pieces are joined for every session, even a removed one, because unjoined pieces would stay in memory.
    const payload = this.#reassembler.add(record)
    const session = this.#sessions.get(record.session)
    if (!session) return
    switch (record.type) {
      case recordTypes.data: {
        if (payload)
          this.#writeToClient(
            session,
            new RoomFrame(payload, record.isText),
            record.seq === 0 ? 'soon' : undefined,
          )
        if (payload && record.acknowledges) this.#onAck(session, record.seq)
        return
      }
      case recordTypes.ack:
        return this.#onAck(session, record.seq)
      case recordTypes.resumeState: {
        // The state is copied, because `slice` of a Buffer would keep the whole message in memory.
        if (payload) session.setResumeState(new Uint8Array(payload))
        return
      }
      case recordTypes.addressValidated:
        return session.client.addressValidated?.()
      case recordTypes.close:
        if (session.closeReason === undefined) session.client.close(new TextDecoder().decode(record.payload))
        session.closeReason ??= 'closed by the room'
        return this.#removeSession(session)
      default:
        throw new WireError(`link: record type ${record.type} is only valid from a sidecar`)
    }
  }

  #deliverMulticast(record: LinkRecord): void {
    const payload = this.#reassembler.add(record)
    if (!payload) return
    const multicast = decodeMulticast(payload, record.session)
    const frame = new RoomFrame(multicast.frame, record.isText)
    for (const id of multicast.sessions) {
      const session = this.#sessions.get(id)
      if (session) this.#writeToClient(session, frame, record.urgency)
    }
  }

  #writeToClient(session: SidecarSession, frame: RoomFrame, urgency: Urgency | undefined): void {
    if (session.closeReason !== undefined) return
    try {
      session.client.write(frame, urgency)
    } catch (error) {
      // Only this session is closed, because the message may have frames for other clients.
      this.settings.log('error', 'fault', { detail: describeError(error) })
      session.client.close(faultCloseReason)
      this.onClientClosed(session, faultCloseReason)
    }
  }

  #onAck(session: SidecarSession, seq: number): void {
    const [oldest] = session.unacked
    if (oldest && oldest.seq <= seq) {
      this.#responses.acknowledged(oldest.sentIn)
      this.#latency.frameAcknowledged(oldest.receivedAt)
    }
    session.acknowledge(seq)
    this.#updatePause(session)
    if (this.#suspectInFlight === session && !session.isSuspect) this.#openNextSuspect()
    this.#checkDrained()
  }

  // ---- The socket ----------------------------------------------------------------------------------------------

  #dial(): void {
    // [LINK-7] While the disk is full, every message would end the room's instance, so the link is not dialled.
    if (!this.#hasSpace) return this.#waitForSpace()
    this.#reconnect.startGiveUpTimer()
    this.counts.dials++
    const socket = this.settings.dial({
      onOpen: () => {
        if (this.#socket === socket) this.#sendHello()
      },
      onMessage: (bytes) => {
        if (this.#socket === socket) this.#onMessage(bytes)
      },
      onClose: (code, reason = '') => {
        if (this.#socket === socket) this.#onSocketClosed(code, reason)
      },
    })
    this.#socket = socket
  }

  /** [LINK-2] */
  #sendHello(): void {
    this.#reassembler = new PayloadReassembler()
    this.#writer.discardPending()
    this.#writer.epoch = 0
    this.#writer.number = 0
    this.#writer.revision = 0
    this.#writer.record(recordTypes.hello, 0, 0, encodeHello(this.settings.hello))
    this.#writer.flush()
  }

  /** [LINK-2] Handles a new instance of the room: opens all sessions at it and sends their unacknowledged frames. */
  #onInstance(epoch: number, revision: number): void {
    // The loss of a socket shows a crash, because an evicted instance leaves its socket open for the next one.
    const instanceWasLost = this.#socketWasLost && this.#epoch !== 0 && this.#epoch !== epoch
    this.#socketWasLost = false
    this.#epoch = epoch
    this.#writer.discardPending()
    this.#writer.epoch = epoch
    this.#writer.revision = revision
    this.#live = true
    this.#reconnect.stopGiveUpTimer()
    this.#suspectInFlight = undefined
    for (const session of [...this.#sessions.values()]) {
      if (instanceWasLost) this.#countInstanceLoss(session)
      session.onNewInstance()
    }
    // All sessions are opened before frames are sent, because other players must be present to receive the effects of a
    // frame.
    const sessions = [...this.#sessions.values()].filter((session) => !session.isSuspect)
    for (const session of sessions) this.#sendOpen(session)
    for (const session of sessions) this.#resendUnacked(session)
    this.#openNextSuspect()
    this.#flushCoalescer.schedule()
  }

  /** [LINK-2] Sessions are opened in the order of their numbers, so a suspect that had to wait gets a new number. */
  #renumber(session: SidecarSession): void {
    this.#sessions.delete(session.id)
    session.id = this.#nextSessionId++
    this.#sessions.set(session.id, session)
  }

  /** [LINK-7] A frame of the session may have crashed the instance. Closes the session after too many losses. */
  #countInstanceLoss(session: SidecarSession): void {
    if (!session.countInstanceLoss()) return
    this.counts.poisoned++
    this.settings.log('warn', 'poison frame', { session: session.id })
    session.closeReason = 'three instances were lost while they had its frame'
    session.client.close('this frame may have crashed the room')
  }

  #openNextSuspect(): void {
    this.#suspectInFlight = undefined
    if (!this.#live) return
    for (const session of this.#sessions.values()) {
      if (session.isOpenedAtInstance || !session.isSuspect) continue
      this.#suspectInFlight = session
      this.#renumber(session)
      return this.#openAndResend(session)
    }
  }

  #onSocketClosed(code: number, reason: string): void {
    const rejection =
      this.#rejection !== undefined
        ? { by: 'sidecar', detail: this.#rejection }
        : code === closeCodes.protocol && { by: 'room', detail: reason }
    this.#rejection = undefined
    this.#socket = undefined
    this.#socketWasLost = this.#hasSpace
    this.#live = false
    this.#writer.discardPending()
    this.#receiptTimer?.cancel()
    this.#receiptTimer = undefined
    this.#watchTimer?.cancel()
    this.#watchTimer = undefined
    if (code === closeCodes.fenced) return this.#endForGood('another sidecar has taken this id')
    if (code === closeCodes.gone || code === 404) return this.#endForGood('the room is gone')
    if (this.#sessions.size === 0) return this.end(1000, 'no clients')
    for (const session of this.#sessions.values()) {
      session.isOpenedAtInstance = false
      this.#updatePause(session)
    }
    this.#reconnect.startGiveUpTimer()
    // [LINK-7] While the disk is full, rejections are not counted.
    if (rejection && this.#hasSpace) return this.#onRejected(rejection)
    this.settings.log('info', 'link lost', {
      code,
      redialMs: Math.round(this.#reconnect.scheduleAfterLoss()),
    })
  }

  /** [LINK-7] Also suspends the timeout after which the link gives up. */
  #waitForSpace(): void {
    this.#reconnect.stopGiveUpTimer()
    this.#reconnect.scheduleAfterLoss()
  }

  get #hasSpace(): boolean {
    return this.settings.hasSpace?.() ?? true
  }

  /** [LINK-15] `by`: the end that rejected the other. */
  #onRejected(rejection: { readonly by: string; readonly detail: string }): void {
    const { revision } = this.#writer
    const redialMs = this.#reconnect.scheduleAfterRejection()
    this.settings.log('error', 'link refused', {
      ...{ ...rejection, revision },
      ...(redialMs !== undefined && { redialMs: Math.round(redialMs) }),
    })
  }

  /** Ends the link for good: call if the room was deleted or another sidecar has taken over the id. */
  #endForGood(why: string): void {
    this.settings.log('warn', 'link ended', { detail: why })
    this.end(1000, why)
  }

  /** [LINK-8] */
  #giveUp(): void {
    if (!this.#hasSpace) return this.#reconnect.startGiveUpTimer()
    this.settings.log('warn', 'link timed out', { sessions: this.#sessions.size })
    this.end(1000, 'the room cannot be reached')
  }

  #closeClients(reason: string): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.closeReason === undefined) session.client.close(reason)
      session.closeReason ??= reason
      if (session.isOpenedAtInstance) this.#sendClose(session)
      this.#removeSession(session)
    }
  }

  #checkDrained(): void {
    if (this.#onDrained && this.unacknowledgedBytes === 0) this.#onDrained()
  }

  #stopTimers(): void {
    this.#reconnect.stop()
    for (const timer of [this.#idleTimer, this.#watchTimer, this.#receiptTimer]) timer?.cancel()
  }
}

/** Whether the record is a multicast, or data that is not a reply. */
function isUnretained({ type, seq }: LinkRecord): boolean {
  return type === recordTypes.multicast || (type === recordTypes.data && seq === 0)
}
