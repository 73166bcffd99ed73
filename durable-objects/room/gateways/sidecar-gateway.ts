// The Room's end of its sidecar links: fencing, resumption of sessions, unacknowledged replies. wire/LINK.md has the
// rules by number. Independent of the platform: a socket only sends and closes.
import type { Frame } from '../../../games/game.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import {
  decodeFrame,
  decodeHello,
  decodeLinkMessage,
  decodeOpening,
  type Hello,
  type LinkRecord,
  type Opening,
  recordTypes,
} from '../../../wire/link/link-codec.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { type Close, type Socket, socketStates } from '../../platform/platform.ts'
import type { RoomContext } from '../context/room-context.ts'
import { ResumeStateMac } from '../sessions/resume-state-mac.ts'
import { checkpointKey, readCheckpoint, tokenOfCheckpoint } from '../sessions/session-checkpoint.ts'
import type { WorldSource } from '../world/world-runtime.ts'
import { SidecarChannel, type SidecarSocket, type StoredChannel } from './sidecar-channel.ts'
import { SidecarConnection, type SidecarConnectionOwner } from './sidecar-connection.ts'
import type { StaleSessionCollector } from './stale-session-collector.ts'

/** [LINK-8] A session that is not resumed in this time has left. */
const resumeTimeoutMs = 60_000

/** The tag of sidecars' sockets. */
const linkTag = 'link'

/** A sidecar's socket, which may outlive the instance. */
export type LinkSocket = SidecarSocket & Pick<Socket, 'serializeAttachment'>

/** The attachment of a sidecar's socket. `known` is undefined until its hello has arrived. */
export interface SidecarAttachment {
  readonly kind: 'link'
  readonly known: StoredChannel | undefined
}

export class SidecarGateway implements SidecarConnectionOwner {
  readonly context: RoomContext
  readonly world: WorldSource
  readonly staleSessions: StaleSessionCollector
  readonly #channels = new Map<LinkSocket, SidecarChannel>()
  /** By token: all sessions of all links, including those that are away or whose end is not acknowledged yet. */
  readonly #connections = new Map<string, SidecarConnection>()
  #resumeStateMac: ResumeStateMac | undefined

