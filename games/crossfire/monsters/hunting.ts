// What a monster does with one act: it bites who stands beside it, follows whom it sees, flees, casts, or roams. [CF-13.12]
import { attack } from '../fight/fighting.ts'
import { work } from '../magic/deeds.ts'
import { spellOf } from '../magic/spells.ts'
import { moveCreature } from '../places/arriving.ts'
import type { Monster } from '../scene/archetype.ts'
import { percent, roll } from '../scene/dice.ts'
import { type Direction, stepped, stepsBetween, toward, turned } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { CellOf, Level, Life, Player, Scene, Thing } from '../scene/scene.ts'
import type { Deed, Spell } from '../scene/spell.ts'
import { called } from '../scripts/calling.ts'
import { ails } from '../vitals/ailing.ts'

/** It notices players at `sees` cells, and follows the one that it is after for so many cells more. */
const stubbornness = 4
/** [CF-13.12] Cells from home at which it lets go of whoever it is after. */
const leash = 15
/** Cells from home that it roams. */
const roaming = 6
/** Percent of its acts in which a roaming monster steps. */
const roams = { never: 0, seldom: 8, often: 30 } as const
/** Percent of its acts in which it goes on its way home. */
const homing = 30
/** Eighths to the left and to the right that it tries when the straight way is closed. */
const detours = [0, 1, -1, 2, -2] as const

/** One act of a living monster of the level. */
export function act(scene: Scene, level: Level, monster: Thing, is: Monster, life: Life): void {
  const at = monster.where as CellOf
  if (ails(life, 'confused', scene.clock)) return wander(scene, level, monster, life, 50)
  const prey = isBlinded(scene, life) ? undefined : preyOf(level, at, is, life)
  if (!prey) return roam(scene, level, monster, is, life)
  // [CF-23.9]
  if (life.foe !== prey.tag) called(scene, prey, monster, 'notice')
  life.foe = prey.tag
  if (ails(life, 'afraid', scene.clock)) return flee(level, monster, prey)
  if (is.flees !== undefined && life.hp * 100 < is.hp * is.flees) return flee(level, monster, prey)
  if (casts(scene, level, monster, is, prey)) return
  if (stepsBetween(at, prey) > 1) return follow(level, monster, prey)
  face(monster, toward(prey.x - at.x, prey.y - at.y) ?? life.facing)
  attack(scene, monster, prey)
}

/** [CF-22.5] It is after nobody. */
function isBlinded({ clock }: Scene, life: Life): boolean {
  return ails(life, 'blind', clock) || ails(life, 'calm', clock)
}

/**
 * [CF-13.12] The one that it is after while it can see him, and else the nearest that it sees; of equals who came to
 * the map first.
 */
function preyOf(level: Level, at: CellOf, { sees }: Monster, { foe, home }: Life): Player | undefined {
  const near = [...level.players]
    .filter((player) => stepsBetween(home, player) <= leash)
    .map((player) => ({ player, away: stepsBetween(at, player) }))
    .filter(({ player }) => !player.effects.has('unseen'))
    .filter(({ player, away }) => !player.dead && away <= sees + (player.tag === foe ? stubbornness : 0))
    .sort((a, b) => Number(b.player.tag === foe) - Number(a.player.tag === foe) || a.away - b.away)
  // A line of sight is dear, so none is drawn while no player is near.
  const line = near.length > 0 ? level.sightFrom(at) : undefined
  return near.find(({ player }) => line!.reaches(player.x - at.x, player.y - at.y))?.player
}

/** One step towards the place: straight, or aside if something stands in the way. */
export function follow(level: Level, monster: Thing, to: Spot): void {
  const at = monster.where as CellOf
  const straight = toward(to.x - at.x, to.y - at.y)
  if (straight !== undefined) tryWays(level, monster, straight)
}

function flee(level: Level, monster: Thing, from: Spot): void {
  const at = monster.where as CellOf
  const away = toward(at.x - from.x, at.y - from.y)
  if (away !== undefined) tryWays(level, monster, away)
}

function tryWays(level: Level, monster: Thing, straight: Direction): void {
  const at = monster.where as CellOf
  for (const eighths of detours) {
    const direction = turned(straight, eighths)
    const { x, y } = stepped(at, direction)
    if (level.isFree(x, y)) return void moveCreature(level, monster, direction)
  }
  face(monster, straight)
}

/** [CF-13.12] Casts a spell, if it has one, its prey stands in reach in one of the eight ways, and chance allows it. */
function casts(scene: Scene, level: Level, monster: Thing, is: Monster, prey: Player): boolean {
  if (!is.casts) return false
  const at = monster.where as CellOf
  const spell = spellToCast(scene, level, monster, is.casts)
  const direction = spell && wayOf(spell, at, prey)
  if (!spell || direction === undefined || !percent(scene, is.casts.chance)) return false
  if (direction !== 0) face(monster, direction)
  const from = { x: at.x, y: at.y }
  return work(scene, spell, { level, from, by: monster, direction, above: 0, skill: undefined })
}

/** [CF-22.9] Ours, or one of those that it was born with. */
function spellToCast(
  scene: Scene,
  level: Level,
  { life }: Thing,
  { spell }: NonNullable<Monster['casts']>,
): Spell | undefined {
  if (spell !== undefined) return spellOf(spell, scene.kinds)
  const inside = level.plan.births[life!.birth]?.inside ?? []
  const known = inside.flatMap(({ id }) => scene.kinds.spell?.(id) ?? [])
  return known[Math.floor(scene.host.random() * known.length)]
}

/** What is aimed needs its victim in reach and, but for a smiting, in a line; undefined: not now. */
function wayOf({ does }: Spell, at: Spot, prey: Player): Direction | 0 | undefined {
  const [dx, dy] = [prey.x - at.x, prey.y - at.y]
  if (does.deed === 'bolt' || (does.deed === 'wave' && !does.around))
    return stepsBetween(at, prey) <= does.reach ? inLine(dx, dy) : undefined
  if (does.deed === 'wave') return stepsBetween(at, prey) <= does.reach ? 0 : undefined
  // Those that change, show or make something are a player's.
  return works.has(does.deed) ? (toward(dx, dy) ?? 0) : undefined
}
const works: ReadonlySet<Deed['deed']> = new Set(['bomb', 'smite', 'heal', 'summon', 'wall'])

function inLine(dx: number, dy: number): Direction | undefined {
  return dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy) ? toward(dx, dy) : undefined
}

/** [CF-13.12] Nobody is near: now and then a step, and home again if it has gone far. */
function roam(scene: Scene, level: Level, monster: Thing, is: Monster, life: Life): void {
  life.foe = undefined
  wander(scene, level, monster, life, roams[is.roams])
}

/** In `chance` of a hundred acts a step in any direction; when it is far from home, a step towards home. */
export function wander(scene: Scene, level: Level, creature: Thing, life: Life, chance: number): void {
  const at = creature.where as CellOf
  const far = stepsBetween(at, life.home) > (chance > 0 ? roaming : 0)
  if (!percent(scene, far ? homing : chance)) return
  if (far) return follow(level, creature, life.home)
  const direction = roll(scene, 8) as Direction
  const { x, y } = stepped(at, direction)
  if (level.isFree(x, y) && !level.withRole(x, y, 'exit')) moveCreature(level, creature, direction)
}

/** It turns that way. */
export function face(monster: Thing, direction: Direction): void {
  const { life, where } = monster
  if (!life || life.facing === direction || where?.in !== 'cell') return
  life.facing = direction
  where.level.changed(where.x, where.y, monster)
}
