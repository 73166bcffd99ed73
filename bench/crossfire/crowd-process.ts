// The bench's end of the crowd: the process with the load clients, and the messages between the two.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

/** A client's requests in turn, one at a time. */
export const requestKinds = ['stay', 'say', 'info', 'face'] as const
export type RequestKind = (typeof requestKinds)[number]

export interface LoginTimes {
  /** Milliseconds from the account's request to addme_success. */
  readonly loginP50: number
  readonly loginP95: number
}

export interface PlayResult {
  /** Milliseconds from request to answer, by kind. */
  readonly waits: {
    readonly [what in RequestKind]: { readonly count: number; readonly p50: number; readonly p95: number }
  }
  /** Unanswered requests and lost connections. */
  readonly lost: number
  /** To one client, per second. */
  readonly bytes: number
  readonly answers: number
  /** The clients' CPU time in microseconds. */
  readonly processorUs: number
}

export type Command =
  | { readonly type: 'enter'; readonly port: number; readonly count: number }
  | { readonly type: 'play'; readonly forMs: number }
  | { readonly type: 'step'; readonly steps: number }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'entered'; readonly entered: LoginTimes }
  | { readonly type: 'played'; readonly play: PlayResult }
  | { readonly type: 'stepped'; readonly bytes: number }
  | { readonly type: 'left' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Creates accounts and characters, ten at a time. */
  async enter(port: number, count: number): Promise<LoginTimes> {
    return (await this.#channel.request({ type: 'enter', port, count }, 'entered')).entered
  }

  async play(forMs: number): Promise<PlayResult> {
    return (await this.#channel.request({ type: 'play', forMs }, 'played')).play
  }

  /** The median bytes that one step sends to the first client, which already has the faces. */
  async step(steps: number): Promise<number> {
    return (await this.#channel.request({ type: 'step', steps }, 'stepped')).bytes
  }

  async leave(): Promise<void> {
    await this.#channel.request({ type: 'leave' }, 'left')
  }

  end(): void {
    this.#channel.end()
  }
}
