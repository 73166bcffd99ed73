/** A range of ports, both ends included. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** Parses `40000-40099`; undefined if it is not a port range. */
export function parsePortRange(text: string): PortRange | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const range = { first: Number(first), last: Number(last) }
  return range.first >= 1 && range.first <= range.last && range.last <= 65_535 ? range : undefined
}
