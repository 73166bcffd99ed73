import { yearlyStoragePrice } from '../../durable-objects/pricing/prices.ts'

/** The maximum size of one kind of stored data: a room's records of one key or prefix, an SQL table, or a file. */
export interface TableBound {
  readonly in: TableLocation
  /** A key, or a prefix of keys followed by `*`, or the name of an SQL table or file. */
  readonly table: string
  readonly kind: Kind
  /** The maximum number of rows at any time, however long the room exists. */
  readonly rows: number
  readonly bytes: number
  /** The reason for the bound, for example an option, a constant, or the deletion of old rows. */
  readonly by: string
}

/**
 * `fixed`: the size of the data does not change after the creation. `capped`: the data grows up to the bound.
 * `passing`: each row expires after some time.
 */
type Kind = 'fixed' | 'capped' | 'passing'

/** The location of stored data: a game's slug, `room` for every room, `directory`, `uploads` or `state folder`. */
export type TableLocation = string

/** The bounds of the tables in one location, by table. */
export function boundsIn(
  place: TableLocation,
  tables: { readonly [table: string]: Omit<TableBound, 'in' | 'table'> },
): TableBound[] {
  return Object.entries(tables).map(([table, bound]) => ({ in: place, table, ...bound }))
}

/** Finds the bound of a table. If several bounds match, it returns the most specific one. */
export function findBound(
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
