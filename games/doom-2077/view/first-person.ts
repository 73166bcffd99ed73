import type { Geometry } from '../map/geometry.ts'
import type { Pickup } from '../map/level/level.ts'
import { eyeHeight } from '../map/level/sector-heights.ts'
import { type Position, toMapUnits } from '../map/position.ts'
import type { Sprite } from './art/bitmap.ts'
import type { Pose } from './art/diver-sprites.ts'
import type { HealAmount } from './art/item-sprites.ts'
import type { GameArt } from './game-art.ts'
import { createMapMaterials } from './map-materials.ts'
import { brightestLevel, type PixelFrame } from './raycaster/frame.ts'
import { type Camera, Projection, type SectorSurfaceHeights } from './raycaster/projection.ts'
import { Raycaster } from './raycaster/raycaster.ts'
import { drawScreenSprite, drawSprites, type SpriteInScene } from './raycaster/sprites.ts'

/** `firedAgo`, `hurtAgo`, `diedAgo`: in milliseconds. */
export interface PlayerInView {
  readonly id: number
  readonly position: Position
  readonly isWalking: boolean
  readonly firedAgo: number
  readonly hurtAgo: number
  /** Undefined while the player is alive. */
  readonly diedAgo: number | undefined
}

/** A mark of a shot. Lengths are in map units. */
export interface MarkInView {
  readonly kind: 'blood' | 'puff'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly ageMs: number
}

/** `firedAgo`, `drawnAgo`: in milliseconds. `distanceWalked`: map units. */
export interface WeaponInHand {
  readonly weapon: number
  readonly firedAgo: number
  readonly drawnAgo: number
  readonly isReloading: boolean
  readonly distanceWalked: number
}

export interface FirstPersonView {
  readonly eye: Camera
  readonly heights: SectorSurfaceHeights
  readonly others: readonly PlayerInView[]
  readonly marks: readonly MarkInView[]
  readonly pickups: readonly Pickup[]
  /** Undefined for a view without weapon and numbers. */
  readonly own?: {
    readonly id: number
    readonly hand: WeaponInHand | undefined
    readonly health: number
    /** Shots left, undefined if the weapon needs no ammunition. */
    readonly left: number | undefined
  }
  readonly tint?: 'hurt' | 'healed' | 'dead' | undefined
  /** The current time in milliseconds, for animations. */
  readonly now: number
}

/** Milliseconds of each animation frame of walking, dying and marks, and of each pose after a shot and after a hit. */
const walkFrameMs = 150
const shotFrameMs = 120
const deathFrameMs = 150
const hurtMs = 120
const markFrameMs = 150
/** Milliseconds for each picture of the firing animation, indexed by weapon. */
const weaponFrameMs = [110, 90, 50, 120] as const
/** Milliseconds to raise a weapon after a switch. */
const drawWeaponMs = 250
/** The width of the screen, in pixels, for which the weapons are drawn. */
const referenceWidth = 320
const walkPoses = ['A', 'B', 'C', 'D'] as const

export class FirstPersonRenderer {
  readonly #raycaster: Raycaster
  readonly #art: GameArt

  constructor(geometry: Geometry, art: GameArt) {
    this.#raycaster = new Raycaster(geometry, createMapMaterials(geometry, art))
    this.#art = art
  }