  constructor(context: RoomContext, world: WorldSource, staleSessions: StaleSessionCollector) {
    this.context = context
    this.world = world
    this.staleSessions = staleSessions
    context.events.on('deleting', () => this.#reset())
  }

  get resumeStateMac(): ResumeStateMac {
    const { version = 0, readableVersions = [] } = this.context.game ?? {}
    this.#resumeStateMac ??= new ResumeStateMac(this.context.meta!.seed, [version, ...readableVersions])
    return this.#resumeStateMac
  }

  /** Accepts a sidecar's socket, whose upgrade is not answered yet. */
  accept(socket: Socket): void {
    this.context.platform.accept(socket, linkTag)
    socket.serializeAttachment({ kind: 'link', known: undefined } satisfies SidecarAttachment)
  }

  /** Whether this instance has the socket's link, so that its attachment need not be read. */
  has(socket: LinkSocket): boolean {
    return this.#channels.has(socket)
  }

  /** Processes a sidecar's message. `known`: the socket's state from an earlier instance. */
  message(socket: LinkSocket, bytes: Uint8Array, known: StoredChannel | undefined): void {
    try {
      this.#processMessage(socket, bytes, known)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#logRejected(this.#channels.get(socket), 'room', error.message)
      socket.close(closeCodes.protocol, error.message.slice(0, 120))
      this.socketClosed(socket)
    }
  }

  /** Takes over the links that outlived the previous instance: announces this instance, and the sidecars resume. */
  adoptAll(): void {
    for (const socket of this.context.platform.sockets(linkTag)) {
      if (socket.readyState !== socketStates.open || this.#channels.has(socket)) continue
      const { known } = socket.deserializeAttachment() as SidecarAttachment
      if (known) this.#addChannel(socket, known, true).requestResync()
    }
  }

  /** Call when a link's socket has closed. Its sessions are away until they are resumed or time out. */
  socketClosed(socket: LinkSocket, close?: Close): void {
    const channel = this.#channels.get(socket)
    if (!channel) return
    if (close?.code === closeCodes.protocol) this.#logRejected(channel, 'sidecar', close.reason)
    this.#channels.delete(socket)
    channel.stop()
    for (const connection of channel.connections.values())
      connection.detach(this.context.clock.after(resumeTimeoutMs, () => this.#resumeTimedOut(connection)))
  }

  /** A sidecar whose link survived the previous instance has not resumed its sessions yet. */
  get isResuming(): boolean {
    for (const channel of this.#channels.values()) if (channel.isAdopted && !channel.hasResumed) return true
    return false
  }

  /** Whether this key is the checkpoint of a session that is connected or may still resume. */
  ownsRecord(key: string): boolean {
    return this.#connections.has(tokenOfCheckpoint(key))
  }

  #reset(): void {
    for (const channel of this.#channels.values()) channel.stop()
    for (const connection of this.#connections.values()) connection.detach(undefined)
    this.#channels.clear()
    this.#connections.clear()
    this.#resumeStateMac = undefined
  }

  #processMessage(socket: LinkSocket, bytes: Uint8Array, remembered: StoredChannel | undefined): void {
    const message = decodeLinkMessage(bytes)
    const first = message.records[0]
    const hello = first?.type === recordTypes.hello ? decodeHello(first.payload) : undefined
    if (hello) this.#fence(socket, hello)
    const known = hello ? { hello, highestSession: 0 } : remembered
    const channel = this.#channels.get(socket) ?? this.#addChannel(socket, known, !hello)
    // [LINK-2] Ignores messages for another instance.
    if (message.epoch !== this.context.epoch) return channel.requestResync()
    channel.acknowledged(message.number)
    channel.hasResumed = true
    channel.isProcessing = true
    const { highestSession } = channel
    try {
      for (const record of message.records) this.#processRecord(channel, record)
    } finally {
      channel.isProcessing = false
    }
    if (channel.highestSession > highestSession) this.#storeAttachment(socket, channel)
    channel.flush()
  }

  /** [LINK-15] `by`: the end that could not read the other's message. */
  #logRejected(channel: SidecarChannel | undefined, by: 'room' | 'sidecar', detail: string): void {
    const of = channel && { sidecar: channel.hello.sidecar, revision: channel.hello.revision ?? 0 }
    this.context.log('info', 'link refused', { by, detail, ...of })
  }

  #addChannel(socket: LinkSocket, known: StoredChannel | undefined, survived: boolean): SidecarChannel {
    if (!known) throw new WireError('link: no hello')
    const channel = new SidecarChannel(socket, known, survived, this.context)
    this.#channels.set(socket, channel)
    this.#storeAttachment(socket, channel)
    return channel
  }

  #storeAttachment(socket: LinkSocket, { hello, highestSession }: SidecarChannel): void {
    const attachment: SidecarAttachment = { kind: 'link', known: { hello, highestSession } }
    this.context.hibernation.attach(socket, attachment)
  }

  /** [LINK-2] The newest hello of a sidecar id fences its older link; another process's sessions end with it. */
  #fence(socket: LinkSocket, hello: Hello): void {
    for (const [other, channel] of this.#channels) {
      if (other === socket || channel.hello.sidecar !== hello.sidecar) continue
      this.socketClosed(other)
      other.close(closeCodes.fenced, 'a newer link of this sidecar')
    }
    // All of its sessions are away now. Those of another process end, and that process learns it if it reconnects.
    for (const connection of [...this.#connections.values()]) {
      const { sidecar, process } = connection.sidecar
      if (connection.session && !connection.channel && sidecar === hello.sidecar && process !== hello.process)
        this.world.open()?.inbound.leave(connection.session, 'another sidecar has taken this id')
    }
  }

  #processRecord(channel: SidecarChannel, record: LinkRecord): void {
    const connection = channel.connections.get(record.session)
    switch (record.type) {
      case recordTypes.hello:
      case recordTypes.keepalive:
        return
      case recordTypes.open: {
        const payload = channel.pieces.add(record)
        if (payload) this.#openSession(channel, record.session, record.seq, decodeOpening(payload))
        return
      }
      case recordTypes.data: {
        const payload = channel.pieces.add(record)
        if (payload && connection)
          this.#processFrame(connection, record.seq, decodeFrame(payload, record.isText))
        return
      }
      case recordTypes.close:
        if (connection?.session) this.world.open()?.inbound.leave(connection.session)
        return
      case recordTypes.drain:
        return this.context.log('info', 'sidecar drains', {
          sidecar: channel.hello.sidecar,
          sessions: channel.connections.size,
        })
      default:
        throw new WireError(`link: record type ${record.type} comes from a Room`)
    }
  }

  #processFrame(connection: SidecarConnection, seq: number, frame: Frame): void {
    if (connection.endReason !== undefined) return
    if (seq !== 0) {
      // [LINK-5] Applied already: its stored reply has been resent.
      if (seq <= connection.lastReceivedSeq) return
      if (seq !== connection.lastReceivedSeq + 1)
        throw new WireError(`link: frame ${seq} after ${connection.lastReceivedSeq}`)
      connection.lastReceivedSeq = seq
    }
    if (connection.session) this.world.open()?.inbound.receive(connection.session, seq, frame)
  }

