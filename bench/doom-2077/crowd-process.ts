// The bench's end of the crowd: the process that holds the load clients, and what the two say to each other.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

export interface WalkWanted {
  readonly port: number
  readonly count: number
  /** Datagrams a second that a client reads; 0: all at once. */
  readonly readsPerSecond: number
  readonly movesPerSecond: number
  readonly forMs: number
}

/** Milliseconds, from one client's send to another's reading of it. */
export interface Walk {
  readonly joined: number
  /** MOVEs that others were to be told, and those that they were told, each once. */
  readonly expected: number
  readonly delivered: number
  readonly fanoutP50: number
  readonly fanoutP95: number
  /** Of the newest MOVE that a client knows of each other, looked at every 50 ms. */
  readonly ageP50: number
  readonly ageP95: number
  readonly pingP50: number
  readonly pingP99: number
  /** Datagrams that nobody had read at the end, of the client with most. */
  readonly unread: number
  /** Microseconds of processor time of the clients. */
  readonly processorUs: number
}

export type Command =
  | { readonly type: 'walk'; readonly wanted: WalkWanted }
  | { readonly type: 'flood'; readonly port: number; readonly addresses: number }

export type Reply =
  | { readonly type: 'walked'; readonly walk: Walk }
  | { readonly type: 'flooded'; readonly sent: number }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Joins, walks and leaves again. */
  async walk(wanted: WalkWanted): Promise<Walk> {
    return (await this.#channel.tell({ type: 'walk', wanted }, 'walked')).walk
  }

  /** A JOIN from each of so many addresses of this machine; back with how many left. */
  async flood(port: number, addresses: number): Promise<number> {
    return (await this.#channel.tell({ type: 'flood', port, addresses }, 'flooded')).sent
  }

  end(): void {
    this.#channel.end()
  }
}
