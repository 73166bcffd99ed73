// What numbers of the protocol are called where people read them, and programs that take words. Who uses it: the readings.
import type { Json } from '../../game.ts'
import { statuses } from '../slots/standings.ts'

const types = ['spectator', 'player', 'group'] as const
export type TypeName = (typeof types)[number]

/** Of a slot. */
export function typeName(type: 0 | 1 | 2): TypeName {
  return types[type]
}

/** Characters of a status that are shown: a client may have said a million. */
const longestStatus = 80

/** `text`: of a status as JSON. A client may have said any JSON, and NaN, which Python's JSON has and no other. */
export function statusName(text: string): Json {
  const name = statusNames.get(text)
  if (text.length > longestStatus) return text.slice(0, longestStatus)
  return name ?? (/NaN|Infinity/.test(text) ? null : (JSON.parse(text) as Json))
}

const statusNames: ReadonlyMap<string, string> = new Map(
  Object.entries(statuses).map(([name, status]) => [`${status}`, name]),
)

/** `progression, trap`; what is none of the three is filler. */
export function kindName(flags: number): string {
  const names = itemKinds.filter(({ flag }) => flags & flag).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : 'filler'
}

const itemKinds = [
  { flag: 1, name: 'progression' },
  { flag: 2, name: 'useful' },
  { flag: 4, name: 'trap' },
] as const
