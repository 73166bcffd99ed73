// [DM-3.1] to [DM-3.6] Checks the positions that players report and puts players back if they are impossible.
import { eyeHeight } from '../map/heights.ts'
import type { Movables } from '../map/level.ts'
import { distance, isEcho, isSame, type Place, spotOf } from '../map/place.ts'
import { setOf } from '../people/telling.ts'
import { mostUnits, unitsPerSecond } from '../scene/move-allowance.ts'
import type { Awaited, Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { withDigits } from './spawning.ts'

/** Map units that a path may be longer than the straight one, since MOVEs in between may be lost. */
const slack = { least: 24, most: 64 } as const
/** Map units that eyes may be too low for their floor: the client sees steps and lifts later. */
const lower = 32
/** Map units that eyes may be too high without falling: the client sees a step early. */
const higher = 24
/** Maximum duration of a fall. The client falls 190 units in the first second at 20 frames per second, then faster. */
const mostFallMs = 3000
/** A lift may be in either position. */
const lowest: Movables = { door: () => 'open', lift: () => 'moving' }
const highest: Movables = { door: () => 'open', lift: () => 'high' }
/** Maximum distance of an answer from where the player was set. */
const answerUnits = 48
/** After setting a player: how long MOVEs may still arrive that the client sent before it knew. */
const underWayMs = 1000
/** And for how long after the answer, which may have overtaken them. */
const overtakenMs = 300
/** The position is sent again after 1 s; in a map that the client must load after 3 s, then 6, then 12. */
const againMs = 1000
const loadMs = 3000
const mostTimes = 5
/** After a restart a player may be as far away as ten seconds of walking. */
const afterRestartUnits = 4500

/** [DM-3.1] Returns true if the player answered from a map that they had to load. */
export function move(scene: Scene, player: Player, place: Place, now: number): boolean {
  if (!player.entered || !player.alive) return false
  const arriving = !player.arrived
  const { awaited } = player
  if (awaited && !isAnswer(scene, player, awaited, place, now)) {
    if (isUnderWay(scene, player, awaited, place, now))
      passOn(scene, player, { ...awaited, from: place }, place)
    else if (now - awaited.told >= waitMs(player, awaited)) tellPlace(scene, player, awaited, now)
    return false
  }
  if (awaited) player.answer(now)
  // An answer is shown even if the place is the same: others may have seen the player elsewhere since.
  if (!awaited && isSame(place, player.place)) return false
  if (awaited ? !isInRoom(scene, player, place, now) : !canBe(scene, player, place, now)) {
    // Right after an answer this is an older MOVE that the answer has overtaken, so the player is not put back.
    if (awaited || now - player.answeredAt > overtakenMs) putBack(scene, player, now)
    return arriving
  }
  player.aloftSince = isAloft(scene, place) ? (player.aloftSince ?? now) : undefined
  player.walkTo(place, now)
  scene.show({ kind: 'moved', id: player.id, place }, player)
  return arriving
}

/** [DM-3.4] Repeats the position to players who have not answered yet. */
export function tickMovement(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    const { awaited } = player
    if (!awaited || awaited.times >= mostTimes || now - awaited.told < waitMs(player, awaited)) continue
    tellPlace(scene, player, awaited, now)
  }
}

/** [DM-3.5] */
function putBack(scene: Scene, player: Player, now: number): void {
  if (player.aloftSince !== undefined && now - player.aloftSince > mostFallMs) {
    const { x, y } = spotOf(player.place)
    const ground = scene.level.floor(scene.level.sectorAt(x, y)!, scene.movables(now))
    player.place = { ...player.place, z: (ground + eyeHeight) * 1000 }
    player.aloftSince = undefined
  }
  player.awaited = { since: now, told: now, times: 1, from: undefined }
  player.listener.hear(setOf(player))
}

function tellPlace(scene: Scene, player: Player, awaited: Awaited, now: number): void {
  player.awaited = { ...awaited, told: now, times: Math.min(mostTimes, awaited.times + 1) }
  // A client sends no MOVE for a place that it already has, so it gets one slightly different.
  if (!player.arrived) player.place = withDigits(scene.context, player.place, 'hair')
  player.listener.hear(setOf(player))
}

function waitMs({ arrived }: Player, { times }: Awaited): number {
  return arrived ? againMs : loadMs * 2 ** Math.min(2, times - 1)
}

/**
 * [DM-3.4] A player who has the map may have walked on before answering. [DM-5.7] One who must load a map has to echo
 * the exact place: a place merely near it could answer a message that never arrived, and JOINs would arrive twice.
 */
function isAnswer(scene: Scene, player: Player, { since }: Awaited, place: Place, now: number): boolean {
  if (!player.arrived) return isEcho(place, player.place)
  const walked = ((now - since) * unitsPerSecond) / 1000
  const far = distance(place, player.place)
  if (far > Math.min(mostUnits, answerUnits + walked)) return false
  return isWay(scene, player.place, place, far, now)
}

/** [DM-3.4] At a match's start the others still see the steps that a client took before it knew. */
function isUnderWay(
  scene: Scene,
  player: Player,
  { from, since }: Awaited,
  place: Place,
  now: number,
): boolean {
  if (!from || now - since > underWayMs) return false
  const far = distance(place, from)
  return (
    player.allowance.take(far, now) &&
    isWay(scene, from, place, far, now) &&
    isInRoom(scene, { place: from, aloftSince: undefined }, place, now)
  )
}

function passOn(scene: Scene, player: Player, awaited: Awaited, place: Place): void {
  player.awaited = awaited
  scene.show({ kind: 'moved', id: player.id, place }, player)
}

/** [DM-3.3] */
function canBe(scene: Scene, player: Player, place: Place, now: number): boolean {
  const far = distance(place, player.place)
  if (player.mayHaveMovedOn) {
    player.mayHaveMovedOn = false
    return far <= afterRestartUnits && isInRoom(scene, player, place, now)
  }
  if (!player.allowance.take(far, now)) return false
  return isWay(scene, player.place, place, far, now) && isInRoom(scene, player, place, now)
}

function isWay(scene: Scene, from: Place, to: Place, far: number, now: number): boolean {
  const longer = Math.min(slack.most, slack.least + far / 2)
  return scene.level.reaches(spotOf(from), spotOf(to), scene.movables(now), longer)
}

/** [DM-3.6] On the floor, or falling: then no higher than before, and only for a limited time. */
function isInRoom(
  scene: Scene,
  { place: before, aloftSince }: Pick<Player, 'place' | 'aloftSince'>,
  place: Place,
  now: number,
): boolean {
  const { x, y, z } = spotOf(place)
  const sector = scene.level.sectorAt(x, y)
  if (sector === undefined || z < scene.level.floor(sector, lowest) + eyeHeight - lower) return false
  if (!isAloft(scene, place)) return true
  return z <= spotOf(before).z && now - (aloftSince ?? now) <= mostFallMs
}

/** Whether the eyes are higher than those of a player standing there. */
function isAloft({ level }: Scene, place: Place): boolean {
  const { x, y, z } = spotOf(place)
  const sector = level.sectorAt(x, y)
  return sector !== undefined && z > level.floor(sector, highest) + eyeHeight + higher
}
