// [DM-2.2] [DM-8.6] Who is told what of whom: when somebody comes in, when his client has another map, and once more
// for what may have been lost on the way.

import type { WorldEvent } from '../scene/events.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { weapons } from '../weapons/weapons.ts'
import { healthOf, placeOf } from './telling.ts'

/** [DM-5.4] Everybody is told of somebody who is new, and he too. */
export function introduce(scene: Scene, player: Player, now: number): void {
  scene.show({ kind: 'joined', id: player.id, name: player.name })
  scene.tell({ kind: 'told', flags: 1, text: `${player.name} joined the server.` })
  scene.show(placeOf(player))
  scene.show(healthOf(player))
  for (const event of ground(scene, now)) scene.show(event)
  scene.tellScores()
}

/** [DM-5.4] The client shows hits of its fists from up to 160 units away. */
const reachTold: WorldEvent = {
  kind: 'told',
  flags: 0,
  text: `Fists reach ${weapons[0]!.reach} units here: an arm's length.`,
}

/** What only a newcomer has to know. */
export function instruct(player: Player): void {
  player.listener.hear(reachTold)
}

/** He is told who else is in. */
export function showOthers(scene: Scene, player: Player): void {
  for (const other of scene.everybody()) {
    if (other === player) continue
    player.listener.hear({ kind: 'joined', id: other.id, name: other.name })
    if (other.health === 0) continue
    player.listener.hear(placeOf(other))
    player.listener.hear(healthOf(other))
  }
}

/** [DM-5.7] His client has loaded the map that all others are in. */
export function showMap(scene: Scene, player: Player, now: number): void {
  showOthers(scene, player)
  for (const event of [healthOf(player), ...ground(scene, now), scene.scores()]) player.listener.hear(event)
}

/** [DM-8.6] All that may be told to a client again at any time, and so not who is in. The dead are told when they live again. */
export function knowable(scene: Scene, player: Player, now: number): readonly WorldEvent[] {
  if (!player.entered || !player.arrived) return []
  const living = [...scene.players.values()].filter(({ alive }) => alive)
  const others = living.filter((other) => other !== player)
  return [...ground(scene, now), scene.scores(), ...living.map(healthOf), ...others.map(placeOf)]
}

/** [DM-9.14] Everybody where he is, to somebody who is nowhere. */
export function overview(scene: Scene, now: number): readonly WorldEvent[] {
  const people = [...scene.everybody()].flatMap((one): WorldEvent[] => [
    { kind: 'joined', id: one.id, name: one.name },
    placeOf(one),
    healthOf(one),
  ])
  return [...people, ...ground(scene, now), scene.scores()]
}

/** [DM-6.3] */
function ground(scene: Scene, now: number): readonly WorldEvent[] {
  return [
    { kind: 'doors', open: scene.doors.states(now) },
    { kind: 'lifts', high: scene.lifts.states(now) },
  ]
}
