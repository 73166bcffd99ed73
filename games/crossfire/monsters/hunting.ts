// Acts of monsters: attack, follow, flee, cast or roam. [CF-13.12]
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

/** Cells beyond `sees` at which a monster still follows its current target. */
const stubbornness = 4
/** [CF-13.12] Maximum distance from home in cells at which it pursues anybody. */
const leash = 15
/** Roaming distance from home in cells. */
const roaming = 6
/** Chance in percent that a roaming monster moves in an act. */
const roams = { never: 0, seldom: 8, often: 30 } as const
/** Chance in percent that it moves towards home in an act. */
const homing = 30
/** Creatures per map at which no more enter over its edges. */
const mostCreatures = 200
/** Alternative directions if the direct way is blocked, in eighths of a turn. */
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
  // Spells do not cross the map's edge.
  if (player.level === level && casts(scene, level, monster, is, player)) return
  if (stepsBetween(at, prey) > 1) return follow(level, monster, prey, over)
  face(monster, toward(prey.x - at.x, prey.y - at.y) ?? life.facing)
  attack(scene, monster, player)
}

/** [CF-20.8] Adjacent maps, without players' own ones. */
function overEdges({ levels }: Scene): Beside {
  return (level, way) => levels.beside(level, way)
}

/** [CF-22.5] Whether a condition keeps it from having a target. */
function isBlinded({ clock }: Scene, life: Life): boolean {
  return ails(life, 'blind', clock) || ails(life, 'calm', clock)
}

/**
 * [CF-13.12] Its current target while visible, else the nearest visible player; among equals the one who entered first.
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
  // Lines of sight are expensive: compute them only with players nearby.
  return near.find(({ prey }) => isSeen(scene, hunt.level, at, prey))?.prey
}

/** [CF-20.8] Visibility, also across edges. */
function isSeen({ levels }: Scene, level: Level, at: CellOf, { player, x, y }: Prey): boolean {
  const beside: Beside = (from, way) => levels.beside(from, way, player.name)
  const line =
    player.level === level ? level.sightFrom(at) : new Sightline(new Surroundings(level, beside), at)
  return line.reaches(x - at.x, y - at.y)
}

/** A step towards the place, or around an obstacle. */
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

/** `over`: adjacent maps, for creatures that cross edges. */
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

/** [CF-13.12] Casts a spell by chance, if it has one and the target is in reach and, where needed, in line. */
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

/** [CF-22.9] One of our spells, or a random one of those that it was created with. */
function spellToCast(
  scene: Scene,
  monster: Thing,
  { spell }: NonNullable<Monster['casts']>,
): Spell | undefined {
  if (spell !== undefined) return spellOf(spell, scene.kinds)
  const inside = originOf(scene, monster)?.birth.inside ?? []
  const known = inside.flatMap(({ id }) => scene.kinds.spell?.(id) ?? [])
  return known[Math.floor(scene.context.random() * known.length)]
}

/** Direction of the spell: the target must be in reach and, except for smiting, in line. Undefined if it is not. */
function wayOf({ does }: Spell, at: Spot, prey: Player): Direction | 0 | undefined {
  const [dx, dy] = [prey.x - at.x, prey.y - at.y]
  if (does.deed === 'bolt' || (does.deed === 'wave' && !does.around))
    return stepsBetween(at, prey) <= does.reach ? inLine(dx, dy) : undefined
  if (does.deed === 'wave') return stepsBetween(at, prey) <= does.reach ? 0 : undefined
  // Monsters do not cast spells that change, detect or create things.
  return works.has(does.deed) ? (toward(dx, dy) ?? 0) : undefined
}
const works: ReadonlySet<Deed['deed']> = new Set(['bomb', 'smite', 'heal', 'summon', 'wall'])

function inLine(dx: number, dy: number): Direction | undefined {
  return dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy) ? toward(dx, dy) : undefined
}

/** [CF-13.12] Without a target: random steps, and steps towards home if far away. */
function roam(scene: Scene, level: Level, monster: Thing, is: Monster, life: Life): void {
  life.foe = undefined
  wander(scene, level, monster, life, roams[is.roams])
}

/** A random step with a chance in percent; far from home a step towards it. */
export function wander(scene: Scene, level: Level, creature: Thing, life: Life, chance: number): void {
  const at = creature.where as CellOf
  const far = stepsBetween(at, life.home) > (chance > 0 ? roaming : 0)
  if (!percent(scene, far ? homing : chance)) return
  if (far) return follow(level, creature, life.home, overEdges(scene))
  const direction = roll(scene, 8) as Direction
  const { x, y } = stepped(at, direction)
  if (level.isFree(x, y) && !level.withRole(x, y, 'exit')) moveCreature(level, creature, direction)
}

/** Turns the creature. */
export function face(monster: Thing, direction: Direction): void {
  const { life, where } = monster
  if (!life || life.facing === direction || where?.in !== 'cell') return
  life.facing = direction
  where.level.changed(where.x, where.y, monster)
}
