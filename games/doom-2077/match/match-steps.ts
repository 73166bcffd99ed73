// [DM-5.1] to [DM-5.7]
import { respawnPlayer } from '../combat/combat.ts'
import type { Level } from '../map/level/level.ts'
import type { Position } from '../map/position.ts'
import { chooseSpawn } from '../movement/spawning.ts'
import { healthEvent, playerPlacedEvent, positionEvent, weaponsEvent } from '../players/player-events.ts'
import { fullHealth } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import type { MatchStep } from './match.ts'

/** Functions of the world that change the results and the map. */
export interface MatchStepEffects {
  /** `whole` is false if the match was aborted. */
  onMatchOver(whole: boolean): void
  switchMap(): void
}

export function applyMatchStep(
  state: WorldState,
  step: MatchStep,
  effects: MatchStepEffects,
  now: number,
): void {
  state.hasUnsavedState = true
  switch (step.kind) {
    case 'starts in':
      state.notifyAll({ kind: 'starts', seconds: step.seconds })
      return showTitle(state, `Game starting in ${step.seconds} seconds...`)
    case 'start':
      return startMatch(state, now)
    case 'ends in':
      state.notifyAll({ kind: 'ends', seconds: step.seconds })
      return showTitle(state, `Game ending in ${step.seconds} seconds...`)
    case 'end':
      state.notifyAll({ kind: 'ends', seconds: 0 })
      showTitle(state, 'Game ends!')
      return endMatch(state, effects, true)
    case 'pause':
      return showTitle(state, `Restarting in ${step.seconds} seconds...`)
    case 'aborted':
      return showTitle(state, 'Game aborted! Not enough players...')
    case 'stopped':
      state.notifyAll({ kind: 'ends', seconds: 0 })
      showTitle(state, 'Game ended! Not enough players still in game.')
      return endMatch(state, effects, false)
    case 'next map':
      return effects.switchMap()
    case 'too few':
      return showTitle(state, 'Not enough players to restart a game...')
  }
}

/** [DM-5.1] */
function startMatch(state: WorldState, now: number): void {
  const players = [...state.players.values()]
  state.scoreboard.restart([...state.visiblePlayers()].map(({ name }) => name))
  state.pickups.respawnAll()
  state.notifyOnMap(weaponsEvent)
  const here = players.filter(({ hasLoadedMap }) => hasLoadedMap)
  const taken = players.filter(({ hasLoadedMap }) => !hasLoadedMap).map(({ position }) => position)
  for (const player of here) {
    const from = player.isPlaying && !player.pendingPosition ? player.position : undefined
    respawnPlayer(player, chooseSpawn(state, taken), now, from)
    taken.push(player.position)
  }
  for (const player of here) {
    state.notifyOnMap(healthEvent(player))
    state.notifyOnMap(positionEvent(player))
  }
  state.notifyAll({ kind: 'starts', seconds: 0 })
  showTitle(state, 'Game starts!')
  state.announceScores()
}

/** [DM-5.3] Freezes the score until the next match starts. */
function endMatch(state: WorldState, effects: MatchStepEffects, whole: boolean): void {
  state.scoreboard.finalize()
  effects.onMatchOver(whole)
}

/** [DM-5.7] Places all players on the new map at once. A player cannot act or be hit until the client has loaded it. */
export function changeMap(state: WorldState, level: Level, now: number): void {
  state.loadLevel(level)
  const taken: Position[] = []
  for (const player of state.players.values()) {
    // The spawn also keeps away from the player's position on the old map, because a MOVE from there could be mistaken
    // for an answer from the new map.
    const place = chooseSpawn(state, [...taken, player.position])
    taken.push(place)
    player.health = fullHealth
    player.hasLoadedMap = false
    player.map = level.name
    player.placeAt(place, now)
    player.listener.onEvent(playerPlacedEvent(player))
  }
}

function showTitle(state: WorldState, text: string): void {
  state.notifyAll({ kind: 'server-text', flags: 3, text })
}
