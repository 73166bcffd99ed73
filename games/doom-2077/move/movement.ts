// [DM-3.1] to [DM-3.6] Players say where they are; what cannot be is not believed, and they are put back.
import { eyeHeight } from '../map/heights.ts'
import type { Movables } from '../map/level.ts'
import { distance, isEcho, isSame, type Place, spotOf } from '../map/place.ts'
import { setOf } from '../people/telling.ts'
import { mostUnits, unitsPerSecond } from '../scene/move-allowance.ts'
import type { Awaited, Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { withDigits } from './spawning.ts'

/** Map units by which the way to a place may be longer than the straight one: MOVEs between may have been lost. */
const slack = { least: 24, most: 64 } as const
/** Map units that eyes may be too low for their floor: of steps and lifts that the client sees later. */
const lower = 32
/** And too high, without counting as a fall: of a step that it sees early. */
const higher = 24
/** How long a fall may last: the client falls 190 units in the first second at 20 pictures a second, and ever faster. */
const mostFallMs = 3000
/** A lift may be seen in either of its places. */
const lowest: Movables = { door: () => 'open', lift: () => 'moving' }
const highest: Movables = { door: () => 'open', lift: () => 'high' }
/** How near an answer must be to where he was set. */
const answerUnits = 48
/** After he was set: how long MOVEs come that his client sent before it knew. */
const underWayMs = 1000
/** And how long after his answer, which may have overtaken them. */
const overtakenMs = 300
/** He is told again after a second, in a map that he has to load after three, then six, then twelve. */
const againMs = 1000
const loadMs = 3000
const mostTimes = 5
/** After a restart he may be as far as he came in ten seconds. */
const afterRestartUnits = 4500

/** [DM-3.1] True if he answered from where he had to load a map. */
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
  // An answer is passed on even so: others may have seen him on his old way since.
  if (!awaited && isSame(place, player.place)) return false
  if (awaited ? !isInRoom(scene, player, place, now) : !canBe(scene, player, place, now)) {
    // Right after an answer this is an older MOVE that the answer has overtaken: to put him back would be wrong.
    if (awaited || now - player.answeredAt > overtakenMs) putBack(scene, player, now)
    return arriving
  }
  player.aloftSince = isAloft(scene, place) ? (player.aloftSince ?? now) : undefined
  player.walkTo(place, now)
  scene.show({ kind: 'moved', id: player.id, place }, player)
  return arriving
}

/** [DM-3.4] Tells those again who have not answered yet. */
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
  // A client sends no MOVE when it is told the place that it has already: it is told one a hair beside.
  if (!player.arrived) player.place = withDigits(scene.host, player.place, 'hair')
  player.listener.hear(setOf(player))
}

function waitMs({ arrived }: Player, { times }: Awaited): number {
  return arrived ? againMs : loadMs * 2 ** Math.min(2, times - 1)
}

/**
 * [DM-3.4] Who has the map may have walked on before he says where he is. [DM-5.7] Who has to load a map says back where he is in it: by a place that is only
 * near he would seem to have loaded what he was never told of, and hear JOINs that he has heard.
 */
function isAnswer(scene: Scene, player: Player, { since }: Awaited, place: Place, now: number): boolean {
  if (!player.arrived) return isEcho(place, player.place)
  const walked = ((now - since) * unitsPerSecond) / 1000
  const far = distance(place, player.place)
  if (far > Math.min(mostUnits, answerUnits + walked)) return false
  return isWay(scene, player.place, place, far, now)
}

/** [DM-3.4] At a match's start others are still shown the steps that a client took before it heard of it. */
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

/** [DM-3.6] On the floor, or falling: then no higher than he was, and not for ever. */
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

/** Higher than who stands there. */
function isAloft({ level }: Scene, place: Place): boolean {
  const { x, y, z } = spotOf(place)
  const sector = level.sectorAt(x, y)
  return sector !== undefined && z > level.floor(sector, highest) + eyeHeight + higher
}
