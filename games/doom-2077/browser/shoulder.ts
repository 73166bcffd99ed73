// A match over a player's shoulder: from behind and beside, as far as walls allow.
import type { Pixels, Size } from '../../../browser/canvas/screen.ts'
import type { Geometry } from '../map/geometry.ts'
import { eyeHeight } from '../map/heights.ts'
import { type Level, levelFrom } from '../map/level.ts'
import { spotOf } from '../map/place.ts'
import { Art } from '../view/all-art.ts'
import { FirstPerson, type View } from '../view/first-person.ts'
import { type Frame, frameOf } from '../view/hall/frame.ts'
import type { Eye } from '../view/hall/lens.ts'
import { reachOf } from './arsenal.ts'
import { Gates } from './gates.ts'
import type { Watched, WatchedMatch } from './match.ts'

/** Camera offset from the player, in map units. */
const [behind, beside, above] = [72, 24, 16] as const
/** Minimum distance of the camera from walls and ceilings. */
const [fromWalls, fromCeilings] = [10, 6] as const
/** Maximum width of the internal frame, in pixels. */
const mostWide = 480

export class Shoulder {
  readonly #art = new Art()
  readonly #level: Level
  readonly #gates: Gates
  readonly #through: FirstPerson
  #frame: Frame = frameOf(2, 2)

  constructor(geometry: Geometry) {
    this.#level = levelFrom(geometry)
    this.#gates = new Gates(geometry, this.#level)
    this.#through = new FirstPerson(geometry, this.#art)
  }

  /** Returns undefined if the player has left. */
  draw(match: WatchedMatch, id: number, size: Size, now: number): Pixels | undefined {
    const people = match.people(now)
    const he = people.find((person) => person.id === id)
    if (!he) return undefined
    this.#gates.toldAll('door', match.doors, now)
    this.#gates.toldAll('lift', match.lifts, now)
    this.#gates.advance(now)
    const scale = Math.max(1, Math.ceil(size.width / mostWide))
    const [width, height] = [Math.ceil(size.width / scale), Math.ceil(size.height / scale)]
    if (this.#frame.width !== width || this.#frame.height !== height) this.#frame = frameOf(width, height)
    this.#through.draw(this.#frame, this.#view(he, people, now))
    return enlarged(this.#frame, scale, size)
  }

  get moving(): boolean {
    return this.#gates.moving
  }

  #view(he: Watched, people: readonly Watched[], now: number): View {
    return {
      eye: this.#eye(he),
      rooms: this.#gates.rooms,
      others: people.map(({ id, place, walks, firedAt, hurtAt, diedAt }) => ({
        ...{ id, place, walks, fired: now - firedAt, hurt: now - hurtAt },
        died: diedAt === undefined ? undefined : now - diedAt,
      })),
      marks: [],
      pickups: this.#level.pickups,
      own: { id: he.id, hand: undefined, health: he.health, left: undefined },
      now,
    }
  }

  #eye({ place }: Watched): Eye {
    const { x, y, z } = spotOf(place)
    const angle = place.angle / 1000
    const back = this.#step({ x, y, z }, angle + 180, behind)
    const aside = this.#step({ ...back, z }, angle + 90, beside)
    const sector = this.#level.sectorAt(aside.x, aside.y)
    const { ceilings } = this.#gates.rooms
    const most = sector === undefined ? z : (ceilings[sector] ?? z) - fromCeilings
    return { ...aside, z: Math.max(z - eyeHeight + 8, Math.min(z + above, most)), angle }
  }

  /** Moves this far in a direction, or until just before a wall. */
  #step(from: { readonly x: number; readonly y: number; readonly z: number }, angle: number, far: number) {
    const reach = reachOf(this.#level, { ...from, angle }, this.#gates.movables)
    const by = Math.max(0, Math.min(far, reach - fromWalls))
    const radians = (angle * Math.PI) / 180
    return { x: from.x + Math.cos(radians) * by, y: from.y - Math.sin(radians) * by }
  }
}

/** Scales each pixel by `scale`, cropped to `size`. */
function enlarged({ width, pixels }: Frame, scale: number, size: Size): Pixels {
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
