// Work that can exceed the CPU limit of one event (30 s, soon reached on a slow machine). It is split into parts, each
// in an event of its own.
import type { Json } from './game-context.ts'

/**
 * One part is done. The caller repeats its request with `continuation`, possibly to another instance.
 * @example games/crossfire/create-room.ts
 */
export interface InProgress {
  readonly inProgress: {
    /** Continuation state that only the game reads. Contains no secrets. */
    readonly continuation: Json
    /** Progress from 0 to 1. */
    readonly progress: number
  }
}

export function isInProgress<T extends object>(
  answer: T,
): answer is Extract<T, { readonly inProgress: object }> {
  return 'inProgress' in answer
}
