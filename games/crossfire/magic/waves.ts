// Spells with an area: cones, novas, explosions; and the conditions that they inflict. [CF-22.4] [CF-22.5]
import { mostEffects, singe } from '../fight/flights.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { isSpared, isTurned } from '../people/faith.ts'
import { flash } from '../places/flashes.ts'
import { directions, stepOf, stepped, stepsBetween, toward } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { isPlayer, type Level, type Player, type Scene, type Thing } from '../scene/scene.ts'
import type { Smite, Wave } from '../scene/spell.ts'
import { afflict, afflictMonster } from '../vitals/ailing.ts'
import { type Casting, grown } from './caster.ts'

/** How long the effect is shown, in milliseconds of the world's clock. */
const waveMs = 480
/** Range of smiting in cells. */
const farthest = 12

/** [CF-22.4] */
export function spread(scene: Scene, wave: Wave, casting: Casting): boolean {
  const { level, from } = casting
  const cells = reached(level, from, wave.around ? 0 : casting.direction, wave.reach)
  // Runes also hit their own cell.
  if (casting.to) cells.unshift({ x: from.x, y: from.y })
  let hit = false
  for (const at of cells) {
    if (level.effects.size < mostEffects) flash(scene, level, at, wave.shows, waveMs)
    hit = touch(scene, wave, casting, at) || hit
  }
  return hit
}

function touch(scene: Scene, wave: Wave, casting: Casting, at: Spot): boolean {
  const { level, by, skill } = casting
  const { attack, ails, undead, holy = false } = wave
  const damage = wave.damage > 0 ? grown(wave.damage, wave.grows, casting) : 0
  const foes: readonly (Player | Thing)[] = isPlayer(by)
    ? monstersAt(level, at).filter((monster) => !undead || isTurned(by, monster, holy))
    : undead
      ? []
      : level.playersAt(at.x, at.y)
  if (foes.length === 0) return false
  if (ails)
    for (const foe of foes) {
      if (isPlayer(foe)) afflict(scene, foe, ails)
      else afflictMonster(scene, foe, ails)
    }
  if (damage > 0) singe(scene, level, at, { by, attack, ...(skill !== undefined && { skill }) }, damage)
  return true
}

function monstersAt(level: Level, { x, y }: Spot): readonly Thing[] {
  const monster = level.creatureAt(x, y)
  return monster?.kind.is.role === 'monster' ? [monster] : []
}

/** Cells reachable from `from` without crossing obstacles, within 45 degrees of the direction; 0: in all directions. */
export function reached(level: Level, from: Spot, direction: Casting['direction'], reach: number): Spot[] {
  const seen = new Set([cellOf(level, from)])
  const found: Spot[] = []
  let edge: Spot[] = [from]
  for (let ring = 1; ring <= reach; ring++) {
    const next: Spot[] = []
    for (const at of edge)
      for (const way of directions) {
        const to = stepped(at, way)
        if (!level.has(to.x, to.y) || seen.has(cellOf(level, to)) || level.stops(to.x, to.y)) continue
        if (stepsBetween(from, to) !== ring || !isInCone(to.x - from.x, to.y - from.y, direction)) continue
        seen.add(cellOf(level, to))
        next.push(to)
      }
    found.push(...next)
    edge = next
  }
  return found
}

function isInCone(dx: number, dy: number, direction: Casting['direction']): boolean {
  if (direction === 0) return true
  const way = stepOf(direction)
  const along = dx * way.dx + dy * way.dy
  return along > 0 && 2 * along * along >= (dx * dx + dy * dy) * (way.dx ** 2 + way.dy ** 2)
}

function cellOf({ width }: Level, { x, y }: Spot): number {
  return x + width * y
}

/** [CF-22.4] Returns false without a target. */
export function smite(scene: Scene, deed: Smite, casting: Casting): boolean {
  const { level, by, skill } = casting
  const at = nearestFoe(casting)
  if (!at) {
    if (isPlayer(by)) by.tell('You see nobody there whom it could hit.', messageTypes.spellFailure)
    return false
  }
  const blow = { by, attack: deed.attack, ...(skill !== undefined && { skill }) }
  const damage = grown(deed.damage, deed.grows, casting)
  for (const cell of [at, ...reached(level, at, 0, deed.radius)]) {
    if (level.effects.size < mostEffects) flash(scene, level, cell, deed.shows, waveMs)
    singe(scene, level, cell, blow, damage)
  }
  return true
}

/** The nearest foe in range and ahead of the caster. */
export function nearestFoe({ level, from, by, direction, to, skill }: Casting): Spot | undefined {
  if (to) return { x: to.x, y: to.y }
  const foes: Iterable<Spot> = isPlayer(by)
    ? [...level.creatures].flatMap((monster) => {
        const { kind, where } = monster
        const isFoe = kind.is.role === 'monster' && !isSpared(by, monster, skill)
        return isFoe && where?.in === 'cell' ? [where] : []
      })
    : level.players
  const near = [...foes]
    .filter((foe) => stepsBetween(from, foe) <= farthest && isAhead(from, foe, direction))
    .sort((a, b) => stepsBetween(from, a) - stepsBetween(from, b))
  const line = near.length > 0 ? level.sightFrom(from) : undefined
  const found = near.find(({ x, y }) => line!.sees(x - from.x, y - from.y))
  return found && { x: found.x, y: found.y }
}

function isAhead(from: Spot, to: Spot, direction: Casting['direction']): boolean {
  const way = toward(to.x - from.x, to.y - from.y)
  return direction === 0 || way === undefined || isInCone(to.x - from.x, to.y - from.y, direction)
}