  /** Opens or resumes a session. `from`: the first transaction whose acknowledgement the sidecar has not seen. */
  #openSession(channel: SidecarChannel, session: number, from: number, opening: Opening): void {
    if (channel.connections.has(session)) throw new WireError(`link: session ${session} is open already`)
    channel.highestSession = Math.max(channel.highestSession, session)
    const known = this.#connections.get(opening.token)
    if (!known) return this.#newSession(channel, session, from, opening)
    known.attach(channel, session)
    channel.connections.set(session, known)
    known.resend(from)
    if (known.endReason !== undefined) known.disconnect(known.endReason)
    else if (known.session) this.world.open()?.connectionResumed(known.session)
  }

  #newSession(channel: SidecarChannel, session: number, from: number, opening: Opening): void {
    const connection = new SidecarConnection(channel, session, opening, this)
    const checkpoint = readCheckpoint(this.context.records, opening.token)
    // [LINK-5] Use the row if the session is over, or the row is at or past the first unacknowledged transaction; else the
    // sidecar's resume state.
    const newest =
      checkpoint && (checkpoint.framePart > 0 ? checkpoint.lastAppliedSeq + 1 : checkpoint.lastAppliedSeq)
    const newer =
      checkpoint && (checkpoint.endReason !== undefined || newest! >= from) ? checkpoint : undefined
    if (newer) connection.resumeFromCheckpoint(newer)
    if (newer?.endReason !== undefined) return this.#sendEnd(channel, connection, from, newer.endReason)
    const runtime = this.world.open()
    if (!runtime) return connection.disconnect('the room cannot be opened')
    const verifiedState = newer
      ? undefined
      : opening.resumeState && this.resumeStateMac.verify(opening.token, opening.resumeState)
    if (!newer && opening.resumeState && !verifiedState) return this.#rejectResumeState(connection)
    if (verifiedState) connection.resumeFromState(verifiedState, from)
    const known = newer?.resumeState ?? verifiedState
    if (!known && this.context.meta?.status !== 'open') return runtime.reject(connection, 'closed')
    this.#connections.set(opening.token, connection)
    channel.connections.set(session, connection)
    connection.resend(from)
    // On a socket that hibernated with the room nothing is lost until this instance sends to sessions that have not
    // resumed. Output of an instance for a session that was never on this socket is lost.
    const receivedAll = channel.hadSession(session) && runtime.hasOnlyReplied
    runtime.openSession(connection, known && { resumeState: known, receivedAll })
  }

  /** [LINK-4] Affects only the session whose resume state it is. */
  #rejectResumeState(connection: SidecarConnection): void {
    this.context.log('info', 'resume state rejected', {
      session: connection.number,
      sidecar: connection.sidecar.sidecar,
    })
    connection.disconnect('the resume state is not of this room')
  }

  /**
   * Sends the session's end and the missing replies to a sidecar whose session ended, or may have ended, in an earlier
   * instance.
   */
  #sendEnd(channel: SidecarChannel, connection: SidecarConnection, from: number, reason: string): void {
    this.#connections.set(connection.token, connection)
    channel.connections.set(connection.number, connection)
    connection.resend(from)
    connection.disconnect(reason)
  }

  /** [LINK-8] */
  #resumeTimedOut(connection: SidecarConnection): void {
    this.context.log('info', 'not resumed', { session: connection.number })
    connection.lose()
    if (connection.session && connection.endReason === undefined)
      this.world.open()?.inbound.leave(connection.session)
    else this.connectionOver(connection)
  }

  /** Forgets a connection that no sidecar will resume. */
  connectionOver(connection: SidecarConnection): void {
    connection.detach(undefined)
    if (this.#connections.get(connection.token) === connection) this.#connections.delete(connection.token)
    if (connection.hasRow) this.staleSessions.deleteRow(checkpointKey(connection.token))
  }
}
