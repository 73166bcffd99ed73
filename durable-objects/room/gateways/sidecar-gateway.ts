// The rules with numbers are in wire/LINK.md.
import type { Frame } from '../../../games/game.ts'
import { closeReason } from '../../../wire/link/close-reason.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import {
  decodeFrame,
  decodeHello,
  decodeLinkMessage,
  decodeSessionOpening,
  type Hello,
  type LinkRecord,
  recordTypes,
} from '../../../wire/link/link-codec.ts'
import { tryAgainLaterCode } from '../../../wire/link/spectator-frames.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { type CloseInfo, type Socket, socketStates } from '../../platform/platform.ts'
import { SidecarChannel, type SidecarSocket, type StoredChannel } from '../connections/sidecar-channel.ts'
import type { SidecarConnection } from '../connections/sidecar-connection.ts'
import type { RoomContext } from '../context/room-context.ts'
import { SessionResume } from '../resume/session-resume.ts'
import type { StaleSessionCollector } from '../resume/stale-session-collector.ts'
import type { WorldSource } from '../world/world-runtime.ts'

const linkTag = 'link'

export type LinkSocket = SidecarSocket & Pick<Socket, 'serializeAttachment'>

/** The attachment of a sidecar's socket; `known` is undefined until the sidecar's hello has arrived. */
export interface SidecarAttachment {
  readonly kind: 'link'
  readonly known: StoredChannel | undefined
}

export class SidecarGateway {
  readonly #context: RoomContext
  readonly #world: WorldSource
  readonly #channels = new Map<LinkSocket, SidecarChannel>()
  readonly #sessions: SessionResume

  constructor(context: RoomContext, world: WorldSource, staleSessions: StaleSessionCollector) {
    this.#context = context
    this.#world = world
    this.#sessions = new SessionResume(context, world, staleSessions)
    context.events.on('deleting', () => this.#reset())
  }

  accept(socket: Socket): void {
    this.#context.platform.accept(socket, linkTag)
    socket.serializeAttachment({ kind: 'link', known: undefined } satisfies SidecarAttachment)
  }

  /** Whether this instance knows the socket, so that its attachment need not be read. */
  has(socket: LinkSocket): boolean {
    return this.#channels.has(socket)
  }

  /** `known`: the socket's state from an earlier instance. */
  message(socket: LinkSocket, bytes: Uint8Array, known: StoredChannel | undefined): void {
    try {
      this.#processMessage(socket, bytes, known)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#logRejected(this.#channels.get(socket), 'room', error.message)
      socket.close(closeCodes.protocol, closeReason(error.message))
      this.socketClosed(socket)
    }
  }

  /** Takes over the previous instance's links and sends a resync, after which their sidecars resume the sessions. */
  adoptAll(): void {
    for (const socket of this.#context.platform.sockets(linkTag)) {
      if (socket.readyState !== socketStates.open || this.#channels.has(socket)) continue
      const { known } = socket.deserializeAttachment() as SidecarAttachment
      if (known) this.#addChannel(socket, known, true).requestResync()
    }
  }

  /** The link's sessions are away until they are resumed or time out. */
  socketClosed(socket: LinkSocket, close?: CloseInfo): void {
    const channel = this.#channels.get(socket)
    if (!channel) return
    if (close?.code === closeCodes.protocol) this.#logRejected(channel, 'sidecar', close.reason)
    this.#channels.delete(socket)
    channel.stop()
    this.#sessions.channelLost(channel)
  }

  /** Whether a sidecar whose link survived the previous instance has not resumed its sessions yet. */
  get isResuming(): boolean {
    for (const channel of this.#channels.values()) if (channel.isAdopted && !channel.hasResumed) return true
    return false
  }

  /** Closes the links that `isResuming` waits for. A sidecar that is only slow reconnects. */
  closeSilent(): void {
    for (const [socket, channel] of [...this.#channels]) {
      if (!channel.isAdopted || channel.hasResumed) continue
      this.#context.log('info', 'link silent', { sidecar: channel.hello.sidecar })
      this.socketClosed(socket)
      socket.close(tryAgainLaterCode, 'no answer to resync')
    }
  }

  ownsRecord(key: string): boolean {
    return this.#sessions.ownsRecord(key)
  }

  #reset(): void {
    for (const channel of this.#channels.values()) channel.stop()
    this.#channels.clear()
    this.#sessions.reset()
  }

  #processMessage(socket: LinkSocket, bytes: Uint8Array, remembered: StoredChannel | undefined): void {
    const message = decodeLinkMessage(bytes)
    const first = message.records[0]
    const hello = first?.type === recordTypes.hello ? decodeHello(first.payload) : undefined
    if (hello) this.#fence(socket, hello)
    const known = hello ? { hello, highestSession: 0 } : remembered
    const channel = this.#channels.get(socket) ?? this.#addChannel(socket, known, !hello)
    // [LINK-2] Ignores messages for another instance.
    if (message.epoch !== this.#context.epoch) return channel.requestResync()
    channel.acknowledged(message.number)
    channel.hasResumed = true
    channel.isProcessing = true
    const { highestSession } = channel
    try {
      this.#processRecords(channel, message.records)
    } finally {
      channel.isProcessing = false
    }
    if (channel.highestSession > highestSession) this.#storeAttachment(socket, channel)
    channel.flush()
  }

  #processRecords(channel: SidecarChannel, records: readonly LinkRecord[]): void {
    const runtime = records.length > 1 ? this.#world.runtime : undefined
    runtime?.inbound.beginBatch()
    try {
      for (const record of records) this.#processRecord(channel, record)
    } finally {
      runtime?.inbound.endBatch(() => channel.flush())
    }
  }

  /** [LINK-15] `by`: the end that could not read the other's message. */
  #logRejected(channel: SidecarChannel | undefined, by: 'room' | 'sidecar', detail: string): void {
    const of = channel && { sidecar: channel.hello.sidecar, revision: channel.hello.revision ?? 0 }
    this.#context.log('info', 'link refused', { by, detail, ...of })
  }

  #addChannel(socket: LinkSocket, known: StoredChannel | undefined, isAdopted: boolean): SidecarChannel {
    if (!known) throw new WireError('link: no hello')
    const channel = new SidecarChannel(socket, known, isAdopted, this.#context)
    this.#channels.set(socket, channel)
    this.#storeAttachment(socket, channel)
    return channel
  }

  #storeAttachment(socket: LinkSocket, { hello, highestSession }: SidecarChannel): void {
    const attachment: SidecarAttachment = { kind: 'link', known: { hello, highestSession } }
    this.#context.hibernation.attach(socket, attachment)
  }

  /** [LINK-2] Closes the sidecar's older link. Ends that link's sessions if another process opened them. */
  #fence(socket: LinkSocket, hello: Hello): void {
    for (const [other, channel] of this.#channels) {
      if (other === socket || channel.hello.sidecar !== hello.sidecar) continue
      this.socketClosed(other)
      other.close(closeCodes.fenced, 'a newer link of this sidecar')
    }
    // All sessions of the older link can be resumed now, except those of another process, which end.
    this.#sessions.endOlderProcesses(hello)
  }

