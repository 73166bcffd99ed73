// [CF-10.4]

import type { MessageType } from '../../protocol/events/message-types.ts'
import type { Sound } from '../../protocol/events/sounds.ts'
import { distanceBetween } from '../definitions/directions.ts'
import type { Position } from '../definitions/level-plan.ts'
import type { GameState, Level, Player } from './game-state.ts'

/** [CF-10.4] Distance in cells at which players on the same map hear speech and sounds. */
const earshotCells = 12

export function playersNear(level: Level, place: Position): Player[] {
  const near: Player[] = []
  for (const player of level.players) if (distanceBetween(player, place) <= earshotCells) near.push(player)
  return near
}

export function sendMessageNear(
  level: Level,
  place: Position,
  text: string,
  kind: MessageType,
  except?: Player,
): void {
  for (const player of playersNear(level, place)) if (player !== except) player.sendMessage(text, kind)
}

export function sendMessageToAll(game: GameState, text: string, kind: MessageType, except?: Player): void {
  for (const player of game.players.values()) if (player !== except) player.sendMessage(text, kind)
}

/** Each player gets the direction from which the sound comes. */
export function playSoundAt(level: Level, x: number, y: number, sound: Sound): void {
  for (const player of playersNear(level, { x, y })) player.playSound(sound, x - player.x, y - player.y)
}
