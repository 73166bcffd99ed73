// Work that is more than one event may take: the platform gives each 30 s of the processor, and on a slow machine that is soon
// over. It is done in parts, each in an event of its own.
import type { Json } from './host.ts'

/** One part is done. What was asked is to be asked again with `since`, maybe of another instance. */
export interface Underway {
  readonly underway: {
    /** Where it goes on, for the game alone to read; without secrets. */
    readonly since: Json
    /** How much of it is done, 0 to 1. */
    readonly share: number
  }
}

export function isUnderway<T extends object>(answer: T): answer is Extract<T, { readonly underway: object }> {
  return 'underway' in answer
}
