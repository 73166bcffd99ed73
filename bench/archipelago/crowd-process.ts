// The bench's end of the crowd: the process that holds the load clients, and what the two say to each other.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'
import type { Slot } from './client.ts'

export interface CrowdWanted {
  /** `http:`, of the room or of a sidecar's port. */
  readonly url: string
  /** Who comes, one client each; who comes again is another client of the same slot. */
  readonly slots: readonly Slot[]
  readonly deflate: boolean
}

export interface CheckingWanted {
  /** Checks a second of all clients together, whatever is answered; undefined: each checks when its last is answered. */
  readonly perSecond?: number
  readonly forMs: number
  /** Checks after which it is over, if it is not over before. */
  readonly most?: number
}

/** Waits in milliseconds from a check to the item at a client that receives it. */
export interface Checking {
  /** Answered. */
  readonly checks: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  /** Frames that all clients got. */
  readonly frames: number
  /** Connections lost, checks without an answer, items that nobody got. */
  readonly lost: number
  /** Microseconds of processor time of the clients. */
  readonly processorUs: number
}

export interface Release {
  /** That all clients got, and their bytes on the wire. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds until the last client got its last frame. */
  readonly ms: number
  /** Connections lost, items that nobody got. */
  readonly lost: number
}

export type Command =
  | { readonly type: 'enter'; readonly wanted: CrowdWanted }
  | { readonly type: 'check'; readonly wanted: CheckingWanted }
  | { readonly type: 'bounce'; readonly rounds: number; readonly atOnce: number }
  | { readonly type: 'release'; readonly items: number }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'entered'; readonly perSecond: number }
  | { readonly type: 'checked'; readonly checking: Checking }
  | { readonly type: 'bounced'; readonly perSecond: number }
  | { readonly type: 'released'; readonly release: Release }
  | { readonly type: 'left' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Clients a second, from the first connection to the last Connected. */
  async enter(wanted: CrowdWanted): Promise<number> {
    return (await this.#channel.tell({ type: 'enter', wanted }, 'entered')).perSecond
  }

  async check(wanted: CheckingWanted): Promise<Checking> {
    return (await this.#channel.tell({ type: 'check', wanted }, 'checked')).checking
  }

  /** Bounces to everybody, so many under way at once: so many a second. */
  async bounce(rounds: number, atOnce = 1): Promise<number> {
    return (await this.#channel.tell({ type: 'bounce', rounds, atOnce }, 'bounced')).perSecond
  }

  /** The first client's slot releases all it has: so many items. */
  async release(items: number): Promise<Release> {
    return (await this.#channel.tell({ type: 'release', items }, 'released')).release
  }

  async leave(): Promise<void> {
    await this.#channel.tell({ type: 'leave' }, 'left')
  }

  end(): void {
    this.#channel.end()
  }
}
