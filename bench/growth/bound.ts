// What a bound of a table is, and how the tables are printed.
import { priceOfKeeping } from '../../durable-objects/prices.ts'

/** Every place where something is kept: records of a room by their keys, tables of SQL, files of the state folder. */
export interface Bound {
  readonly in: Place
  /** A key, or its beginning and `*`; a table's name; a file's. */
  readonly table: string
  readonly kind: Kind
  /** The most that there are at any time, however long the room lives. */
  readonly rows: number
  /** Of all rows together. */
  readonly bytes: number
  /** What holds it there: an option, a constant, what takes rows away. */
  readonly by: string
}

/**
 * `fixed`: as many as at the creation, whatever happens. `capped`: grows up to the bound and no further. `passing`: each row goes
 * by itself after a time.
 */
export type Kind = 'fixed' | 'capped' | 'passing'

export type Place =
  | 'room'
  | 'soaprun'
  | 'arcane-sector'
  | 'doom-2077'
  | 'archipelago'
  | 'crossfire'
  | 'directory'
  | 'uploads'
  | 'state folder'

/** The bound that holds for this key or table; undefined: nobody has thought of it. */
export function boundOf(bounds: readonly Bound[], place: Place, name: string): Bound | undefined {
  const fits = bounds.filter((bound) => bound.in === place && isOf(bound, name))
  return fits.sort((a, b) => b.table.length - a.table.length)[0]
}

function isOf({ table }: Bound, name: string): boolean {
  return table.endsWith('*') ? name.startsWith(table.slice(0, -1)) : name === table
}

/** As a table in Markdown. */
export function printed(bounds: readonly Bound[]): string {
  const lines = bounds.map(
    ({ in: place, table, kind, rows, bytes, by }) =>
      `| ${place} | \`${table}\` | ${kind} | ${rows.toLocaleString('en-US')} | ${size(bytes)} | ${dollars(bytes)} | ${by} |`,
  )
  return [
    '| in | table | kind | most rows | most bytes | a year | held by |',
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
  const price = priceOfKeeping(bytes)
  return price < 0.01 ? '< $0.01' : `$${price.toFixed(2)}`
}
