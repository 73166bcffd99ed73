// The bench's end of the crowd: the process that holds the load clients, and what the two say to each other.
import { join } from 'node:path'
import type { Node } from '../../games/soaprun/board/board.ts'
import { CrowdChannel } from '../crowd-channel.ts'

export interface RunWanted {
  /** `natural`: as the stock client; `flood`: as fast as answers come. One packet of a client is under way at a time. */
  readonly pace: 'natural' | 'flood'
  /** One packet in twenty draws. */
  readonly drawing: boolean
  readonly warmUpMs: number
  readonly forMs: number
}

/** Waits in milliseconds from a packet to its answer. */
export interface Run {
  /** Packets answered, the warm-up's too. */
  readonly answers: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Connections lost, and answers that were not what was asked for. */
  readonly wrong: number
  /** Microseconds of processor time of the clients, the warm-up's too. */
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
  | { readonly type: 'run'; readonly wanted: RunWanted }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'done' }
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'left'; readonly drawings: readonly Drawing[] }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Full logins of `count` clients; with `canvas` each then walks to its own cell of it. */
  async enter(port: number, count: number, canvas?: readonly Node[]): Promise<void> {
    await this.#channel.tell({ type: 'enter', port, count, ...(canvas && { canvas }) }, 'done')
  }

  async run(wanted: RunWanted): Promise<Run> {
    return (await this.#channel.tell({ type: 'run', wanted }, 'run')).run
  }

  /** What each client drew last, if it drew. */
  async leave(): Promise<readonly Drawing[]> {
    return (await this.#channel.tell({ type: 'leave' }, 'left')).drawings
  }

  end(): void {
    this.#channel.end()
  }
}
