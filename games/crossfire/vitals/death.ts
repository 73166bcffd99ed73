// Death: what it takes, and where one wakes. [CF-13.13]
import { sounds } from '../hearing/sounds.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import { forget } from '../people/growth.ts'
import { bring } from '../places/arriving.ts'
import type { Spot } from '../scene/level-plan.ts'
import { markOf } from '../scene/machine.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { soundAt, tellAll } from '../scene/telling.ts'
import { put, remove } from '../things/contents.ts'
import { withContents } from '../things/thing.ts'

/** [CF-13.14] Percent of all experience that is lost. */
const lostPercent = 10
/** [CF-13.13] Food that he wakes with at least, and the part of the most spell points and grace. */
const wakingFood = 500
const wakingPart = 0.5

/**
 * [CF-13.13] He dies of `cause` (`a rat`, `hunger`) and wakes at once at home with all his hp. What he has not paid for
 * is left where he fell; all else stays his.
 */
export function die(scene: Scene, player: Player, cause: string): void {
  const level = player.level!
  const ground = level.withRole(player.x, player.y, 'ground')
  if (ground?.kind.is.role === 'ground' && ground.kind.is.battle)
    return loseBattle(scene, player, cause, ground.kind.is.battle)
  player.tell(`You are dead, killed by ${cause}.`, textKinds.died)
  soundAt(level, player.x, player.y, sounds.die)
  tellAll(scene, `${player.name} was killed by ${cause}.`, textKinds.died, player)
  leaveUnpaid(player)
  for (const name of [...player.effects.keys()]) if (!name.startsWith(markOf(''))) player.effects.delete(name)
  player.repeated = undefined
  forget(player, lostPercent)
  wake(player)
  bring(scene, player, player.home)
  player.tell('You wake, and remember less than you knew.', textKinds.miscellaneous)
  player.hearing?.stirred()
}

/** [CF-20.11] Whole again, at the edge of it, and nothing is lost. */
function loseBattle(scene: Scene, player: Player, cause: string, to: Spot): void {
  const { name } = player.level!
  player.tell(`You are beaten by ${cause}.`, textKinds.died)
  player.effects.delete('poison')
  player.repeated = undefined
  player.hp = player.figures.maxHp
  bring(scene, player, { level: name, ...to })
  player.hearing?.stirred()
}

function wake(player: Player): void {
  const { maxHp, maxSp, maxGrace } = player.figures
  player.hp = maxHp
  player.sp = Math.max(player.sp, Math.floor(maxSp * wakingPart))
  player.grace = Math.max(player.grace, Math.floor(maxGrace * wakingPart))
  player.food = Math.max(player.food, wakingFood)
}

/** [CF-15.5] What he has not paid for is the shop's again. It lies where he fell; if the cell is full it is gone. */
function leaveUnpaid(player: Player): void {
  const { x, y } = player
  const level = player.level!
  for (const thing of player.inventory.flatMap((carried) => [...withContents(carried)])) {
    if (!thing.unpaid) continue
    remove(thing)
    thing.unpaid = undefined
    thing.applied = undefined
    if (level.hasRoom(x, y)) put(thing, { in: 'cell', level, x, y })
  }
}
