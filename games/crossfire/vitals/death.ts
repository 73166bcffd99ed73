// Death and its consequences. [CF-13.13]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { forget } from '../people/growth.ts'
import { bring } from '../places/arriving.ts'
import type { Spot } from '../scene/level-plan.ts'
import { markOf } from '../scene/machine.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { soundAt, tellAll } from '../scene/telling.ts'
import { put, remove } from '../things/contents.ts'
import { withContents } from '../things/thing.ts'

/** [CF-13.14] Percentage of all experience lost. */
const lostPercent = 10
/** [CF-13.13] Minimum food after waking, and the fraction of maximum spell points and grace. */
const wakingFood = 500
const wakingPart = 0.5

/**
 * [CF-13.13] Kills the player, who wakes at home at once with full hp. `cause`: `a rat`, `hunger`. Unpaid things stay
 * where the player fell; everything else is kept.
 */
export function die(scene: Scene, player: Player, cause: string): void {
  const level = player.level!
  const ground = level.withRole(player.x, player.y, 'ground')
  if (ground?.kind.is.role === 'ground' && ground.kind.is.battle)
    return loseBattle(scene, player, cause, ground.kind.is.battle)
  player.tell(`You are dead, killed by ${cause}.`, messageTypes.died)
  soundAt(level, player.x, player.y, sounds.die)
  tellAll(scene, `${player.name} was killed by ${cause}.`, messageTypes.died, player)
  leaveUnpaid(player)
  for (const name of [...player.effects.keys()]) if (!name.startsWith(markOf(''))) player.effects.delete(name)
  player.repeated = undefined
  forget(player, lostPercent)
  wake(player)
  bring(scene, player, player.home)
  player.tell('You wake, and remember less than you knew.', messageTypes.miscellaneous)
  player.hearing?.onSurroundingsChanged()
}

/** [CF-20.11] In a battleground nothing is lost: restores hp and moves the player to its edge. */
function loseBattle(scene: Scene, player: Player, cause: string, to: Spot): void {
  const { name } = player.level!
  player.tell(`You are beaten by ${cause}.`, messageTypes.died)
  player.effects.delete('poison')
  player.repeated = undefined
  player.hp = player.figures.maxHp
  bring(scene, player, { level: name, ...to })
  player.hearing?.onSurroundingsChanged()
}

function wake(player: Player): void {
  const { maxHp, maxSp, maxGrace } = player.figures
  player.hp = maxHp
  player.sp = Math.max(player.sp, Math.floor(maxSp * wakingPart))
  player.grace = Math.max(player.grace, Math.floor(maxGrace * wakingPart))
  player.food = Math.max(player.food, wakingFood)
}

/** [CF-15.5] Returns unpaid things to the shop: drops them on the cell, or discards them if it is full. */
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
