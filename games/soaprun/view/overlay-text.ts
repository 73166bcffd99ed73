import type { BoardPoint } from '../board/board.ts'
import type { ScenePainter } from './scene.ts'

export interface OverlayInput {
  readonly players: number
  /** Frames of 17 ms since the status changed (`framesInStatus`), and since the game started (`age`). */
  readonly framesInStatus: number
  readonly age: number
  /** The place at which the player's own figure is marked. */
  readonly self: BoardPoint | undefined
}

export function paintOverlay(
  { surface }: ScenePainter,
  { players, framesInStatus, age, self }: OverlayInput,
): void {
  surface.write(`${Math.floor((framesInStatus * 17) / 1000)}`, 16, 16, 'W')
  surface.write(`${players} in`, 12, 116, 'W')
  if (!self) return
  const top = self.y - 22 + (Math.floor(age / 16) % 2)
  for (let row = 0; row < 5; row++) surface.rect(self.x - 4 + row, top + row, 9 - 2 * row, 1, 'Y')
}
