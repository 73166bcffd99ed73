// A range of ports, as a sidecar is given one and says so.

/** Both ends are in it. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** Reads `40000-40099`; undefined: it is no range of ports. */
export function portRangeOf(text: string): PortRange | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const range = { first: Number(first), last: Number(last) }
  return range.first >= 1 && range.first <= range.last && range.last <= 65_535 ? range : undefined
}
