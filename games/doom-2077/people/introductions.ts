// [DM-2.2] [DM-8.6] What clients receive about other players: when someone joins, when their client has loaded another
// map, and again in case something was lost.

import type { WorldEvent } from '../scene/events.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { weapons } from '../weapons/weapons.ts'
import { healthOf, placeOf } from './telling.ts'

/** [DM-5.4] Announces a new player to everyone, including the player. */
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

/** Sent only to new players. */
export function instruct(player: Player): void {
  player.listener.hear(reachTold)
}

/** Sends the player everything about the others. */
export function showOthers(scene: Scene, player: Player): void {
  for (const other of scene.everybody()) {
    if (other === player) continue
    player.listener.hear({ kind: 'joined', id: other.id, name: other.name })
    if (other.health === 0) continue
    player.listener.hear(placeOf(other))
    player.listener.hear(healthOf(other))
  }
}

/** [DM-5.7] The player's client has loaded the current map. */
export function showMap(scene: Scene, player: Player, now: number): void {
  showOthers(scene, player)
  for (const event of [healthOf(player), ...ground(scene, now), scene.scores()]) player.listener.hear(event)
}

/** [DM-8.6] State that may be repeated at any time, so no JOINs. Dead players are included once they respawn. */
export function knowable(scene: Scene, player: Player, now: number): readonly WorldEvent[] {
  if (!player.entered || !player.arrived) return []
  const living = [...scene.players.values()].filter(({ alive }) => alive)
  const others = living.filter((other) => other !== player)
  return [...ground(scene, now), scene.scores(), ...living.map(healthOf), ...others.map(placeOf)]
}

/** [DM-9.14] The whole scene, for a spectator. */
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
