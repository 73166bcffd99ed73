// The first-person view: the map, the figures in it, the weapon, and the numbers below.
import type { Geometry } from '../map/geometry.ts'
import type { Pickup } from '../map/level.ts'
import { type Place, spotOf } from '../map/place.ts'
import type { Art } from './all-art.ts'
import type { Pose } from './art/diver.ts'
import type { Sprite } from './art/picture.ts'
import type { Heals } from './art/small.ts'
import { materialsOf } from './covering.ts'
import { drawFigures, type Figure, layOver } from './hall/figures.ts'
import { brightest, type Frame } from './hall/frame.ts'
import { Hall } from './hall/hall.ts'
import { type Eye, Lens, type Rooms } from './hall/lens.ts'

/** Another player as seen. Times in ms since the event. */
export interface Seen {
  readonly id: number
  readonly place: Place
  readonly walks: boolean
  readonly fired: number
  readonly hurt: number
  /** Undefined while alive. */
  readonly died: number | undefined
}

/** Map units; `age` in ms. */
export interface MarkSeen {
  readonly kind: 'blood' | 'puff'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly age: number
}

/** The weapon in hand. `fired`, `taken`: ms since then. `sways`: map units walked. */
export interface Hand {
  readonly weapon: number
  readonly fired: number
  readonly taken: number
  readonly fills: boolean
  readonly sways: number
}

export interface View {
  readonly eye: Eye
  readonly rooms: Rooms
  readonly others: readonly Seen[]
  readonly marks: readonly MarkSeen[]
  readonly pickups: readonly Pickup[]
  /** Undefined for a view without weapon and numbers. */
  readonly own?: {
    readonly id: number
    readonly hand: Hand | undefined
    readonly health: number
    /** Shots left, or undefined if unlimited. */
    readonly left: number | undefined
  }
  /** What has just happened to the player. */
  readonly tint?: 'hurt' | 'healed' | 'dead' | undefined
  /** Milliseconds, for animations. */
  readonly now: number
}

/** Milliseconds: per frame of walking, of a shot, per frame of dying, of a hit, and per frame of a mark. */
const stepMs = 150
const shotMs = 120
const deathMs = 150
const hurtMs = 120
const markMs = 150
/** Milliseconds per frame of a weapon, by weapon. */
const handMs = [110, 90, 50, 120] as const
const takeMs = 250
/** From the eyes down to the feet. */
const eyeHeight = 41
/** Screen width in pixels for which weapons are drawn. */
const drawnFor = 320
const walk = ['A', 'B', 'C', 'D'] as const

export class FirstPerson {
  readonly #hall: Hall
  readonly #art: Art

  constructor(geometry: Geometry, art: Art) {
    this.#hall = new Hall(geometry, materialsOf(geometry, art))
    this.#art = art
  }

