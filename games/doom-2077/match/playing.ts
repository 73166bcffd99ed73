// [DM-5.1] to [DM-5.7] Applies the steps of a match to its players.
import { revive } from '../fight/fighting.ts'
import type { Level } from '../map/level.ts'
import type { Place } from '../map/place.ts'
import { spawnPlace } from '../move/spawning.ts'
import { healthOf, placeOf, setOf, weaponsTold } from '../people/telling.ts'
import { fullHealth } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Step } from './match.ts'

/** Effects on results and maps, which the world manages. */
export interface StepEffects {
  /** The match is over. `whole` is false if it was broken off. */
  over(whole: boolean): void
  nextMap(): void
}

export function play(scene: Scene, step: Step, effects: StepEffects, now: number): void {
  scene.unsaved = true
  switch (step.kind) {
    case 'starts in':
      scene.tell({ kind: 'starts', seconds: step.seconds })
      return title(scene, `Game starting in ${step.seconds} seconds...`)
    case 'start':
      return start(scene, now)
    case 'ends in':
      scene.tell({ kind: 'ends', seconds: step.seconds })
      return title(scene, `Game ending in ${step.seconds} seconds...`)
    case 'end':
      scene.tell({ kind: 'ends', seconds: 0 })
      title(scene, 'Game ends!')
      return end(scene, effects, true)
    case 'pause':
      return title(scene, `Restarting in ${step.seconds} seconds...`)
    case 'aborted':
      return title(scene, 'Game aborted! Not enough players...')
    case 'broken off':
      title(scene, 'Game ended! Not enough players still in game.')
      return end(scene, effects, false)
    case 'next map':
      return effects.nextMap()
    case 'too few':
      return title(scene, 'Not enough players to restart a game...')
  }
}

/** [DM-5.1] Respawns all players for a new match. */
function start(scene: Scene, now: number): void {
  const players = [...scene.players.values()]
  scene.tally.restart([...scene.everybody()].map(({ name }) => name))
  scene.pickups.restore()
  scene.show(weaponsTold)
  const here = players.filter(({ arrived }) => arrived)
  const taken = players.filter(({ arrived }) => !arrived).map(({ place }) => place)
  for (const player of here) {
    const from = player.plays && !player.awaited ? player.place : undefined
    revive(player, spawnPlace(scene, taken), now, from)
    taken.push(player.place)
  }
  for (const player of here) {
    scene.show(healthOf(player))
    scene.show(placeOf(player))
  }
  scene.tell({ kind: 'starts', seconds: 0 })
  title(scene, 'Game starts!')
  scene.tellScores()
}

/** [DM-5.3] Freezes the score and shows it until the next match starts. */
function end(scene: Scene, effects: StepEffects, whole: boolean): void {
  scene.tally.settle()
  effects.over(whole)
}

/** [DM-5.7] Sends all players to another map, where they spawn once they have loaded it. */
export function changeMap(scene: Scene, level: Level, now: number): void {
  scene.load(level)
  const taken: Place[] = []
  for (const player of scene.players.values()) {
    // Keeps off the player's place on the old map too: a MOVE from there could pass for an answer from the new one.
    const place = spawnPlace(scene, [...taken, player.place])
    taken.push(place)
    player.health = fullHealth
    player.arrived = false
    player.map = level.name
    player.set(place, now)
    player.listener.hear(setOf(player))
  }
}

function title(scene: Scene, text: string): void {
  scene.tell({ kind: 'told', flags: 3, text })
}
