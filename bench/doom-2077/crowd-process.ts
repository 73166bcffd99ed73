// The bench's end of the crowd: the process with the load clients, and the messages between the two.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

export interface WalkRequest {
  readonly port: number
  readonly count: number
  /** Datagrams that a client reads per second; 0: all at once. */
  readonly readsPerSecond: number
  readonly movesPerSecond: number
  readonly forMs: number
}

/** Milliseconds from one client's send to another's read. */
export interface WalkResult {
  readonly joined: number
  /** MOVEs that others should receive, and those that they did receive, without duplicates. */
  readonly expected: number
  readonly delivered: number
  readonly fanoutP50: number
  readonly fanoutP95: number
  /** Age of the newest MOVE that a client has of each other player, sampled every 50 ms. */
  readonly ageP50: number
  readonly ageP95: number
  readonly pingP50: number
  readonly pingP99: number
  /** Unread datagrams at the end, of the client with the most. */
  readonly unread: number
  /** The clients' CPU time in microseconds. */
  readonly processorUs: number
}

export type Command =
  | { readonly type: 'walk'; readonly request: WalkRequest }
  | { readonly type: 'flood'; readonly port: number; readonly addresses: number }

export type Reply =
  | { readonly type: 'walked'; readonly walk: WalkResult }
  | { readonly type: 'flooded'; readonly sent: number }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Joins, walks and leaves. */
  async walk(request: WalkRequest): Promise<WalkResult> {
    return (await this.#channel.request({ type: 'walk', request }, 'walked')).walk
  }

  /** Sends a JOIN from each of this many addresses of this machine. Returns how many were sent. */
  async flood(port: number, addresses: number): Promise<number> {
    return (await this.#channel.request({ type: 'flood', port, addresses }, 'flooded')).sent
  }

  end(): void {
    this.#channel.end()
  }
}