  draw(frame: Frame, view: View): void {
    const table = this.#art.tables[view.tint ?? 'clear']
    const lens = new Lens(view.eye, frame)
    const seen = this.#hall.draw(lens, view.rooms, table)
    const figures = [
      ...view.others.map((other) => this.#other(other, view.eye, view.now)),
      ...view.pickups.map((pickup) => this.#pickup(pickup, view)),
      ...view.marks.map((mark) => this.#mark(mark)),
    ]
    drawFigures(figures, lens, seen, table)
    if (!view.own) return
    if (view.own.hand) {
      cross(frame)
      this.#hand(frame, view.own.hand, view.own.id, this.#hall.lightAt(view.eye), table)
    }
    this.#numbers(frame, view.own, table)
  }

  #other({ id, place, walks, fired, hurt, died }: Seen, eye: Eye, now: number): Figure {
    const { x, y, z } = spotOf(place)
    const at = { x, y, z: z - eyeHeight, suit: this.#suit(id) }
    const light = hurt < hurtMs ? brightest : this.#hall.lightAt(at)
    if (died !== undefined) {
      return { ...at, sprite: pictureAt(this.#art.deaths, died / deathMs), light }
    }
    const pose: Pose = fired < shotMs ? 'F' : walks ? walk[Math.floor(now / stepMs + id) % walk.length]! : 'E'
    // The viewer's direction relative to the seen player's front, counterclockwise.
    const towards = (Math.atan2(eye.y - y, eye.x - x) * 180) / Math.PI + place.angle / 1000
    const side = ((Math.round(towards / 45) % 8) + 8) % 8
    const mirrored = side > 4
    const sprite = this.#art.divers[pose][mirrored ? 8 - side : side]!
    return { ...at, sprite, mirrored, light: fired < shotMs ? brightest : light }
  }

  #suit(id: number): Uint8Array {
    const { suits } = this.#art
    return suits[id % suits.length]!
  }

  #pickup({ x, y, floor, gain }: Pickup, { rooms }: View): Figure {
    const kind: Heals = gain >= 100 ? 'all' : gain >= 25 ? 'much' : gain >= 10 ? 'some' : 'little'
    const ground = this.#hall.floorAt({ x, y }, rooms) ?? floor
    const light = kind === 'all' ? brightest : this.#hall.lightAt({ x, y })
    return { x, y, z: ground, sprite: this.#art.remedies[kind], light }
  }

  #mark({ kind, x, y, z, age }: MarkSeen): Figure {
    const sprite = pictureAt(this.#art.marks[kind], age / markMs)
    return { x, y, z: z - age / 60, sprite, light: brightest }
  }

  #hand(frame: Frame, hand: Hand, id: number, light: number, table: Uint32Array): void {
    const { weapon, fired, taken, fills, sways } = hand
    const pictures = this.#art.hands[weapon]!
    const step = Math.floor(fired / handMs[weapon]!) + 1
    const sprite = pictures[step < pictures.length ? step : 0]!
    const scale = Math.max(1, frame.width / drawnFor)
    const down = Math.max(0, 1 - taken / takeMs) * 70 + (fills ? 40 : 0)
    const x = frame.width / 2 + Math.sin(sways / 40) * 7 * scale
    const y = frame.height + (Math.abs(Math.cos(sways / 40)) * 6 + down) * scale
    const dressed = this.#dressed(sprite, id)
    layOver(frame, dressed, { x, y, scale }, table, step === 1 ? brightest : Math.min(brightest, light + 3))
  }

  readonly #worn = new Map<Sprite, { readonly id: number; readonly sprite: Sprite }>()

  #dressed(sprite: Sprite, id: number): Sprite {
    const known = this.#worn.get(sprite)
    if (known?.id === id) return known.sprite
    const suit = this.#suit(id)
    const dressed = { ...sprite, data: sprite.data.map((number) => suit[number]!) }
    this.#worn.set(sprite, { id, sprite: dressed })
    return dressed
  }

  #numbers(frame: Frame, { health, left, hand }: NonNullable<View['own']>, table: Uint32Array): void {
    const scale = Math.max(1, Math.round(frame.width / drawnFor))
    const y = frame.height - 6 * scale
    this.#write(frame, `${Math.max(0, Math.ceil(health / 1000))}`, { x: 8 * scale, y, scale }, table)
    if (!hand || left === undefined) return
    const text = `${left}`
    this.#write(frame, text, { x: frame.width - (8 + 12 * text.length) * scale, y, scale }, table)
  }

  #write(
    frame: Frame,
    text: string,
    { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
    table: Uint32Array,
  ): void {
    for (const [n, sign] of [...text].entries())
      layOver(frame, this.#art.digits.get(sign)!, { x: x + n * 12 * scale, y, scale }, table)
  }
}

/** Frame at this time; the last one stays. */
function pictureAt(pictures: readonly Sprite[], at: number): Sprite {
  return pictures[Math.max(0, Math.min(pictures.length - 1, Math.floor(at)))]!
}

/** The crosshair, where shots go. */
function cross({ width, height, pixels }: Frame): void {
  const [x, y] = [width >> 1, height >> 1]
  for (const d of [-4, -3, -2, 2, 3, 4])
    for (const at of [y * width + x + d, (y + d) * width + x]) pixels[at] = 0xff9cffc8
}
