// [CF-23.12]
import type { Json } from '../../../../game.ts'
import type { Position } from '../../../model/definitions/level-plan.ts'
import type { Area } from '../../../model/definitions/script.ts'
import type { GameState, Level } from '../../../model/state/game-state.ts'
import { sanitizeRecordName } from '../dialogue/script-call.ts'

const maxAreasPerMap = 20

interface RestrictedArea extends Area {
  readonly restricts: 'building' | 'magic'
}

export function isRestricted(
  { serviceRecords }: GameState,
  { name }: Level,
  at: Position,
  action: RestrictedArea['restricts'],
): boolean {
  return restrictedAreas(serviceRecords, name).some((each) => each.restricts === action && isInArea(each, at))
}

/** [CF-23.12] Returns whether the area is closed now. */
export function toggleRestriction(
  { serviceRecords }: GameState,
  { name }: Level,
  area: Area,
  action: RestrictedArea['restricts'],
): boolean {
  const all = restrictedAreas(serviceRecords, name)
  const others = all.filter((each) => each.restricts !== action || !areasEqual(each, area))
  const closes = others.length === all.length
  const now = closes ? [...others, { ...area, restricts: action }].slice(-maxAreasPerMap) : others
  serviceRecords.put('closed', sanitizeRecordName(name), now as unknown as Json)
  return closes
}

function restrictedAreas(ledger: GameState['serviceRecords'], level: string): readonly RestrictedArea[] {
  // Built-in maps have no such areas, so the record is not read for each spell.
  if (!level.startsWith('/')) return []
  return (ledger.get('closed', sanitizeRecordName(level)) ?? []) as unknown as readonly RestrictedArea[]
}

function isInArea({ left, top, right, bottom }: Area, { x, y }: Position): boolean {
  return x >= left && x < right && y >= top && y < bottom
}

function areasEqual(one: Area, other: Area): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => one[side] === other[side])
}
