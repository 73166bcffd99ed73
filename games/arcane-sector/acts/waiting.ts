// Queues actions that exceed their rate. Only actions that must follow them wait too. [AS-3.6] [AS-9.4]
import { isQuarter } from '../land/directions.ts'
import type { Motion, Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { face, move } from './movement.ts'
import { say, spoken } from './speech.ts'

/** Maximum queue length per kind; further actions are ignored. */
const mostWaiting = 10

/** [AS-3.1] [AS-3.2] Steps and turns keep their order, because the facing determines the direction of a step. */
export function moveInTime(scene: Scene, player: Player, motion: Motion): void {
  if (!isQuarter(motion.to)) return
  if (player.motions.length === 0 && mayGo(scene, player, motion)) go(scene, player, motion)
  else if (player.motions.length < mostWaiting) player.motions.push(motion)
}

/** [AS-9.1] `text` as received. Each byte of it is a character. */
export function sayInTime(scene: Scene, player: Player, text: string): void {
  if (player.lines.length === 0 && mayTalk(scene, player)) say(scene, player, spoken(text))
  else if (player.lines.length < mostWaiting) player.lines.push(spoken(text))
}

/** Runs the actions whose time has come. */
export function tickWaiting(scene: Scene): void {
  for (const player of scene.players) {
    while (player.motions[0] && mayGo(scene, player, player.motions[0]))
      go(scene, player, player.motions.shift()!)
    while (player.lines[0] !== undefined && mayTalk(scene, player)) say(scene, player, player.lines.shift()!)
  }
}

function mayGo(scene: Scene, player: Player, { kind }: Motion): boolean {
  return kind === 'turn' || player.stepPace.wait(scene.host.now()) === 0
}

function mayTalk(scene: Scene, player: Player): boolean {
  return player.talkPace.wait(scene.host.now()) === 0
}

function go(scene: Scene, player: Player, { kind, to }: Motion): void {
  if (kind === 'turn') face(scene, player, to)
  else move(scene, player, to)
}
