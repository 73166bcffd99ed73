// Words for the protocol's numbers, for people and for programs that expect words. Used by the endpoints.
import type { Json } from '../../game.ts'
import { clientStatusCodes } from '../slots/slot-states.ts'

const slotTypes = ['spectator', 'player', 'group'] as const
export type SlotTypeName = (typeof slotTypes)[number]

/** The type of a slot. */
export function slotTypeName(type: 0 | 1 | 2): SlotTypeName {
  return slotTypes[type]
}

/** Maximum characters of a status: a client may have sent a million. */
const maxStatusLength = 80

/** `text`: a status as JSON. A client may have sent any JSON, including Python's NaN, which standard JSON lacks. */
export function statusName(text: string): Json {
  const name = statusNames.get(text)
  if (text.length > maxStatusLength) return text.slice(0, maxStatusLength)
  return name ?? (/NaN|Infinity/.test(text) ? null : (JSON.parse(text) as Json))
}

const statusNames: ReadonlyMap<string, string> = new Map(
  Object.entries(clientStatusCodes).map(([name, status]) => [`${status}`, name]),
)

/** `progression, trap`; an item with none of the three flags is filler. */
export function classificationName(flags: number): string {
  const names = itemKinds.filter(({ flag }) => flags & flag).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : 'filler'
}

const itemKinds = [
  { flag: 1, name: 'progression' },
  { flag: 2, name: 'useful' },
  { flag: 4, name: 'trap' },
] as const
