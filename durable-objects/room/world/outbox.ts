// A transaction's output: held until the transaction is committed, dropped if it fails.
import type { Frame } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { ClientSession, Multicaster, SessionConnection } from '../sessions/client-session.ts'
import { stepsToSend } from '../sessions/work-quota.ts'

type Output =
  | { readonly kind: 'frame'; readonly session: ClientSession; readonly frame: Frame }
  | {
      readonly kind: 'cast'
      readonly sessions: Set<ClientSession>
      readonly frame: Frame
      readonly urgency: Urgency
    }
  | { readonly kind: 'close'; readonly session: ClientSession; readonly reason: string }

export class Outbox {
  readonly #outputs: Output[] = []

  /** Sending the same frame to several sessions in a row makes a multicast, which is transmitted once. */
  addFrame(session: ClientSession, frame: Frame): void {
    const last = this.#outputs.at(-1)
    if (last?.kind === 'frame' && last.frame === frame && last.session !== session) {
      this.#outputs.pop()
      this.multicast(new Set([last.session, session]), frame)
    } else if (
      last?.kind === 'cast' &&
      last.frame === frame &&
      last.urgency === 'soon' &&
      !last.sessions.has(session)
    )
      last.sessions.add(session)
    else this.#outputs.push({ kind: 'frame', session, frame })
  }

  /** Takes ownership of the set. */
  multicast(sessions: Set<ClientSession>, frame: Frame, urgency: Urgency = 'soon'): void {
    this.#outputs.push({ kind: 'cast', sessions, frame, urgency })
  }

  addClose(session: ClientSession, reason: string): void {
    this.#outputs.push({ kind: 'close', session, reason })
  }

  /** Cost of sending, in steps and in bytes. */
  get cost(): { readonly steps: number; readonly bytes: number } {
    let steps = 0
    let bytes = 0
    for (const output of this.#outputs) {
      if (output.kind === 'close') continue
      const receivers = output.kind === 'cast' ? output.sessions.size : 1
      steps += stepsToSend(output.frame, receivers)
      bytes += output.frame.length * receivers
    }
    return { steps, bytes }
  }

  /** Whether there is output to sessions other than `replying`. */
  hasOutputBeyond(replying: ClientSession | undefined): boolean {
    return this.#outputs.some(
      (output) => output.kind === 'cast' || (output.kind === 'frame' && output.session !== replying),
    )
  }

  /** Output to `session`, multicasts included. */
  repliesTo(session: ClientSession): Frame[] {
    const replies: Frame[] = []
    for (const output of this.#outputs) {
      if (output.kind === 'frame' && output.session === session) replies.push(output.frame)
      else if (output.kind === 'cast' && output.sessions.has(session)) replies.push(output.frame)
    }
    return replies
  }

  /** Sends all in order, except the replies to `replying`, which its connection sends. */
  send(
    replying: ClientSession | undefined,
    owner: { endSession(session: ClientSession, reason: string): void },
  ): void {
    for (const output of this.#outputs) {
      if (output.kind === 'cast') multicast(output.sessions, replying, output.frame, output.urgency)
      else if (output.kind === 'close') owner.endSession(output.session, output.reason)
      else if (output.session !== replying && !output.session.hasEnded)
        output.session.connection.send(output.frame)
    }
  }
}

/** Connections of one multicaster get the frame together. */
function multicast(
  sessions: Iterable<ClientSession>,
  replying: ClientSession | undefined,
  frame: Frame,
  urgency: Urgency,
): void {
  const byMulticaster = new Map<Multicaster, SessionConnection[]>()
  for (const session of sessions) {
    if (session.hasEnded || session === replying) continue
    const { connection } = session
    const connections = connection.multicaster && byMulticaster.get(connection.multicaster)
    if (connections) connections.push(connection)
    else if (connection.multicaster) byMulticaster.set(connection.multicaster, [connection])
    else connection.send(frame, urgency)
  }
  for (const [caster, lines] of byMulticaster) caster.multicast(lines, frame, urgency)
}
