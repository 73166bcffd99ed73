// [DM-3.1] to [DM-3.6] Moves players back if the positions that they report are impossible.

import type { DoorAndLiftPositions } from '../map/level/level.ts'
import { eyeHeight } from '../map/level/sector-heights.ts'
import {
  horizontalDistance,
  isPositionEcho,
  isSamePosition,
  type Position,
  toMapUnits,
} from '../map/position.ts'
import { playerPlacedEvent } from '../players/player-events.ts'
import { maxUnitsAtOnce, unitsPerSecond } from '../state/move-allowance.ts'
import type { PendingPosition, Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { addRandomOffset } from './spawning.ts'

/** Map units by which a path may be longer than the straight line, because MOVEs in between may be lost. */
const detourAllowance = { least: 24, most: 64 } as const
/** Map units by which eyes may be too low, because the client sees steps and lifts late. */
const maxTooLow = 32
/** Map units by which eyes may be too high without a fall, because the client sees steps early. */
const maxTooHigh = 24
/**
 * Milliseconds that a player may be in the air. At 20 frames per second a player falls 190 units in the first second,
 * and faster after that.
 */
const maxFallMs = 3000
/** Floors at their lowest and at their highest: a client may see a lift in either position. */
const lowest: DoorAndLiftPositions = { door: () => 'open', lift: () => 'moving' }
const highest: DoorAndLiftPositions = { door: () => 'open', lift: () => 'high' }
/** Maximum distance in map units between an answer and the position that the server set. */
const maxAnswerDistance = 48
/** Milliseconds after the server has set a player's position in which MOVEs from the old position may still arrive. */
const inTransitMs = 1000
/**
 * Milliseconds after the client's answer in which MOVEs from the old position may still arrive, because the answer has
 * overtaken them.
 */
const overtakenAnswerMs = 300
/**
 * The server sends a position again after 1 s. If the client must load the map, the server waits 3 s, then 6 s, then 12
 * s.
 */
const resendMs = 1000
const loadResendMs = 3000
const maxResends = 5
/** [DM-5.7] Milliseconds before the server repeats LMAP for a client that still moves on the old map. */
const unheardResendMs = 500
/** Maximum distance in map units of the first move after a restart: ten seconds at the allowed speed. */
const maxMoveAfterRestart = 4500

/** [DM-3.1] Returns true if the MOVE shows that the player's client has loaded the map. */
export function handleMove(state: WorldState, player: Player, place: Position, now: number): boolean {
  if (!player.hasEntered || !player.isAlive) return false
  const arriving = !player.hasLoadedMap
  const { pendingPosition } = player
  if (pendingPosition && !isPositionAnswer(state, player, pendingPosition, place, now)) {
    if (isInTransit(state, player, pendingPosition, place, now))
      forwardStep(state, player, { ...pendingPosition, previous: place }, place)
    else if (now - pendingPosition.sentAt >= retryDelayMs(player, pendingPosition))
      sendPosition(state, player, pendingPosition, now)
    return false
  }
  if (pendingPosition) player.confirmPosition(now)
  // The server forwards an answer even if the position is the same, because the other players may have seen this player
  // elsewhere in the meantime.
  if (!pendingPosition && isSamePosition(place, player.position)) return false
  if (
    pendingPosition
      ? !isPossibleHeight(state, player, place, now)
      : !isPossiblePosition(state, player, place, now)
  ) {
    // Right after an answer, an impossible MOVE is an older one that the answer has overtaken, so the player is not
    // moved back.
    if (pendingPosition || now - player.answeredAt > overtakenAnswerMs) resetPosition(state, player, now)
    return arriving
  }
  player.inAirSince = isInAir(state, place) ? (player.inAirSince ?? now) : undefined
  player.walkTo(place, now)
  state.notifyOnMap({ kind: 'moved', id: player.id, place }, player)
  return arriving
}

/** [DM-3.4] */
export function resendPositions(state: WorldState, now: number): void {
  for (const player of state.players.values()) {
    const { pendingPosition } = player
    if (
      !pendingPosition ||
      pendingPosition.sentCount >= maxResends ||
      now - pendingPosition.sentAt < resendDelayMs(player, pendingPosition)
    )
      continue
    sendPosition(state, player, pendingPosition, now)
  }
}

/** [DM-3.5] */
function resetPosition(state: WorldState, player: Player, now: number): void {
  if (player.inAirSince !== undefined && now - player.inAirSince > maxFallMs) {
    const { x, y } = toMapUnits(player.position)
    const ground = state.level.floor(state.level.sectorAt(x, y)!, state.movablesAt(now))
    player.position = { ...player.position, z: (ground + eyeHeight) * 1000 }
    player.inAirSince = undefined
  }
  player.pendingPosition = { since: now, sentAt: now, sentCount: 1, previous: undefined }
  player.listener.onEvent(playerPlacedEvent(player))
}

function sendPosition(state: WorldState, player: Player, awaited: PendingPosition, now: number): void {
  player.pendingPosition = { ...awaited, sentAt: now, sentCount: Math.min(maxResends, awaited.sentCount + 1) }
  // A client sends no MOVE for a position that it already has, so the repeated position is slightly different.
  if (!player.hasLoadedMap) player.position = addRandomOffset(state.context, player.position, 'invisible')
  player.listener.onEvent(playerPlacedEvent(player))
}

function resendDelayMs({ hasLoadedMap, reception }: Player, { sentCount }: PendingPosition): number {
  if (hasLoadedMap) return resendMs
  return reception.isBehind ? Number.POSITIVE_INFINITY : loadResendMs * 2 ** Math.min(2, sentCount - 1)
}

/** [DM-5.7] A client that still moves on the old map has not read LMAP, so the delay is shorter than the usual one. */
function retryDelayMs(player: Player, pending: PendingPosition): number {
  const usual = resendDelayMs(player, pending)
  if (player.hasLoadedMap || player.reception.isBehind) return usual
  const soon = Math.max(unheardResendMs, 2 * player.reception.echoDelayMs) * 2 ** (pending.sentCount - 1)
  return Math.min(usual, soon)
}

/**
 * [DM-3.4] A player who has the map may have walked on before answering. [DM-5.7] A player who must load a map has to
 * echo the exact position. A MOVE from a position near it can come from a client that has not received LMAP, and such a
 * client would receive JOINs twice.
 */
function isPositionAnswer(
  state: WorldState,
  player: Player,
  { since }: PendingPosition,
  place: Position,
  now: number,
): boolean {
  if (!player.hasLoadedMap) return isPositionEcho(place, player.position)
  const walked = ((now - since) * unitsPerSecond) / 1000
  const far = horizontalDistance(place, player.position)
  if (far > Math.min(maxUnitsAtOnce, maxAnswerDistance + walked)) return false
  return isPossiblePath(state, player.position, place, far, now)
}

/**
 * [DM-3.4] Returns true for a step that the client took before it received its new position, as at a match's start. The
 * other players still see such steps.
 */
function isInTransit(
  state: WorldState,
  player: Player,
  { previous, since }: PendingPosition,
  place: Position,
  now: number,
): boolean {
  if (!previous || now - since > inTransitMs) return false
  const far = horizontalDistance(place, previous)
  return (
    player.moveAllowance.take(far, now) &&
    isPossiblePath(state, previous, place, far, now) &&
    isPossibleHeight(state, { position: previous, inAirSince: undefined }, place, now)
  )
}

function forwardStep(state: WorldState, player: Player, awaited: PendingPosition, place: Position): void {
  player.pendingPosition = awaited
  state.notifyOnMap({ kind: 'moved', id: player.id, place }, player)
}

/** [DM-3.3] */
function isPossiblePosition(state: WorldState, player: Player, place: Position, now: number): boolean {
  const far = horizontalDistance(place, player.position)
  if (player.mayHaveMovedOn) {
    player.mayHaveMovedOn = false
    return far <= maxMoveAfterRestart && isPossibleHeight(state, player, place, now)
  }
  if (!player.moveAllowance.take(far, now)) return false
  return (
    isPossiblePath(state, player.position, place, far, now) && isPossibleHeight(state, player, place, now)
  )
}

function isPossiblePath(state: WorldState, from: Position, to: Position, far: number, now: number): boolean {
  const longer = Math.min(detourAllowance.most, detourAllowance.least + far / 2)
  return state.level.isReachable(toMapUnits(from), toMapUnits(to), state.movablesAt(now), longer)
}

/**
 * [DM-3.6] Whether the player can be at this height: on the floor, or falling for a limited time and no higher than
 * before.
 */
function isPossibleHeight(
  state: WorldState,
  { position: before, inAirSince }: Pick<Player, 'position' | 'inAirSince'>,
  place: Position,
  now: number,
): boolean {
  const { x, y, z } = toMapUnits(place)
  const sector = state.level.sectorAt(x, y)
  if (sector === undefined || z < state.level.floor(sector, lowest) + eyeHeight - maxTooLow) return false
  if (!isInAir(state, place)) return true
  return z <= toMapUnits(before).z && now - (inAirSince ?? now) <= maxFallMs
}

/** Whether the eyes are higher than those of a player who stands at this point. */
function isInAir({ level }: WorldState, place: Position): boolean {
  const { x, y, z } = toMapUnits(place)
  const sector = level.sectorAt(x, y)
  return sector !== undefined && z > level.floor(sector, highest) + eyeHeight + maxTooHigh
}
