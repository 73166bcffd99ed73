// A transaction's output: held until the transaction is committed, dropped if it fails.
import type { Frame } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Connection, Multicaster } from '../sessions/connection.ts'
import { stepsToSend } from '../sessions/work-quota.ts'

type Output =
  | { readonly kind: 'frame'; readonly client: ClientSession; readonly frame: Frame }
  | {
      readonly kind: 'cast'
      readonly clients: Set<ClientSession>
      readonly frame: Frame
      readonly urgency: Urgency
    }
  | { readonly kind: 'close'; readonly client: ClientSession; readonly reason: string }

export class Outbox {
  readonly #outputs: Output[] = []

  /** Sending the same frame to several sessions in a row makes a multicast, which is transmitted once. */
  addFrame(client: ClientSession, frame: Frame): void {
    const last = this.#outputs.at(-1)
    if (last?.kind === 'frame' && last.frame === frame && last.client !== client) {
      this.#outputs.pop()
      this.multicast(new Set([last.client, client]), frame)
    } else if (
      last?.kind === 'cast' &&
      last.frame === frame &&
      last.urgency === 'soon' &&
      !last.clients.has(client)
    )
      last.clients.add(client)
    else this.#outputs.push({ kind: 'frame', client, frame })
  }

  /** Takes ownership of the set. */
  multicast(clients: Set<ClientSession>, frame: Frame, urgency: Urgency = 'soon'): void {
    this.#outputs.push({ kind: 'cast', clients, frame, urgency })
  }

  addClose(client: ClientSession, reason: string): void {
    this.#outputs.push({ kind: 'close', client, reason })
  }

  /** Cost of sending, in steps and in bytes. */
  get cost(): { readonly steps: number; readonly bytes: number } {
    let steps = 0
    let bytes = 0
    for (const output of this.#outputs) {
      if (output.kind === 'close') continue
      const receivers = output.kind === 'cast' ? output.clients.size : 1
      steps += stepsToSend(output.frame, receivers)
      bytes += output.frame.length * receivers
    }
    return { steps, bytes }
  }

  /** Whether there is output to sessions other than `replyingClient`. */
  hasOutputBeyond(replyingClient: ClientSession | undefined): boolean {
    return this.#outputs.some(
      (output) => output.kind === 'cast' || (output.kind === 'frame' && output.client !== replyingClient),
    )
  }

  /** Output to `client`, multicasts included. */
  repliesTo(client: ClientSession): Frame[] {
    const replies: Frame[] = []
    for (const output of this.#outputs) {
      if (output.kind === 'frame' && output.client === client) replies.push(output.frame)
      else if (output.kind === 'cast' && output.clients.has(client)) replies.push(output.frame)
    }
    return replies
  }

  /** Sends all in order, except the replies to `replyingClient`, which its connection holds. */
  send(
    replyingClient: ClientSession | undefined,
    end: (client: ClientSession, reason: string) => void,
  ): void {
    for (const output of this.#outputs) {
      if (output.kind === 'cast') multicast(output.clients, replyingClient, output.frame, output.urgency)
      else if (output.kind === 'close') end(output.client, output.reason)
      else if (output.client !== replyingClient && !output.client.hasEnded)
        output.client.connection.send(output.frame)
    }
  }
}

/** Connections of one multicaster get the frame together. */
function multicast(
  clients: Iterable<ClientSession>,
  replyingClient: ClientSession | undefined,
  frame: Frame,
  urgency: Urgency,
): void {
  const byMulticaster = new Map<Multicaster, Connection[]>()
  for (const client of clients) {
    if (client.hasEnded || client === replyingClient) continue
    const { connection } = client
    const connections = connection.multicaster && byMulticaster.get(connection.multicaster)
    if (connections) connections.push(connection)
    else if (connection.multicaster) byMulticaster.set(connection.multicaster, [connection])
    else connection.send(frame, urgency)
  }
  for (const [caster, lines] of byMulticaster) caster.multicast(lines, frame, urgency)
}
