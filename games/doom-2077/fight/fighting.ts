// [DM-4.1] to [DM-4.8] Shots, hits, death and what comes after. Clients decide what they hit; here it is looked at
// whether that can have been.

import { distance, type Place, spotOf } from '../map/place.ts'
import { placesTaken, spawnPlace } from '../move/spawning.ts'
import { healthOf } from '../people/telling.ts'
import { fullHealth, type Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type Weapon, weapons } from '../weapons/weapons.ts'

/** [DM-4.8] */
const deadMs = 1000
/** [DM-4.7] Lines of the map that are looked at for one hit: 3 ms. Maps of 65,535 lines have rays that meet thousands. */
const mostLooks = 100_000

/** [DM-4.1] Others are told of a shot of a weapon that there is, as fast as that fires. */
export function fire(scene: Scene, player: Player, weapon: number, now: number): void {
  if (!player.plays || !player.arms.fire(weapon, now)) return
  scene.show({ kind: 'fired', id: player.id, weapon }, player)
  for (const target of player.arms.kept(weapon, now)) hit(scene, player, target, weapon, now)
}

/** What a client says that it did. `amount` is points × 1000. */
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

/** True unless there was no shot for it. */
function hit(scene: Scene, player: Player, targetId: number, weapon: number, now: number): boolean {
  const target = scene.players.get(targetId)
  if (!target?.plays || target === player) return true
  if (!player.arms.hits(weapon, targetId, now)) return false
  const kind = weapons[weapon]!
  if (canHit(scene, player, target, kind, now)) hurt(scene, target, player, weapon, kind.damage, now)
  return true
}

/** [DM-4.7] Clients show each other late: any place where the two were in the last 300 ms may be what was aimed at. */
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

/** [DM-4.3] The last blow is told as a death alone. */
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

/** [DM-4.8] The dead come to life elsewhere. */
export function tickFighting(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    if (player.alive || now < player.respawnAt) continue
    revive(player, spawnPlace(scene, placesTaken(scene, player)), now)
    scene.show({ kind: 'moved', id: player.id, place: player.place })
    scene.show(healthOf(player))
  }
}

/** Alive, with full health, and set there. The caller tells everybody, himself among them. */
export function revive(player: Player, place: Place, now: number, from?: Place): void {
  player.health = fullHealth
  player.set(place, now, from)
}
