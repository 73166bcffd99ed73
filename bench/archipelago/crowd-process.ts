// The bench's end of the crowd: the process with the load clients, and the messages between the two.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'
import type { Operation, Slot } from './client.ts'

export interface CrowdRequest {
  /** `http:`, of the room or of a sidecar's port. */
  readonly url: string
  /** One client per entry; the same slot may have several. */
  readonly slots: readonly Slot[]
  readonly deflate: boolean
}

export interface CheckRequest {
  /** Checks per second of all clients together; undefined if each client checks after its last answer. */
  readonly perSecond?: number
  readonly forMs: number
  /** Ends the run early after this many checks. */
  readonly most?: number
}

/** Milliseconds from a check to the item at its receiver. */
export interface CheckResult {
  /** Number of answered checks. */
  readonly checks: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  /** Frames received by all clients. */
  readonly frames: number
  /** Lost connections, unanswered checks and undelivered items. */
  readonly lost: number
  /** The clients' CPU time in microseconds. */
  readonly processorUs: number
}

export interface OperationRequest {
  readonly kind: Operation
  /** How many clients ask, each after its last answer. */
  readonly clients: number
  readonly forMs: number
}

export interface OperationResult {
  readonly answered: number
  readonly perSecond: number
}

export interface Release {
  /** Received by all clients, with their bytes on the wire. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds until the last client received its last frame. */
  readonly ms: number
  /** Lost connections and undelivered items. */
  readonly lost: number
}

export type Command =
  | { readonly type: 'enter'; readonly request: CrowdRequest }
  | { readonly type: 'check'; readonly request: CheckRequest }
  | { readonly type: 'bounce'; readonly rounds: number; readonly atOnce: number }
  | { readonly type: 'release'; readonly items: number }
  | { readonly type: 'operate'; readonly request: OperationRequest }
  | { readonly type: 'leave' }

export type Reply =
  | { readonly type: 'entered'; readonly perSecond: number }
  | { readonly type: 'checked'; readonly checking: CheckResult }
  | { readonly type: 'bounced'; readonly perSecond: number }
  | { readonly type: 'operated'; readonly operated: OperationResult }
  | { readonly type: 'released'; readonly release: Release }
  | { readonly type: 'left' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** Clients per second, from the first connection to the last Connected. */
  async enter(request: CrowdRequest): Promise<number> {
    return (await this.#channel.request({ type: 'enter', request }, 'entered')).perSecond
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    return (await this.#channel.request({ type: 'check', request }, 'checked')).checking
  }

  /** Bounces to all clients per second; at most `atOnce` are in flight. */
  async bounce(rounds: number, atOnce = 1): Promise<number> {
    return (await this.#channel.request({ type: 'bounce', rounds, atOnce }, 'bounced')).perSecond
  }

  async operate(request: OperationRequest): Promise<OperationResult> {
    return (await this.#channel.request({ type: 'operate', request }, 'operated')).operated
  }

  /** The first client's slot releases all its items, of this number. */
  async release(items: number): Promise<Release> {
    return (await this.#channel.request({ type: 'release', items }, 'released')).release
  }

  async leave(): Promise<void> {
    await this.#channel.request({ type: 'leave' }, 'left')
  }

  end(): void {
    this.#channel.end()
  }
}