  draw(frame: PixelFrame, view: FirstPersonView): void {
    const table = this.#art.lightTables[view.tint ?? 'clear']
    const lens = new Projection(view.eye, frame)
    const seen = this.#raycaster.draw(lens, view.heights, table)
    const figures = [
      ...view.others.map((other) => this.#playerSprite(other, view.eye, view.now)),
      ...view.pickups.map((pickup) => this.#pickupSprite(pickup, view)),
      ...view.marks.map((mark) => this.#markSprite(mark)),
    ]
    drawSprites(figures, lens, seen, table)
    if (!view.own) return
    if (view.own.hand) {
      drawCrosshair(frame)
      this.#drawWeapon(frame, view.own.hand, view.own.id, this.#raycaster.lightAt(view.eye), table)
    }
    this.#drawNumbers(frame, view.own, table)
  }

  #playerSprite(
    { id, position, isWalking, firedAgo, hurtAgo, diedAgo }: PlayerInView,
    eye: Camera,
    now: number,
  ): SpriteInScene {
    const { x, y, z } = toMapUnits(position)
    const at = { x, y, z: z - eyeHeight, suit: this.#suitOf(id) }
    const light = hurtAgo < hurtMs ? brightestLevel : this.#raycaster.lightAt(at)
    if (diedAgo !== undefined) {
      return { ...at, sprite: frameAt(this.#art.deathFrames, diedAgo / deathFrameMs), light }
    }
    const pose: Pose =
      firedAgo < shotFrameMs
        ? 'F'
        : isWalking
          ? walkPoses[Math.floor(now / walkFrameMs + id) % walkPoses.length]!
          : 'E'
    // The eight sides are counted counterclockwise from the front.
    const towards = (Math.atan2(eye.y - y, eye.x - x) * 180) / Math.PI + position.angle / 1000
    const side = ((Math.round(towards / 45) % 8) + 8) % 8
    const mirrored = side > 4
    const sprite = this.#art.divers[pose][mirrored ? 8 - side : side]!
    return { ...at, sprite, mirrored, light: firedAgo < shotFrameMs ? brightestLevel : light }
  }

  #suitOf(id: number): Uint8Array {
    const { suits } = this.#art
    return suits[id % suits.length]!
  }

  #pickupSprite({ x, y, floor, gain }: Pickup, { heights }: FirstPersonView): SpriteInScene {
    const kind: HealAmount = gain >= 100 ? 'all' : gain >= 25 ? 'much' : gain >= 10 ? 'some' : 'little'
    const ground = this.#raycaster.floorAt({ x, y }, heights) ?? floor
    const light = kind === 'all' ? brightestLevel : this.#raycaster.lightAt({ x, y })
    return { x, y, z: ground, sprite: this.#art.healingItems[kind], light }
  }

  #markSprite({ kind, x, y, z, ageMs }: MarkInView): SpriteInScene {
    const sprite = frameAt(this.#art.hitMarks[kind], ageMs / markFrameMs)
    return { x, y, z: z - ageMs / 60, sprite, light: brightestLevel }
  }

  #drawWeapon(frame: PixelFrame, hand: WeaponInHand, id: number, light: number, table: Uint32Array): void {
    const { weapon, firedAgo, drawnAgo, isReloading, distanceWalked } = hand
    const pictures = this.#art.hands[weapon]!
    const step = Math.floor(firedAgo / weaponFrameMs[weapon]!) + 1
    const sprite = pictures[step < pictures.length ? step : 0]!
    const scale = Math.max(1, frame.width / referenceWidth)
    const down = Math.max(0, 1 - drawnAgo / drawWeaponMs) * 70 + (isReloading ? 40 : 0)
    const x = frame.width / 2 + Math.sin(distanceWalked / 40) * 7 * scale
    const y = frame.height + (Math.abs(Math.cos(distanceWalked / 40)) * 6 + down) * scale
    const dressed = this.#dressSprite(sprite, id)
    drawScreenSprite(
      frame,
      dressed,
      { x, y, scale },
      table,
      step === 1 ? brightestLevel : Math.min(brightestLevel, light + 3),
    )
  }

  readonly #dressedSprites = new Map<Sprite, { readonly id: number; readonly sprite: Sprite }>()

  #dressSprite(sprite: Sprite, id: number): Sprite {
    const known = this.#dressedSprites.get(sprite)
    if (known?.id === id) return known.sprite
    const suit = this.#suitOf(id)
    const dressed = { ...sprite, data: sprite.data.map((number) => suit[number]!) }
    this.#dressedSprites.set(sprite, { id, sprite: dressed })
    return dressed
  }

  #drawNumbers(
    frame: PixelFrame,
    { health, left, hand }: NonNullable<FirstPersonView['own']>,
    table: Uint32Array,
  ): void {
    const scale = Math.max(1, Math.round(frame.width / referenceWidth))
    const y = frame.height - 6 * scale
    this.#drawText(frame, `${Math.max(0, Math.ceil(health / 1000))}`, { x: 8 * scale, y, scale }, table)
    if (!hand || left === undefined) return
    const text = `${left}`
    this.#drawText(frame, text, { x: frame.width - (8 + 12 * text.length) * scale, y, scale }, table)
  }

  #drawText(
    frame: PixelFrame,
    text: string,
    { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
    table: Uint32Array,
  ): void {
    for (const [n, sign] of [...text].entries())
      drawScreenSprite(frame, this.#art.digits.get(sign)!, { x: x + n * 12 * scale, y, scale }, table)
  }
}

/** The last frame stays after the end. */
function frameAt(pictures: readonly Sprite[], at: number): Sprite {
  return pictures[Math.max(0, Math.min(pictures.length - 1, Math.floor(at)))]!
}

function drawCrosshair({ width, height, pixels }: PixelFrame): void {
  const [x, y] = [width >> 1, height >> 1]
  for (const d of [-4, -3, -2, 2, 3, 4])
    for (const at of [y * width + x + d, (y + d) * width + x]) pixels[at] = 0xff9cffc8
}
