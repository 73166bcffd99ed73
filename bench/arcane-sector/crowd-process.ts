// The bench's end of the crowd: the process that holds the load clients, and what the two say to each other.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

export interface CrowdWanted {
  readonly port: number
  readonly count: number
  /** Everybody walks to a place of its own, two tiles from the next row; else all stay where they start. */
  readonly spread: boolean
}

export interface WalkWanted {
  /** Steps a second of each, forward and back in turn, whatever is answered. */
  readonly perSecond: number
  readonly warmUpMs: number
  readonly forMs: number
}

/** Waits in milliseconds from a MOVE to the POSI that answers it; the unanswered count with their age. */
export interface Walk {
  readonly moves: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly unanswered: number
  readonly lost: number
  /** To all clients, a second. */
  readonly packets: number
  readonly bytes: number
  /** Microseconds of processor time of the clients. */
  readonly processorUs: number
}

export type Command =
  | { readonly type: 'enter'; readonly wanted: CrowdWanted }
  | { readonly type: 'walk'; readonly wanted: WalkWanted }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'entered'; readonly perSecond: number }
  | { readonly type: 'walked'; readonly walk: Walk }
  | { readonly type: 'left' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Logins a second, ten at a time, passwords chosen or checked. */
  async enter(wanted: CrowdWanted): Promise<number> {
    return (await this.#channel.tell({ type: 'enter', wanted }, 'entered')).perSecond
  }

  async walk(wanted: WalkWanted): Promise<Walk> {
    return (await this.#channel.tell({ type: 'walk', wanted }, 'walked')).walk
  }

  async leave(): Promise<void> {
    await this.#channel.tell({ type: 'leave' }, 'left')
  }

  end(): void {
    this.#channel.end()
  }
}