  #processRecord(channel: SidecarChannel, record: LinkRecord): void {
    const connection = channel.connections.get(record.session)
    switch (record.type) {
      case recordTypes.hello:
      case recordTypes.keepalive:
        return
      case recordTypes.open: {
        const payload = channel.pieces.add(record)
        if (!payload) return
        if (connection) throw new WireError(`link: session ${record.session} is open already`)
        const opening = decodeSessionOpening(payload)
        channel.highestSession = Math.max(channel.highestSession, record.session)
        return this.#sessions.open(channel, record.session, record.seq, opening)
      }
      case recordTypes.data: {
        const payload = channel.pieces.add(record)
        if (payload && connection)
          this.#processFrame(connection, record.seq, decodeFrame(payload, record.isText))
        return
      }
      case recordTypes.close:
        if (connection?.session) this.#world.open()?.inbound.leave(connection.session)
        return
      case recordTypes.drain:
        return this.#context.log('info', 'sidecar drains', {
          sidecar: channel.hello.sidecar,
          sessions: channel.connections.size,
        })
      default:
        throw new WireError(`link: record type ${record.type} is only valid from a Room`)
    }
  }

  #processFrame(connection: SidecarConnection, seq: number, frame: Frame): void {
    if (connection.endReason !== undefined) return
    if (seq !== 0) {
      // [LINK-5] A frame that is already applied is skipped: its stored reply has been resent.
      if (seq <= connection.lastReceivedSeq) return
      if (seq !== connection.lastReceivedSeq + 1)
        throw new WireError(`link: frame ${seq} after ${connection.lastReceivedSeq}`)
      connection.lastReceivedSeq = seq
    }
    if (connection.session) this.#world.open()?.inbound.receive(connection.session, seq, frame)
  }
}
