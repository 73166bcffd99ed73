// Text over the field, and the arrow above a new player.
import type { Node } from '../board/board.ts'
import type { ScenePainter } from './scene.ts'

export interface OverlayInput {
  /** Number of players. */
  readonly players: number
  /** Frames of 17 ms since the status changed, and since the game started. */
  readonly since: number
  readonly age: number
  /** Position at which the player's own figure is marked, or undefined. */
  readonly self: Node | undefined
}

/** Draws the seconds since the status changed and the number of players, and marks the player's figure. */
export function paintOverlay({ surface }: ScenePainter, { players, since, age, self }: OverlayInput): void {
  surface.write(`${Math.floor((since * 17) / 1000)}`, 16, 16, 'W')
  surface.write(`${players} in`, 12, 116, 'W')
  if (!self) return
  const top = self.y - 22 + (Math.floor(age / 16) % 2)
  for (let row = 0; row < 5; row++) surface.rect(self.x - 4 + row, top + row, 9 - 2 * row, 1, 'Y')
}
