// A session that is still in this instance's memory continues there. After a crash it resumes from its checkpoint or
// from the resume state that its sidecar stores. wire/LINK.md, LINK-3 to LINK-5 and LINK-8.
import type { Hello, SessionOpening } from '../../../wire/link/link-codec.ts'
import type { SidecarChannel } from '../connections/sidecar-channel.ts'
import { SidecarConnection, type SidecarConnectionOwner } from '../connections/sidecar-connection.ts'
import type { RoomContext } from '../context/room-context.ts'
import { ResumeStateMac } from '../sessions/resume-state-mac.ts'
import {
  checkpointKey,
  readCheckpoint,
  type SessionCheckpoint,
  tokenOfCheckpoint,
} from '../sessions/session-checkpoint.ts'
import type { WorldSource } from '../world/world-runtime.ts'
import type { StaleSessionCollector } from './stale-session-collector.ts'

/** [LINK-8] A session that is not resumed within this time counts as left. */
const resumeTimeoutMs = 60_000

export class SessionResume implements SidecarConnectionOwner {
  readonly context: RoomContext
  readonly world: WorldSource
  readonly #staleSessions: StaleSessionCollector
  /** By token; also connections with a lost link, and ended connections whose end is not acknowledged yet. */
  readonly #connections = new Map<string, SidecarConnection>()
  #resumeStateMac: ResumeStateMac | undefined

  constructor(context: RoomContext, world: WorldSource, staleSessions: StaleSessionCollector) {
    this.context = context
    this.world = world
    this.#staleSessions = staleSessions
    context.events.on('worldReplaced', () => {
      this.#resumeStateMac = undefined
    })
  }

  get resumeStateMac(): ResumeStateMac {
    const { version = 0, readableVersions = [] } = this.context.game ?? {}
    const { seed, rewinds } = this.context.meta!
    const secret = rewinds === undefined ? seed : `${seed} ${rewinds}`
    this.#resumeStateMac ??= new ResumeStateMac(secret, [version, ...readableVersions])
    return this.#resumeStateMac
  }

  /** Whether this is the key of a checkpoint whose session is connected or may still resume. */
  ownsRecord(key: string): boolean {
    return this.#connections.has(tokenOfCheckpoint(key))
  }

  reset(): void {
    for (const connection of this.#connections.values()) connection.detach(undefined)
    this.#connections.clear()
    this.#resumeStateMac = undefined
  }

  /** `from`: the first transaction whose acknowledgement the sidecar has not seen. */
  open(channel: SidecarChannel, session: number, from: number, opening: SessionOpening): void {
    const known = this.#connections.get(opening.token)
    if (!known) return this.#openUnknown(channel, session, from, opening)
    known.attach(channel, session)
    channel.connections.set(session, known)
    known.resend(from)
    if (known.endReason !== undefined) known.disconnect(known.endReason)
    else if (known.session) this.world.open()?.connectionResumed(known.session)
  }

  /** Call when a link is lost: its sessions are away until they are resumed or time out. */
  channelLost(channel: SidecarChannel): void {
    for (const connection of channel.connections.values())
      connection.detach(this.context.clock.after(resumeTimeoutMs, () => this.#timedOut(connection)))
  }

  /** [LINK-2] Ends the sessions of older processes of this sidecar. Such a process gets the reason if it reconnects. */
  endOlderProcesses(hello: Hello): void {
    for (const connection of [...this.#connections.values()]) {
      const { sidecar, process } = connection.sidecar
      if (connection.session && !connection.channel && sidecar === hello.sidecar && process !== hello.process)
        this.world.open()?.inbound.leave(connection.session, 'another sidecar has taken this id')
    }
  }

  connectionOver(connection: SidecarConnection): void {
    connection.detach(undefined)
    if (this.#connections.get(connection.token) === connection) this.#connections.delete(connection.token)
    if (connection.hasRow) this.#staleSessions.deleteRows([checkpointKey(connection.token)])
  }

  #openUnknown(channel: SidecarChannel, session: number, from: number, opening: SessionOpening): void {
    const connection = new SidecarConnection(channel, session, opening, this)
    const row = readCheckpoint(this.context.records, opening.token)
    const checkpoint = row && isRecent(row, from) ? row : undefined
    if (checkpoint) connection.resumeFromCheckpoint(checkpoint)
    if (checkpoint?.endReason !== undefined) {
      this.#add(channel, connection)
      connection.resend(from)
      return connection.disconnect(checkpoint.endReason)
    }
    const runtime = this.world.open()
    if (!runtime) return connection.disconnect('the room cannot be opened')
    const verifiedState = checkpoint
      ? undefined
      : opening.resumeState && this.resumeStateMac.verify(opening.token, opening.resumeState)
    if (!checkpoint && opening.resumeState && !verifiedState) return this.#rejectResumeState(connection)
    if (verifiedState) connection.resumeFromState(verifiedState, from)
    const resumeState = checkpoint?.resumeState ?? verifiedState
    if (!resumeState && !this.context.isOpen) return runtime.reject(connection, 'closed')
    if (!resumeState && !this.context.admission.admits(connection.address))
      return runtime.reject(connection, 'uninvited')
    this.#add(channel, connection)
    connection.resend(from)
    // The client has missed nothing if its session was on this socket when the room hibernated, and if this instance
    // has sent nothing but replies since.
    const receivedAll = channel.hadSession(session) && runtime.hasOnlyReplied
    runtime.openSession(connection, resumeState && { resumeState, receivedAll })
  }

  #add(channel: SidecarChannel, connection: SidecarConnection): void {
    this.#connections.set(connection.token, connection)
    channel.connections.set(connection.number, connection)
  }

  /** [LINK-4] A rejected resume state ends only its own session. */
  #rejectResumeState(connection: SidecarConnection): void {
    this.context.log('info', 'resume state rejected', {
      session: connection.number,
      sidecar: connection.sidecar.sidecar,
    })
    connection.disconnect('the resume state is not of this room')
  }

  /** [LINK-8] */
  #timedOut(connection: SidecarConnection): void {
    this.context.log('info', 'not resumed', { session: connection.number })
    connection.lose()
    if (connection.session && connection.endReason === undefined)
      this.world.open()?.inbound.leave(connection.session)
    else this.connectionOver(connection)
  }
}

/**
 * [LINK-5] Whether the session resumes from its row: the row records the session's end, or contains the first
 * unacknowledged transaction `from` or a later one. Otherwise the session resumes from the sidecar's resume state.
 */
function isRecent({ endReason, framePart, lastAppliedSeq }: SessionCheckpoint, from: number): boolean {
  return endReason !== undefined || (framePart > 0 ? lastAppliedSeq + 1 : lastAppliedSeq) >= from
}
