// Running and firing, which repeat at the player's own pace until stopped. [CF-9.9]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Repeated } from '../scene/character.ts'
import { directionNumbered } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { actMicros, spend, waitToAct } from '../time/pace.ts'
import { fire } from './firing.ts'
import { move, runsOn } from './walking.ts'

/** [CF-9.9] Starts, with a first action at once. `0` or no direction: the way the player faces. */
export function repeat(scene: Scene, player: Player, what: Repeated['what'], words: string): number | void {
  const way = words === '' || words === '0' ? player.facing : directionNumbered(words)
  if (!way) return player.tell(`Which way? ${what} takes a number from 0 to 8.`, messageTypes.error)
  player.repeated = { what, direction: way }
  return once(scene, player, player.repeated)
}

/** Host clock in milliseconds at which the next repeated action is due. */
export function nextRepeat(players: Iterable<Player>, now: number): number | undefined {
  let next: number | undefined
  for (const player of players) {
    if (!player.repeated) continue
    const at = now + waitToAct(player, now)
    if (next === undefined || at < next) next = at
  }
  return next
}

/** Performs the repeated actions that are due. */
export function goOn(scene: Scene, players: Iterable<Player>, now: number): void {
  for (const player of [...players]) {
    const { repeated } = player
    if (!repeated || waitToAct(player, now) > 0) continue
    const took = once(scene, player, repeated)
    spend(player, took ?? actMicros(player), now)
    player.hearing?.onSurroundingsChanged()
  }
}

function once(scene: Scene, player: Player, { what, direction }: Repeated): number | void {
  if (player.dead) {
    player.repeated = undefined
    return
  }
  if (what === 'run') {
    if (!runsOn(player, direction)) player.repeated = undefined
    return move(scene, player, direction)
  }
  if (!player.readied) player.repeated = undefined
  return fire(scene, player, direction)
}
