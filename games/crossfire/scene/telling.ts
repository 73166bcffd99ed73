// Sends messages and sounds to players near a place, or to all. [CF-10.4]
import type { Sound } from '../hearing/sounds.ts'
import type { MessageType } from '../hearing/text-kinds.ts'
import { stepsBetween } from './directions.ts'
import type { Spot } from './level-plan.ts'
import type { Level, Player, Scene } from './scene.ts'

/** [CF-10.4] Distance in cells, on the same map, at which speech and sounds are heard. */
export const earshot = 12

/** All players on the level within earshot. */
export function nearTo(level: Level, place: Spot): Player[] {
  const near: Player[] = []
  for (const player of level.players) if (stepsBetween(player, place) <= earshot) near.push(player)
  return near
}

export function tellNear(level: Level, place: Spot, text: string, kind: MessageType, except?: Player): void {
  for (const player of nearTo(level, place)) if (player !== except) player.tell(text, kind)
}

export function tellAll(scene: Scene, text: string, kind: MessageType, except?: Player): void {
  for (const player of scene.players.values()) if (player !== except) player.tell(text, kind)
}

/** To all players within earshot, with the direction from each. */
export function soundAt(level: Level, x: number, y: number, sound: Sound): void {
  for (const player of nearTo(level, { x, y })) player.sound(sound, x - player.x, y - player.y)
}
