// Shows the whole field or a followed player's room, either live or as a replay from the last ten minutes.
import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { BoardPoint } from '../board/board.ts'
import { drawCell, drawFigures, drawGround, pictureLayout } from '../view/picture.ts'
import { wallColour } from '../view/tiles.ts'
import { type Figure, tileSize } from './client/figure.ts'
import { pixelDistance } from './client/figures.ts'
import type { FollowedRoomPainter } from './followed-room.ts'
import { Recording, type Replay } from './recording.ts'
import { WatchControls } from './watch-controls.ts'
import { WatchedField } from './watched-field.ts'

/** Maximum distance in tiles between a click and the player it selects. */
const reach = 4

type Shown<F> = Omit<F, 'place'> & { readonly place: BoardPoint }

class FieldView implements SpectatorView {
  readonly description = 'The field from above, with all players.'
  readonly aspectRatio = 4 / 3
  readonly #live = new WatchedField()
  readonly #recording = new Recording()
  /** Undefined until the spectator first follows a player. */
  #followedRoomPainter: FollowedRoomPainter | undefined
  readonly #controls = new WatchControls({
    follow: (index) => this.#follow(index),
    wind: (ms) => this.#wind(ms),
  })
  readonly sidebar = this.#controls.element
  #ground: { readonly of: WatchedField; readonly canvas: Canvas } | undefined
  #followed: number | undefined
  /** `late`: the delay of the replay in milliseconds. */
  #past: { readonly replay: Replay; readonly late: number } | undefined
  #redraw = () => {}

  mounted(redraw: () => void, screen: HTMLCanvasElement): void {
    this.#redraw = redraw
    screen.addEventListener('click', ({ offsetX, offsetY }) => {
      const scale = screen.width / screen.clientWidth
      this.#click({ x: offsetX * scale, y: offsetY * scale }, screen)
    })
  }

  reset(): void {
    this.#live.reset()
    this.#recording.startOver()
    this.#past = undefined
  }

  handlePacket(frames: readonly (string | Uint8Array)[], now: number): void {
    this.#live.onFrames(frames, now)
    this.#recording.add(frames, now)
    const { since = now, bytes } = this.#recording
    this.#controls.showRecording(now - since, bytes)
  }

  draw(size: Size, now: number, still: boolean): Rendering {
    const field = this.#advance(now)
    this.#controls.showPlayers([...field.figures.others.values()])
    const moves = this.#past !== undefined || field.figures.isMoving
    const { board, figures } = field
    const followed = this.#followed === undefined ? undefined : figures.others.get(this.#followed)
    if (board && followed && this.#followedRoomPainter)
      return {
        pixels: this.#followedRoomPainter.draw(field, board, followed, size, still),
        isAnimated: moves || figures.others.size > 0,
      }
    const canvas = Canvas.fromPicture(this.#drawGround(field, size).picture)
    if (board)
      drawFigures(
        canvas,
        pictureLayout(board, canvas),
        onTiles(figures.units, still),
        onTiles(figures.others, still),
      )
    return { pixels: canvas.picture, isAnimated: moves }
  }

  /** The field of the replay, or the live field if there is no replay or its recording has ended. */
  #advance(now: number): WatchedField {
    this.#live.advance(now)
    if (this.#past?.replay.to(now - this.#past.late) === false) this.#wind(0)
    return this.#past?.replay.field ?? this.#live
  }

  #follow(index: number | undefined): void {
    this.#followed = index
    if (index !== undefined && !this.#followedRoomPainter) void this.#loadFollowedRoomPainter()
    this.#redraw()
  }

  async #loadFollowedRoomPainter(): Promise<void> {
    const { FollowedRoomPainter } = await import('./followed-room.ts')
    this.#followedRoomPainter ??= new FollowedRoomPainter()
    this.#redraw()
  }

  #wind(late: number): void {
    // The delay is relative to the last message, because the field has not changed since then.
    const from = this.#recording.until - late
    this.#past =
      late === 0 ? undefined : { replay: this.#recording.from(from), late: performance.now() - from }
    this.#controls.showDelay(late)
    this.#redraw()
  }

  /** A click on a player in the whole field follows that player. Any other click shows the whole field. */
  #click(at: BoardPoint, screen: Size): void {
    const field = this.#past?.replay.field ?? this.#live
    if (!field.board || this.#followed !== undefined) return this.#controls.follow(undefined)
    const { left, top, size } = pictureLayout(field.board, screen)
    const tile = { x: (at.x - left) / size - 0.5, y: (at.y - top) / size - 0.5 }
    const others = [...field.figures.others.values()].map((other) => ({
      index: other.index,
      away: pixelDistance(inTiles(other.place), tile),
    }))
    const nearest = others.sort((a, b) => a.away - b.away)[0]
    this.#controls.follow(nearest && nearest.away <= reach ? nearest.index : undefined)
  }

  /** Redraws only the cells that have changed. */
  #drawGround(field: WatchedField, { width, height }: Size): Canvas {
    const changed = field.takeChanged()
    const { board } = field
    const before = this.#ground?.of === field ? this.#ground.canvas : undefined
    const known = before?.width === width && before.height === height ? before : undefined
    const canvas = known ?? new Canvas(wallColour, { width, height })
    this.#ground = { of: field, canvas }
    if (!board) return canvas
    const layout = pictureLayout(board, canvas)
    if (!known || changed === 'all') {
      canvas.rect(0, 0, width, height, wallColour)
      drawGround(canvas, board, layout)
      return canvas
    }
    // Also redraws the cells above and below, because a wall's edge depends on the adjacent cell.
    for (const { x, y } of changed)
      for (const row of [y - 1, y, y + 1]) drawCell(canvas, board, layout, { x, y: row })
    return canvas
  }
}

const inTiles = ({ x, y }: BoardPoint): BoardPoint => ({ x: x / tileSize, y: y / tileSize })

/** Positions are in tiles. With reduced motion (`still`), figures are shown at the end of their path. */
function onTiles<F extends Figure>(figures: ReadonlyMap<number, F>, still: boolean): Shown<F>[] {
  return [...figures.values()].map((figure) => ({
    ...figure,
    place: inTiles(still ? figure.goal : figure.place),
  }))
}

startSpectating(new FieldView())
