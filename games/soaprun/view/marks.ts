// What is written over the field, and the arrow over who has just come in.
import type { Node } from '../board/board.ts'
import type { ScenePainter } from './scene.ts'

export interface Marks {
  /** How many are in. */
  readonly players: number
  /** Frames of 17 ms: since he is what he is, and since he came. */
  readonly since: number
  readonly age: number
  /** Where he stands who is to be shown to himself. */
  readonly self: Node | undefined
}

/** Seconds of this state, how many are in; and who one is. */
export function paintMarks({ surface }: ScenePainter, { players, since, age, self }: Marks): void {
  surface.write(`${Math.floor((since * 17) / 1000)}`, 16, 16, 'W')
  surface.write(`${players} in`, 12, 116, 'W')
  if (!self) return
  const top = self.y - 22 + (Math.floor(age / 16) % 2)
  for (let row = 0; row < 5; row++) surface.rect(self.x - 4 + row, top + row, 9 - 2 * row, 1, 'Y')
}
