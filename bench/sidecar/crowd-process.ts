// The bench's end of the process on both sides of a sidecar: the clients at its listener, and the room of its link.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

/** Bytes of a request and of its answer, like Soaprun's `myPo` and a `Flds` of some players. */
export const requestBytes = 24
export const answerBytes = 400
/** A room's tick: the number of multicasts to all in one message, and the bytes of each. */
export const roomTick = { everyMs: 10, casts: 3, bytes: 100 } as const

export interface EchoResult {
  /** Frames received by clients. */
  readonly frames: number
  /** Messages from the sidecar to the room in that time. */
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
  | { readonly type: 'played'; readonly played: EchoResult }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** The port of a WebSocket server that behaves like a room. */
  async room(): Promise<number> {
    return (await this.#channel.request({ type: 'room' }, 'room')).port
  }

  async enter(port: number, count: number): Promise<void> {
    await this.#channel.request({ type: 'enter', port, count }, 'done')
  }

  /** Each client sends its next request as soon as it is answered. */
  async ask(forMs: number): Promise<EchoResult> {
    return (await this.#channel.request({ type: 'ask', forMs }, 'played')).played
  }

  /** The room ticks, and clients send nothing. */
  async listen(forMs: number): Promise<EchoResult> {
    return (await this.#channel.request({ type: 'listen', forMs }, 'played')).played
  }

  async leave(): Promise<void> {
    await this.#channel.request({ type: 'leave' }, 'done')
  }

  end(): void {
    this.#channel.end()
  }
}
