// Soaprun, watched: the whole field, who walks where, and what is drawn.
import type { Size } from '../../../browser/screen.ts'
import { type Seen, type WatchView, watch } from '../../../browser/watching.ts'
import { Canvas } from '../../shared/canvas.ts'
import { drawCell, drawGround, drawUp, layoutOf } from '../view/picture.ts'
import { dark } from '../view/tiles.ts'
import { WatchedField } from './field.ts'

class FieldView implements WatchView {
  readonly says = 'The whole field from above, with everybody who runs in it.'
  readonly shape = 4 / 3
  readonly #field = new WatchedField()
  #ground: Canvas | undefined

  begun(): void {
    this.#field.begun()
  }

  heard(frames: readonly (string | Uint8Array)[], now: number): void {
    this.#field.heard(frames, now)
  }

  draw(size: Size, now: number, still: boolean): Seen {
    const ground = this.#drawGround(size)
    const canvas = Canvas.over(ground.picture)
    const { board } = this.#field
    // Who wants nothing to move sees everybody where his way ends.
    const time = still ? Number.POSITIVE_INFINITY : now
    if (board) drawUp(canvas, layoutOf(board, canvas), this.#field.units(time), this.#field.players(time))
    return { pixels: canvas.picture, moves: this.#field.moves(now) }
  }

  /** Of what was drawn before it keeps what is as it was. */
  #drawGround({ width, height }: Size): Canvas {
    const changed = this.#field.takeChanged()
    const { board } = this.#field
    const known = this.#ground?.width === width && this.#ground.height === height ? this.#ground : undefined
    const ground = known ?? new Canvas(dark, { width, height })
    this.#ground = ground
    if (!board) return ground
    const layout = layoutOf(board, ground)
    if (!known || changed === 'all') {
      ground.rect(0, 0, width, height, dark)
      drawGround(ground, board, layout)
      return ground
    }
    // A wall shows at its edges whether what lies beside it is open.
    for (const { x, y } of changed)
      for (const row of [y - 1, y, y + 1]) drawCell(ground, board, layout, { x, y: row })
    return ground
  }
}

watch(new FieldView())
