// [DM-3.1] to [DM-3.6] Players say where they are; what cannot be is not believed, and they are put back.
import { eyeHeight } from '../map/heights.ts'
import type { Movables } from '../map/level.ts'
import type { Awaited, Player } from '../people/player.ts'
import { setOf } from '../people/telling.ts'
import type { Scene } from '../scene/scene.ts'
import { mostUnits, unitsPerSecond } from './move-allowance.ts'
import { distance, isSame, type Place, spotOf } from './place.ts'

/** Of a step: what it may be longer than the straight way, for those between that were lost. */
const slack = { least: 24, most: 64 } as const
/** Map units: what eyes may be below where they belong, on steps and on lifts that a client sees later. */
const lower = 32
/** Above a ceiling: the client looks at that only in the room that it enters. */
const higher = 24
/** However doors and lifts stand. */
const widest: Movables = { door: () => 'open', lift: () => 'moving' }
/** How near an answer must be to where he was set, and how long MOVEs of before may be under way. */
const answerUnits = 48
const underWayMs = 1000
const overtakenMs = 300
/** He is told again after a second, in a map that he has to load after three, then six, then twelve. */
const againMs = 1000
const loadMs = 3000
const mostTimes = 5
/** After a restart he may be as far as he came in ten seconds. */
const mayHaveMovedOnUnits = 4500

/** [DM-3.1] True if he answered from where he had to load a map. */
export function move(scene: Scene, player: Player, place: Place, now: number): boolean {
  if (!player.entered || !player.alive) return false
  const arriving = !player.arrived
  const { awaited } = player
  if (awaited && !isAnswer(scene, player, awaited, place, now)) {
    if (isUnderWay(scene, player, awaited, place, now))
      passOn(scene, player, { ...awaited, from: place }, place)
    else if (now - awaited.told >= waitMs(player, awaited)) tellPlace(player, awaited, now)
    return false
  }
  if (awaited) player.answer(now)
  // An answer is passed on even so: others may have seen him on his old way since.
  if (!awaited && isSame(place, player.place)) return false
  if (awaited ? !isInRoom(scene, player.place, place) : !canBe(scene, player, place, now)) {
    // Right after an answer it is one of before, that was overtaken by it.
    if (awaited || now - player.answeredAt > overtakenMs) putBack(player, now)
    return arriving
  }
  player.walkTo(place, now)
  scene.show({ kind: 'moved', id: player.id, place }, player)
  return arriving
}

/** [DM-3.4] Tells those again who have not answered yet. */
export function tickMovement(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    const { awaited } = player
    if (!awaited || awaited.times >= mostTimes || now - awaited.told < waitMs(player, awaited)) continue
    tellPlace(player, awaited, now)
  }
}

/** [DM-3.5] */
function putBack(player: Player, now: number): void {
  player.awaited = { since: now, told: now, times: 1, from: undefined }
  player.listener.hear(setOf(player))
}

function tellPlace(player: Player, awaited: Awaited, now: number): void {
  player.awaited = { ...awaited, told: now, times: Math.min(mostTimes, awaited.times + 1) }
  player.listener.hear(setOf(player))
}

function waitMs({ arrived }: Player, { times }: Awaited): number {
  return arrived ? againMs : loadMs * 2 ** Math.min(2, times - 1)
}

/** [DM-3.4] Who has to load a map says first that he is where he was set in it; others may have walked on. */
function isAnswer(scene: Scene, player: Player, { since }: Awaited, place: Place, now: number): boolean {
  const walked = player.arrived ? ((now - since) * unitsPerSecond) / 1000 : 0
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
    player.allowance.take(far, now) && isWay(scene, from, place, far, now) && isInRoom(scene, from, place)
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
    return far <= mayHaveMovedOnUnits && isInRoom(scene, player.place, place)
  }
  if (!player.allowance.take(far, now)) return false
  return isWay(scene, player.place, place, far, now) && isInRoom(scene, player.place, place)
}

function isWay(scene: Scene, from: Place, to: Place, far: number, now: number): boolean {
  const longer = Math.min(slack.most, slack.least + far / 2)
  return scene.level.reaches(spotOf(from), spotOf(to), scene.movables(now), longer)
}

/** [DM-3.6] Between floor and ceiling, or falling: then no higher than he was. */
function isInRoom({ level }: Scene, before: Place, place: Place): boolean {
  const { x, y, z } = spotOf(place)
  const sector = level.sectorAt(x, y)
  if (sector === undefined) return false
  const top = Math.max(level.ceiling(sector, widest) + higher, spotOf(before).z)
  return z >= level.floor(sector, widest) + eyeHeight - lower && z <= top
}
