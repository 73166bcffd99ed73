// What a monster does with one act: it bites who stands beside it, follows whom it sees, flees, casts, or roams. [CF-13.12]
import { attack } from '../fight/fighting.ts'
import { work } from '../magic/deeds.ts'
import { spellOf } from '../magic/spells.ts'
import { moveCreature, strayTo } from '../places/arriving.ts'
import { type Beside, type CellThere, Surroundings } from '../places/beside.ts'
import { originOf } from '../places/births.ts'
import { Sightline } from '../places/sightline.ts'
import type { Monster } from '../scene/archetype.ts'
import { percent, roll } from '../scene/dice.ts'
import { type Direction, stepped, stepsBetween, toward, turned } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { CellOf, Level, Life, Player, Scene, Thing } from '../scene/scene.ts'
import type { Deed, Spell } from '../scene/spell.ts'
import { called } from '../scripts/calling.ts'
import { ails } from '../vitals/ailing.ts'
import { type Hunt, type Prey, preyIn } from './hunts.ts'

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
/** Creatures of a map, over which no more come over its edges. */
const mostCreatures = 200
/** Eighths to the left and to the right that it tries when the straight way is closed. */
const detours = [0, 1, -1, 2, -2] as const

/** One act of a living monster of the level. */
export function act(scene: Scene, hunt: Hunt, monster: Thing, is: Monster, life: Life): void {
  const { level } = hunt
  const at = monster.where as CellOf
  if (ails(life, 'confused', scene.clock)) return wander(scene, level, monster, life, 50)
  const prey = isBlinded(scene, life) ? undefined : preyOf(scene, hunt, at, is, life)
  if (!prey) return roam(scene, level, monster, is, life)
  // [CF-23.9]
  const { player } = prey
  if (life.foe !== player.tag) called(scene, player, monster, 'notice')
  life.foe = player.tag
  const over = overEdges(scene)
  if (ails(life, 'afraid', scene.clock)) return flee(level, monster, prey, over)
  if (is.flees !== undefined && life.hp * 100 < is.hp * is.flees) return flee(level, monster, prey, over)
  // What is cast ends at the edge of the map.
  if (player.level === level && casts(scene, level, monster, is, player)) return
  if (stepsBetween(at, prey) > 1) return follow(level, monster, prey, over)
  face(monster, toward(prey.x - at.x, prey.y - at.y) ?? life.facing)
  attack(scene, monster, player)
}

/** [CF-20.8] What lies beside a map that is not one player's own. */
function overEdges({ levels }: Scene): Beside {
  return (level, way) => levels.beside(level, way)
}

/** [CF-22.5] It is after nobody. */
function isBlinded({ clock }: Scene, life: Life): boolean {
  return ails(life, 'blind', clock) || ails(life, 'calm', clock)
}

/**
 * [CF-13.12] The one that it is after while it can see him, and else the nearest that it sees; of equals who came to
 * the map first.
 */
function preyOf(
  scene: Scene,
  hunt: Hunt,
  at: CellOf,
  { sees }: Monster,
  { foe, home }: Life,
): Prey | undefined {
  const near = preyIn(hunt)
    .filter((prey) => stepsBetween(home, prey) <= leash)
    .map((prey) => ({ prey, isFoe: prey.player.tag === foe, away: stepsBetween(at, prey) }))
    .filter(({ prey: { player } }) => !player.effects.has('unseen') && !player.dead)
    .filter(({ away, isFoe }) => away <= sees + (isFoe ? stubbornness : 0))
    .sort((a, b) => Number(b.isFoe) - Number(a.isFoe) || a.away - b.away)
  // A line of sight is dear, so none is drawn while no player is near.
  return near.find(({ prey }) => isSeen(scene, hunt.level, at, prey))?.prey
}

/** [CF-20.8] Over an edge, too. */
function isSeen({ levels }: Scene, level: Level, at: CellOf, { player, x, y }: Prey): boolean {
  const beside: Beside = (from, way) => levels.beside(from, way, player.name)
  const line =
    player.level === level ? level.sightFrom(at) : new Sightline(new Surroundings(level, beside), at)
  return line.reaches(x - at.x, y - at.y)
}

/** One step towards the place: straight, or aside if something stands in the way. */
export function follow(level: Level, monster: Thing, to: Spot, over?: Beside): void {
  const at = monster.where as CellOf
  const straight = toward(to.x - at.x, to.y - at.y)
  if (straight !== undefined) tryWays(level, monster, straight, over)
}

function flee(level: Level, monster: Thing, from: Spot, over: Beside): void {
  const at = monster.where as CellOf
  const away = toward(at.x - from.x, at.y - from.y)
  if (away !== undefined) tryWays(level, monster, away, over)
}

/** `over`: what lies beside the map, of who goes over its edges. */
function tryWays(level: Level, monster: Thing, straight: Direction, over?: Beside): void {
  const at = monster.where as CellOf
  for (const eighths of detours) {
    const direction = turned(straight, eighths)
    const { x, y } = stepped(at, direction)
    if (level.isFree(x, y)) return void moveCreature(level, monster, direction)
    const there =
      level.has(x, y) || !level.plan.tiles ? undefined : over && new Surroundings(level, over).at(x, y)
    if (there && mayStray(there)) return strayTo(monster, direction, there)
  }
  face(monster, straight)
}

function mayStray({ level, x, y }: CellThere): boolean {
  return level.creatures.size < mostCreatures && level.isFree(x, y) && !level.withRole(x, y, 'exit')
}

/** [CF-13.12] Casts a spell, if it has one, its prey stands in reach in one of the eight ways, and chance allows it. */
function casts(scene: Scene, level: Level, monster: Thing, is: Monster, prey: Player): boolean {
  if (!is.casts) return false
  const at = monster.where as CellOf
  const spell = spellToCast(scene, monster, is.casts)
  const direction = spell && wayOf(spell, at, prey)
  if (!spell || direction === undefined || !percent(scene, is.casts.chance)) return false
  if (direction !== 0) face(monster, direction)
  const from = { x: at.x, y: at.y }
  return work(scene, spell, { level, from, by: monster, direction, above: 0, skill: undefined })
}

/** [CF-22.9] Ours, or one of those that it was born with. */
function spellToCast(
  scene: Scene,
  monster: Thing,
  { spell }: NonNullable<Monster['casts']>,
): Spell | undefined {
  if (spell !== undefined) return spellOf(spell, scene.kinds)
  const inside = originOf(scene, monster)?.birth.inside ?? []
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
  if (far) return follow(level, creature, life.home, overEdges(scene))
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
