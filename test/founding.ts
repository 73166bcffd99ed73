// What games are founded of and what they give, in memory.
import type { Founded, Founding, Game, Pieces, Refused, Value } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { handedIn } from '../games/shared/handed-in.ts'
import { isUnderway } from '../games/underway.ts'

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

/** All parts of a founding, one after another, with the records of all. */
export async function foundWhole(
  part: (input: Founding) => ReturnType<Game['found']>,
  input: Founding,
): Promise<Founded | Refused> {
  const records: [string, Value | Pieces][] = []
  for (let since = input.since; ; ) {
    const founded = await part({ ...input, ...(since !== undefined && { since }) })
    if (isRefused(founded)) return founded
    // Bytes are good until the next record is asked for.
    for (const [key, value] of founded.records)
      records.push([key, value instanceof Uint8Array ? value.slice() : value])
    if (!isUnderway(founded)) return { ...founded, records }
    since = founded.underway.since
  }
}
