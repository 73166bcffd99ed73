// The bench's end of the process that is on both sides of a sidecar: the clients at its door, and the room of its link.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

/** Bytes of what a client says and of what it is answered, as Soaprun's `myPo` and a `Flds` of some players are. */
export const askedBytes = 24
export const answerBytes = 400
/** A room's tick: so many casts to all in one message, of so many bytes each. */
export const tick = { everyMs: 10, casts: 3, bytes: 100 } as const

export interface Played {
  /** Frames that came to clients. */
  readonly frames: number
  /** Messages that the room had from the sidecar meanwhile. */
  readonly messages: number
}

export type Command =
  | { readonly type: 'room' }
  | { readonly type: 'enter'; readonly port: number; readonly count: number }
  | { readonly type: 'ask'; readonly forMs: number }
  | { readonly type: 'listen'; readonly forMs: number }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'done' }
  | { readonly type: 'room'; readonly port: number }
  | { readonly type: 'played'; readonly played: Played }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** The port of a WebSocket server that speaks as a room does. */
  async room(): Promise<number> {
    return (await this.#channel.tell({ type: 'room' }, 'room')).port
  }

  async enter(port: number, count: number): Promise<void> {
    await this.#channel.tell({ type: 'enter', port, count }, 'done')
  }

  /** Each client asks again as soon as it is answered. */
  async ask(forMs: number): Promise<Played> {
    return (await this.#channel.tell({ type: 'ask', forMs }, 'played')).played
  }

  /** The room ticks, and clients say nothing. */
  async listen(forMs: number): Promise<Played> {
    return (await this.#channel.tell({ type: 'listen', forMs }, 'played')).played
  }

  async leave(): Promise<void> {
    await this.#channel.tell({ type: 'leave' }, 'done')
  }

  end(): void {
    this.#channel.end()
  }
}
