// Spells that create creatures, walls and arrows. [CF-22.7] [CF-22.8]
import { mostEffects } from '../fight/flights.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { lifeOf } from '../places/births.ts'
import { type Direction, directions, stepped, turned } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { isPlayer, type Level, type Scene } from '../scene/scene.ts'
import type { Deed, Summons, Wall } from '../scene/spell.ts'
import { put } from '../things/contents.ts'
import { type Casting, grown } from './caster.ts'

/** [CF-22.7] Limits per map: summoned creatures, and creatures overall beyond which none is summoned. */
const most = { called: 16, creatures: 200 } as const

/** [CF-22.7] Summons creatures next to the caster. A player's fight for that player, all others attack players. */
export function summon(scene: Scene, deed: Summons, casting: Casting): boolean {
  const { level, by, from, direction } = casting
  const endsAt = scene.clock + deed.seconds * 1000
  let came = false
  for (let left = deed.count; left > 0; left--) {
    const calls = deed.calls[Math.floor(scene.context.random() * deed.calls.length)]
    const kind = calls === undefined ? undefined : kindCalled(scene, calls, isPlayer(by))
    const spot = kind && roomFor(level, from, direction)
    if (!kind || !spot) break
    put(scene.make(kind.id, 1, { life: lifeOf(kind, -1, spot), endsAt }), { in: 'cell', level, ...spot })
    came = true
  }
  if (!came && isPlayer(by)) by.tell('Nobody comes.', messageTypes.spellFailure)
  return came
}

function kindCalled(scene: Scene, id: string, serves: boolean) {
  const kind = serves ? scene.kinds.tamed?.(id) : scene.kinds.named(id)
  return kind?.layer === 'creature' ? kind : undefined
}

function roomFor(level: Level, from: Spot, direction: Casting['direction']): Spot | undefined {
  const called = [...level.creatures].filter(({ endsAt }) => endsAt !== undefined).length
  if (called >= most.called || level.creatures.size >= most.creatures) return undefined
  const first = direction === 0 ? directions : directions.map((_, eighths) => turned(direction, eighths))
  return first.map((way) => stepped(from, way)).find(({ x, y }) => level.isFree(x, y))
}

/** [CF-22.8] Places a wall across the direction, in front of the caster; without a direction on the caster's cell. */
export function wall(scene: Scene, deed: Wall, casting: Casting): boolean {
  const { level, from, direction } = casting
  const endsAt = scene.clock + grown(deed.seconds, 0, casting) * 1000
  const kind = scene.kinds.named(deed.lays)
  let laid = false
  for (const { x, y } of across(level, from, direction, deed.reach)) {
    const isThere = level.things(x, y).find((thing) => thing.kind === kind)
    if (isThere) isThere.endsAt = endsAt
    if (isThere || level.effects.size >= mostEffects) continue
    // A solid wall is not placed on creatures, or it would trap them.
    if (kind.stops ? !level.isFree(x, y) : level.stops(x, y)) continue
    put(scene.make(deed.lays, 1, { endsAt }), { in: 'cell', level, x, y })
    laid = true
  }
  return laid
}

function across(level: Level, from: Spot, direction: Casting['direction'], reach: number): Spot[] {
  if (direction === 0) return [{ x: from.x, y: from.y }]
  const middle = stepped(from, direction)
  const sides = [2, -2].flatMap((eighths) => row(level, middle, turned(direction, eighths), reach))
  return level.has(middle.x, middle.y) ? [middle, ...sides] : []
}

/** Cells in a direction up to the first obstacle. */
function row(level: Level, from: Spot, direction: Direction, reach: number): Spot[] {
  const cells: Spot[] = []
  let at = from
  for (let left = reach; left > 0; left--) {
    at = stepped(at, direction)
    if (level.stops(at.x, at.y)) break
    cells.push(at)
  }
  return cells
}

/** [CF-22.8] Creates things in the caster's pack. */
export function make(
  scene: Scene,
  deed: Extract<Deed, { readonly deed: 'make' }>,
  casting: Casting,
): boolean {
  const { by } = casting
  if (!isPlayer(by)) return false
  const made = put(scene.make(deed.makes, grown(deed.count, deed.grows, casting)), { in: 'pack', player: by })
  by.tell(`You have ${made.kind.name.many} now.`, messageTypes.spellSuccess)
  return true
}
