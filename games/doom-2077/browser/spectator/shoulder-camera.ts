// The camera is behind and beside the player, as far as walls allow.
import type { Pixels, Size } from '../../../../browser/canvas/screen.ts'
import type { Geometry } from '../../map/geometry.ts'
import { type Level, levelFromMapData } from '../../map/level/level.ts'
import { eyeHeight } from '../../map/level/sector-heights.ts'
import { toMapUnits } from '../../map/position.ts'
import { FirstPersonRenderer, type FirstPersonView } from '../../view/first-person.ts'
import { GameArt } from '../../view/game-art.ts'
import { createFrame, type PixelFrame } from '../../view/raycaster/frame.ts'
import type { Camera } from '../../view/raycaster/projection.ts'
import { shotRange } from '../client/arsenal.ts'
import { DoorsAndLifts } from '../client/doors-and-lifts.ts'
import type { WatchedMatch, WatchedPlayer } from './watched-match.ts'

/** Distances of the camera from the player, in map units. */
const [distanceBehind, distanceBeside, distanceAbove] = [72, 24, 16] as const
const [wallMargin, ceilingMargin] = [10, 6] as const
/** Maximum width of the rendered picture in pixels. It is then scaled up by a whole factor. */
const maxFrameWidth = 480

export class ShoulderCamera {
  readonly #art = new GameArt()
  readonly #level: Level
  readonly #doorsAndLifts: DoorsAndLifts
  readonly #renderer: FirstPersonRenderer
  #frame: PixelFrame = createFrame(2, 2)

  constructor(geometry: Geometry) {
    this.#level = levelFromMapData(geometry)
    this.#doorsAndLifts = new DoorsAndLifts(geometry, this.#level)
    this.#renderer = new FirstPersonRenderer(geometry, this.#art)
  }

  /** Undefined if the player has left. */
  draw(match: WatchedMatch, id: number, size: Size, now: number): Pixels | undefined {
    const people = match.people(now)
    const target = people.find((person) => person.id === id)
    if (!target) return undefined
    this.#doorsAndLifts.applyStates('door', match.doors, now)
    this.#doorsAndLifts.applyStates('lift', match.lifts, now)
    this.#doorsAndLifts.advance(now)
    const scale = Math.max(1, Math.ceil(size.width / maxFrameWidth))
    const [width, height] = [Math.ceil(size.width / scale), Math.ceil(size.height / scale)]
    if (this.#frame.width !== width || this.#frame.height !== height) this.#frame = createFrame(width, height)
    this.#renderer.draw(this.#frame, this.#createView(target, people, now))
    return scaleUp(this.#frame, scale, size)
  }

  get isMoving(): boolean {
    return this.#doorsAndLifts.isMoving
  }

  #createView(target: WatchedPlayer, people: readonly WatchedPlayer[], now: number): FirstPersonView {
    return {
      eye: this.#cameraPosition(target),
      heights: this.#doorsAndLifts.heights,
      others: people.map(({ id, position, isWalking, firedAt, hurtAt, diedAt }) => ({
        ...{ id, position, isWalking, firedAgo: now - firedAt, hurtAgo: now - hurtAt },
        diedAgo: diedAt === undefined ? undefined : now - diedAt,
      })),
      marks: [],
      pickups: this.#level.pickups,
      own: { id: target.id, hand: undefined, health: target.health, left: undefined },
      now,
    }
  }

  #cameraPosition({ position }: WatchedPlayer): Camera {
    const { x, y, z } = toMapUnits(position)
    const angle = position.angle / 1000
    const back = this.#moveUntilWall({ x, y, z }, angle + 180, distanceBehind)
    const aside = this.#moveUntilWall({ ...back, z }, angle + 90, distanceBeside)
    const sector = this.#level.sectorAt(aside.x, aside.y)
    const { ceilings } = this.#doorsAndLifts.heights
    const most = sector === undefined ? z : (ceilings[sector] ?? z) - ceilingMargin
    return { ...aside, z: Math.max(z - eyeHeight + 8, Math.min(z + distanceAbove, most)), angle }
  }

  /** The point at distance `far` in a direction, or just before a nearer wall. */
  #moveUntilWall(
    from: { readonly x: number; readonly y: number; readonly z: number },
    angle: number,
    far: number,
  ) {
    const reach = shotRange(this.#level, { ...from, angle }, this.#doorsAndLifts.positions)
    const by = Math.max(0, Math.min(far, reach - wallMargin))
    const radians = (angle * Math.PI) / 180
    return { x: from.x + Math.cos(radians) * by, y: from.y - Math.sin(radians) * by }
  }
}

/** Repeats each pixel `scale` times in both directions, and crops the picture to `size`. */
function scaleUp({ width, pixels }: PixelFrame, scale: number, size: Size): Pixels {
  const rgb = new Uint8Array(size.width * size.height * 3)
  for (let y = 0, at = 0; y < size.height; y++) {
    const row = Math.floor(y / scale) * width
    for (let x = 0; x < size.width; x++) {
      const pixel = pixels[row + Math.floor(x / scale)]!
      rgb[at++] = pixel & 255
      rgb[at++] = (pixel >> 8) & 255
      rgb[at++] = (pixel >> 16) & 255
    }
  }
  return { ...size, rgb }
}
