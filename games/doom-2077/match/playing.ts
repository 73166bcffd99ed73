// [DM-5.1] to [DM-5.7] What the steps of a match do to those who are in it.
import { revive } from '../fight/fighting.ts'
import type { Level } from '../map/level.ts'
import type { Place } from '../map/place.ts'
import { spawnPlace } from '../move/spawning.ts'
import { healthOf, placeOf, setOf, weaponsTold } from '../people/telling.ts'
import { fullHealth } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Step } from './match.ts'

/** What a step wants of the world: results and maps are in its keeping. */
export interface StepEffects {
  /** The match is over; `whole`: it was not broken off. */
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

/** [DM-5.1] Everybody begins anew, somewhere else. */
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

/** [DM-5.3] Its score is shown, and changes no more, until the next match begins. */
function end(scene: Scene, effects: StepEffects, whole: boolean): void {
  scene.tally.settle()
  effects.over(whole)
}

/** [DM-5.7] Everybody has to load another map, and stands in it when he has. */
export function changeMap(scene: Scene, level: Level, now: number): void {
  scene.load(level)
  const taken: Place[] = []
  for (const player of scene.players.values()) {
    // Not near his place on the old map either: a MOVE from there would pass for his answer from here.
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
