import { type PyValue, toInt, toWholeNumber } from '../python/values.ts'

/** The numbers of Archipelago's HintStatus. */
export const hintStatus = { unspecified: 0, noPriority: 10, avoid: 20, priority: 30, found: 40 } as const

const statusNames: ReadonlyMap<number, string> = new Map([
  [hintStatus.unspecified, 'unspecified'],
  [hintStatus.noPriority, 'no priority'],
  [hintStatus.avoid, 'avoid'],
  [hintStatus.priority, 'priority'],
  [hintStatus.found, 'found'],
])

/** Returns `unknown` for numbers without a name, which saves from other servers may contain. */
export function hintStatusName(status: number): string {
  return statusNames.get(status) ?? 'unknown'
}

/** Like Python, accepts 30.0 as 30 and False as 0. Undefined if the value is not a status. */
export function parseHintStatus(value: PyValue): number | undefined {
  const number = toWholeNumber(value) ?? toInt(value)
  return typeof number === 'number' && statusNames.has(number) ? number : undefined
}
