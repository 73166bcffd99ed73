// Areas of shops whose owner forbids building or casting. [CF-23.12]
import type { Json } from '../../game.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Scene } from '../scene/scene.ts'
import type { Area } from '../scene/script.ts'
import { pageName } from './saying.ts'

/** Closed areas per map. */
const most = 20

interface Closing extends Area {
  readonly to: 'building' | 'magic'
}

/** Whether the place is closed to building or magic. */
export function isClosed({ ledger }: Scene, { name }: Level, at: Spot, to: Closing['to']): boolean {
  return closings(ledger, name).some((each) => each.to === to && isIn(each, at))
}

/** [CF-23.12] Toggles an area. Returns whether it is closed now. */
export function turnClosing({ ledger }: Scene, { name }: Level, area: Area, to: Closing['to']): boolean {
  const all = closings(ledger, name)
  const others = all.filter((each) => each.to !== to || !isSame(each, area))
  const closes = others.length === all.length
  const now = closes ? [...others, { ...area, to }].slice(-most) : others
  ledger.write('closed', pageName(name), now as unknown as Json)
  return closes
}

function closings(ledger: Scene['ledger'], level: string): readonly Closing[] {
  // Our own maps have none, and this is called for each spell.
  if (!level.startsWith('/')) return []
  return (ledger.page('closed', pageName(level)) ?? []) as unknown as readonly Closing[]
}

function isIn({ left, top, right, bottom }: Area, { x, y }: Spot): boolean {
  return x >= left && x < right && y >= top && y < bottom
}

function isSame(one: Area, other: Area): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => one[side] === other[side])
}
