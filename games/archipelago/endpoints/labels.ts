// Words for the numbers of the protocol.
import type { Json } from '../../game.ts'
import { itemClasses } from '../seed/item-class.ts'
import { clientStatusCodes } from '../slots/slot-states.ts'

export { formatIsoTime } from '../gathering/utc-time.ts'

const slotTypes = ['spectator', 'player', 'group'] as const
export type SlotTypeName = (typeof slotTypes)[number]

export function slotTypeName(type: 0 | 1 | 2): SlotTypeName {
  return slotTypes[type]
}

/** Maximum length of a status in UTF-16 units. A longer status is cut. */
const maxStatusLength = 80

/**
 * `text`: the status as JSON text. A client can send any JSON value, and even NaN, which standard JSON lacks. A text
 * that equals the name of a status keeps its quotes, so that it does not look like that status.
 */
export function statusName(text: string): Json {
  const name = statusNames.get(text)
  if (name !== undefined) return name
  if (text.length > maxStatusLength) return text.slice(0, maxStatusLength)
  if (/NaN|Infinity/.test(text)) return null
  const value = JSON.parse(text) as Json
  return typeof value === 'string' && Object.hasOwn(clientStatusCodes, value) ? text : value
}

const statusNames: ReadonlyMap<string, string> = new Map(
  Object.entries(clientStatusCodes).map(([name, status]) => [`${status}`, name]),
)

/** The names of the flags, for example `progression, trap`. An item without flags is filler. */
export function classificationName(flags: number): string {
  const names = itemClasses.filter((name, bit) => name !== 'filler' && flags & (1 << bit))
  return names.join(', ') || 'filler'
}
