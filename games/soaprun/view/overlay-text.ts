import type { BoardPoint } from '../board/board.ts'
import type { ScenePainter } from './scene.ts'

export interface OverlayInput {
  readonly players: number
  /** In frames of 17 ms. `framesInStatus`: since the status changed. `age`: since the game started. */
  readonly framesInStatus: number
  readonly age: number
  /** Where the player's own figure is marked. */
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
