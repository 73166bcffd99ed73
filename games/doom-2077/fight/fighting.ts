// [DM-4.1] to [DM-4.8] Shots, hits, death and respawning. Clients report hits; the room checks whether they are
// possible.

import { distance, type Place, spotOf } from '../map/place.ts'
import { placesTaken, spawnPlace } from '../move/spawning.ts'
import { healthOf } from '../people/telling.ts'
import { fullHealth, type Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type Weapon, weapons } from '../weapons/weapons.ts'

/** [DM-4.8] */
const deadMs = 1000
/** [DM-4.7] Lines of the map examined per hit, about 3 ms. On a map of 65,535 lines a ray can cross thousands. */
const mostLooks = 100_000

/** [DM-4.1] Shows a shot to the others if the weapon exists and its rate of fire allows it. */
export function fire(scene: Scene, player: Player, weapon: number, now: number): void {
  if (!player.plays || !player.arms.fire(weapon, now)) return
  scene.show({ kind: 'fired', id: player.id, weapon }, player)
  for (const target of player.arms.kept(weapon, now)) hit(scene, player, target, weapon, now)
}

/** A hit that a client reports. `amount` is points × 1000. */
export interface Blow {
  readonly targetId: number
  readonly weapon: number
  readonly amount: number
}

/** [DM-4.2] */
export function damage(scene: Scene, player: Player, { targetId, weapon, amount }: Blow, now: number): void {
  if (!player.plays || weapons[weapon]?.damage !== amount) return
  if (!hit(scene, player, targetId, weapon, now)) player.arms.keep(weapon, targetId, now)
}

/** Applies a hit. Returns false only if no shot matches it. */
function hit(scene: Scene, player: Player, targetId: number, weapon: number, now: number): boolean {
  const target = scene.players.get(targetId)
  if (!target?.plays || target === player) return true
  if (!player.arms.hits(weapon, targetId, now)) return false
  const kind = weapons[weapon]!
  if (canHit(scene, player, target, kind, now)) hurt(scene, target, player, weapon, kind.damage, now)
  return true
}

/** [DM-4.7] Clients draw each other late, so any position of the two in the last 300 ms counts. */
function canHit(scene: Scene, player: Player, target: Player, weapon: Weapon, now: number): boolean {
  const targets = target.trail.recent(now)
  const most = scene.level.looks + mostLooks
  const isInReach = (from: Place, to: Place) =>
    scene.level.looks < most && inReach(scene, from, to, weapon, now)
  return player.trail.recent(now).some((from) => targets.some((to) => isInReach(from, to)))
}

function inReach(scene: Scene, from: Place, to: Place, { reach, beside }: Weapon, now: number): boolean {
  if (distance(from, to) > reach) return false
  return scene.level.sees(spotOf(from), spotOf(to), scene.movables(now), beside)
}

function hurt(scene: Scene, target: Player, by: Player, weapon: number, amount: number, now: number): void {
  if (amount >= target.health) return kill(scene, target, by, weapon, now)
  target.health -= amount
  scene.show({ kind: 'damaged', id: target.id, by: by.id, weapon, damage: amount })
}

/** [DM-4.3] The fatal hit is sent only as a death. */
function kill(scene: Scene, target: Player, by: Player, weapon: number, now: number): void {
  target.health = 0
  target.respawnAt = now + deadMs
  target.awaited = undefined
  scene.tally.kill(by.name, target.name)
  scene.show({ kind: 'killed', id: target.id, by: by.id, weapon })
  scene.tell({ kind: 'told', flags: 3, text: `${target.name} succumbed to the attacks of ${by.name}` })
  scene.tellScores()
  scene.unsaved = true
}

/** [DM-4.8] Respawns dead players. */
export function tickFighting(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    if (player.alive || now < player.respawnAt) continue
    revive(player, spawnPlace(scene, placesTaken(scene, player)), now)
    scene.show({ kind: 'moved', id: player.id, place: player.place })
    scene.show(healthOf(player))
  }
}

/** Revives a player there with full health. The caller notifies all players, including the player. */
export function revive(player: Player, place: Place, now: number, from?: Place): void {
  player.health = fullHealth
  player.set(place, now, from)
}
