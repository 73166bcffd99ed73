// The bench's end of the crowd: the process with the load clients, and the messages between the two.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

export interface CrowdRequest {
  readonly port: number
  readonly count: number
  /** Whether players walk to places of their own, two tiles from the next row. Otherwise all stay at the start. */
  readonly spread: boolean
}

export interface WalkRequest {
  /** Steps per second of each client, alternately forward and back, independent of answers. */
  readonly perSecond: number
  readonly warmUpMs: number
  readonly forMs: number
}

/** Milliseconds from a MOVE to the POSI that answers it; unanswered ones count with their age. */
export interface WalkResult {
  readonly moves: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly unanswered: number
  readonly lost: number
  /** Per second, of all clients. */
  readonly packets: number
  readonly bytes: number
  /** The clients' CPU time in microseconds. */
  readonly processorUs: number
}

export type Command =
  | { readonly type: 'enter'; readonly request: CrowdRequest }
  | { readonly type: 'walk'; readonly request: WalkRequest }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'entered'; readonly perSecond: number }
  | { readonly type: 'walked'; readonly walk: WalkResult }
  | { readonly type: 'left' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Logins per second, ten at a time, with passwords set or checked. */
  async enter(request: CrowdRequest): Promise<number> {
    return (await this.#channel.request({ type: 'enter', request }, 'entered')).perSecond
  }

  async walk(request: WalkRequest): Promise<WalkResult> {
    return (await this.#channel.request({ type: 'walk', request }, 'walked')).walk
  }

  async leave(): Promise<void> {
    await this.#channel.request({ type: 'leave' }, 'left')
  }

  end(): void {
    this.#channel.end()
  }
}
