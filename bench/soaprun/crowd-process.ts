// The bench's end of the crowd: the process with the load clients, and the messages between the two.
import { join } from 'node:path'
import type { Node } from '../../games/soaprun/board/board.ts'
import { CrowdChannel } from '../crowd-channel.ts'

export interface RunRequest {
  /** `natural`: like the stock client; `flood`: as fast as answers arrive. One packet per client is in flight. */
  readonly pace: 'natural' | 'flood'
  /** Whether one packet in twenty draws. */
  readonly drawing: boolean
  readonly warmUpMs: number
  readonly forMs: number
}

/** Milliseconds from a packet to its answer. */
export interface RunResult {
  /** Answered packets, including the warm-up's. */
  readonly answers: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Lost connections and wrong answers. */
  readonly wrong: number
  /** The clients' CPU time in microseconds, including the warm-up's. */
  readonly processorUs: number
}

/** A tile that the room has acknowledged. */
export interface Drawing extends Node {
  readonly tile: number
}

export type Command =
  | {
      readonly type: 'enter'
      readonly port: number
      readonly count: number
      readonly canvas?: readonly Node[]
    }
  | { readonly type: 'run'; readonly request: RunRequest }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'done' }
  | { readonly type: 'run'; readonly run: RunResult }
  | { readonly type: 'left'; readonly drawings: readonly Drawing[] }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Logs in `count` clients; with `canvas` each then walks to its own cell of it. */
  async enter(port: number, count: number, canvas?: readonly Node[]): Promise<void> {
    await this.#channel.request({ type: 'enter', port, count, ...(canvas && { canvas }) }, 'done')
  }

  async run(request: RunRequest): Promise<RunResult> {
    return (await this.#channel.request({ type: 'run', request }, 'run')).run
  }

  /** Disconnects the clients and returns the last drawing of each that drew. */
  async leave(): Promise<readonly Drawing[]> {
    return (await this.#channel.request({ type: 'leave' }, 'left')).drawings
  }

  end(): void {
    this.#channel.end()
  }
}
