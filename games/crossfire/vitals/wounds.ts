// Damage, and death of monsters and players. [CF-13]
import { woundSound, sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { levelAt, worth } from '../people/experience.ts'
import { gainTogether } from '../people/sharing.ts'
import { originOf } from '../places/births.ts'
import { flash } from '../places/flashes.ts'
import { countOf, makePlaced } from '../places/levels.ts'
import type { Drop, Monster } from '../scene/archetype.ts'
import { percent, within } from '../scene/dice.ts'
import { directions, stepOf } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { CellOf, Level, Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt, tellNear } from '../scene/telling.ts'
import { called } from '../scripts/calling.ts'
import { put, remove } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { die } from './death.ts'

const minuteMs = 60_000
/** [CF-13.10] How long remains lie on the ground, in milliseconds of the world's clock. */
const remainMs = 5 * minuteMs
/** Beyond any world's clock: never respawns. */
const never = Number.MAX_SAFE_INTEGER

/** Damages a monster, which then targets `by`. If it dies, `by` gains experience, also in `skill`. */
export function woundMonster(
  scene: Scene,
  monster: Thing,
  damage: number,
  by?: Player,
  skill?: string,
): void {
  const { life } = monster
  if (!life || monster.kind.is.role !== 'monster' || monster.where?.in !== 'cell') return
  life.hp -= damage
  if (by) life.foe = by.tag
  if (life.hp <= 0) fall(scene, monster, monster.kind.is, monster.where, by, skill)
}

/** Damages a player; `by`: cause of death, such as `a rat`. */
export function woundPlayer(scene: Scene, player: Player, damage: number, by: string): void {
  if (damage <= 0 || !player.level) return
  const { level } = player
  soundAt(level, player.x, player.y, woundSound(damage, player.hp))
  player.hp -= damage
  if (player.dead) die(scene, player, by)
}

/** [CF-13.10] Removes a dead monster; leaves its drops and remains. */
function fall(scene: Scene, monster: Thing, is: Monster, at: CellOf, by?: Player, skill?: string): void {
  const { level } = at
  const name = nameOf(monster).one
  const origin = originOf(scene, monster)
  remove(monster)
  level.creaturesUnkept = true
  if (origin) noteReturn(scene, origin.level, monster.life!.birth)
  for (const drop of is.drops) dropNear(scene, drop, at)
  for (const held of origin?.birth.inside ?? []) {
    // [CF-21.3]
    if (scene.kinds.spell?.(held.id)) continue
    leaveNear(makePlaced(scene.kinds, held, undefined, scene.tags.range(countOf(held))), at)
  }
  const bare = !level.things(at.x, at.y).some(({ kind }) => kind.layer === 'decoration')
  if (is.remains !== undefined && bare) put(scene.make(is.remains, 1, { endsAt: scene.clock + remainMs }), at)
  flash(scene, level, at, 'puff')
  soundAt(level, at.x, at.y, sounds.kill)
  if (!by) return
  called(scene, by, monster, 'death')
  by.tell(`You have killed the ${name}.`, messageTypes.kill)
  tellNear(level, at, `${by.name} has killed a ${name}.`, messageTypes.kill, by)
  gainTogether(scene, by, worth(is.experience, is.level, levelAt(by.experience)), skill)
}

/** [CF-13.11] Schedules the respawn; never, if the map does not define one. */
function noteReturn(scene: Scene, level: Level, birth: number): void {
  const { returns } = level.plan.births[birth]!
  level.fallen.set(birth, returns === undefined ? never : scene.clock + returns * minuteMs)
  level.creaturesUnkept = true
}

/** [CF-13.10] Drops it where the monster died or next to that; nowhere if all cells are full. */
function dropNear(scene: Scene, { id, chance, count }: Drop, at: CellOf): void {
  if (percent(scene, chance)) leaveNear(scene.make(id, count ? within(scene, count) : 1), at)
}

function leaveNear(thing: Thing, at: CellOf): void {
  const { level } = at
  const around = directions.map((direction) => beside(at, stepOf(direction)))
  const spot = [at, ...around].find(({ x, y }) => level.hasRoom(x, y) && !level.stops(x, y))
  if (spot) put(thing, { in: 'cell', level, x: spot.x, y: spot.y })
}

function beside({ x, y }: Spot, { dx, dy }: { dx: number; dy: number }): Spot {
  return { x: x + dx, y: y + dy }
}
