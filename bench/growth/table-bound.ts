// Bounds of tables, and how they are printed.
import { yearlyStoragePrice } from '../../durable-objects/usage/prices.ts'

/** A bound on stored data: records of a room by key, SQL tables, files of the state folder. */
export interface TableBound {
  readonly in: TableLocation
  /** A key, or its prefix and `*`; the name of a table or file. */
  readonly table: string
  readonly kind: Kind
  /** The maximum number at any time, however long the room exists. */
  readonly rows: number
  /** Bytes of all rows together. */
  readonly bytes: number
  /** The reason for the bound: an option, a constant, or the code that deletes rows. */
  readonly by: string
}

/** `fixed`: stays as at the creation. `capped`: grows up to the bound. `passing`: each row expires after a time. */
type Kind = 'fixed' | 'capped' | 'passing'

/** A game's slug, `room` for every room, `directory`, `uploads` or `state folder`. */
export type TableLocation = string

/** The most specific bound for this key or table, if any. */
export function boundOf(
  bounds: readonly TableBound[],
  place: TableLocation,
  name: string,
): TableBound | undefined {
  const fits = bounds.filter((bound) => bound.in === place && isOf(bound, name))
  return fits.sort((a, b) => b.table.length - a.table.length)[0]
}

function isOf({ table }: TableBound, name: string): boolean {
  return table.endsWith('*') ? name.startsWith(table.slice(0, -1)) : name === table
}

/** A table in Markdown. */
export function formatBounds(bounds: readonly TableBound[]): string {
  const lines = bounds.map(
    ({ in: place, table, kind, rows, bytes, by }) =>
      `| ${place} | \`${table}\` | ${kind} | ${rows.toLocaleString('en-US')} | ${size(bytes)} | ${dollars(bytes)} | ${by} |`,
  )
  return [
    '| in | table | kind | max rows | max bytes | per year | bounded by |',
    '| --- | --- | --- | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n')
}

function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return bytes >= 1000 ? `${(bytes / 1000).toFixed(1)} kB` : `${bytes} B`
}

function dollars(bytes: number): string {
  const price = yearlyStoragePrice(bytes)
  return price < 0.01 ? '< $0.01' : `$${price.toFixed(2)}`
}
