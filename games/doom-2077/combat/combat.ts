// [DM-4.1] to [DM-4.8] Clients report hits; the room checks whether they are possible.

import { horizontalDistance, type Position, toMapUnits } from '../map/position.ts'
import { chooseSpawn, occupiedPositions } from '../movement/spawning.ts'
import { healthEvent } from '../players/player-events.ts'
import { fullHealth, type Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { type Weapon, weapons } from '../weapons/weapons.ts'

/** [DM-4.8] Milliseconds from a death to the respawn. */
const respawnDelayMs = 1000
/**
 * [DM-4.7] Maximum number of map lines examined for a hit, which takes about 3 ms. On a map of 65,535 lines a ray can
 * cross thousands of lines.
 */
const maxLineChecks = 100_000

/** [DM-4.1] */
export function fireWeapon(state: WorldState, player: Player, weapon: number, now: number): void {
  if (!player.isPlaying || !player.hitValidator.recordShot(weapon, now)) return
  state.notifyOnMap({ kind: 'fired', id: player.id, weapon }, player)
  for (const target of player.hitValidator.takeEarlyHits(weapon, now))
    applyHit(state, player, target, weapon, now)
}

/** `amount` is points × 1000. */
export interface ReportedHit {
  readonly targetId: number
  readonly weapon: number
  readonly amount: number
}

/** [DM-4.2] */
export function applyReportedHit(
  state: WorldState,
  player: Player,
  { targetId, weapon, amount }: ReportedHit,
  now: number,
): void {
  if (!player.isPlaying || weapons[weapon]?.damage !== amount) return
  if (!applyHit(state, player, targetId, weapon, now)) player.hitValidator.keepEarlyHit(weapon, targetId, now)
}

/** Returns false if no shot matches the hit yet, and true in all other cases. */
function applyHit(state: WorldState, player: Player, targetId: number, weapon: number, now: number): boolean {
  const target = state.players.get(targetId)
  if (!target?.isPlaying || target === player) return true
  if (!player.hitValidator.takeHit(weapon, targetId, now)) return false
  const kind = weapons[weapon]!
  if (isHitPossible(state, player, target, kind, now))
    applyDamage(state, target, player, weapon, kind.damage, now)
  return true
}

/** [DM-4.7] Clients draw other players late, so every position of shooter and target in the last 300 ms counts. */
function isHitPossible(
  state: WorldState,
  player: Player,
  target: Player,
  weapon: Weapon,
  now: number,
): boolean {
  const targets = target.positionHistory.recent(now)
  const most = state.level.lineChecks + maxLineChecks
  const isInReach = (from: Position, to: Position) =>
    state.level.lineChecks < most && isInRange(state, from, to, weapon, now)
  return player.positionHistory.recent(now).some((from) => targets.some((to) => isInReach(from, to)))
}

function isInRange(
  state: WorldState,
  from: Position,
  to: Position,
  { reach, hitWidth }: Weapon,
  now: number,
): boolean {
  if (horizontalDistance(from, to) > reach) return false
  return state.level.isVisible(toMapUnits(from), toMapUnits(to), state.movablesAt(now), hitWidth)
}

function applyDamage(
  state: WorldState,
  target: Player,
  by: Player,
  weapon: number,
  amount: number,
  now: number,
): void {
  if (amount >= target.health) return killPlayer(state, target, by, weapon, now)
  target.health -= amount
  state.notifyOnMap({ kind: 'damaged', id: target.id, by: by.id, weapon, damage: amount })
}

/** [DM-4.3] Clients receive the death instead of the fatal hit. */
function killPlayer(state: WorldState, target: Player, by: Player, weapon: number, now: number): void {
  target.health = 0
  target.respawnAt = now + respawnDelayMs
  target.pendingPosition = undefined
  state.scoreboard.recordKill(by.name, target.name)
  state.notifyOnMap({ kind: 'killed', id: target.id, by: by.id, weapon })
  state.notifyAll({
    kind: 'server-text',
    flags: 3,
    text: `${target.name} succumbed to the attacks of ${by.name}`,
  })
  state.announceScores()
  if (!state.scoreboard.isFinal)
    state.context.announce({
      kind: 'death',
      text: `${target.name} was killed by ${by.name}`,
      counts: { [by.name]: { kills: 1 }, [target.name]: { deaths: 1 } },
    })
  state.hasUnsavedState = true
}

/** [DM-4.8] */
export function respawnDuePlayers(state: WorldState, now: number): void {
  for (const player of state.players.values()) {
    if (player.isAlive || now < player.respawnAt) continue
    respawnPlayer(player, chooseSpawn(state, occupiedPositions(state, player)), now)
    state.notifyOnMap({ kind: 'moved', id: player.id, place: player.position })
    state.notifyOnMap(healthEvent(player))
  }
}

/** The caller notifies all players, including the revived one. */
export function respawnPlayer(player: Player, place: Position, now: number, from?: Position): void {
  player.health = fullHealth
  player.placeAt(place, now, from)
}
