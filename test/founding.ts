// What games are founded of and what they give, in memory.
import type { Founded, Founding, Value } from '../games/game.ts'
import { handedIn } from '../games/shared/handed-in.ts'

/** Files by their fields, as a host hands them in. */
export function handed(files: { readonly [field: string]: Uint8Array }): Founding['files'] {
  return new Map(Object.entries(files).map(([field, bytes]) => [field, handedIn(field, bytes)]))
}

/** The records of a founding, each whole. */
export function* whole({ records }: Pick<Founded, 'records'>): Generator<[key: string, value: Value]> {
  for (const [key, value] of records)
    yield [
      key,
      typeof value === 'function'
        ? new Uint8Array(Buffer.concat(Array.from(value(), (piece) => piece.slice())))
        : value,
    ]
}
