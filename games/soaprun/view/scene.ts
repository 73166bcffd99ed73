// Draws a room as its player sees it, with 320 by 240 pixels. Positions are in pixels of the whole field, 16 per tile.
// Ages are in frames of 17 ms.
import {
  type BoardPoint,
  cellAttributes,
  hasCorpse,
  roomSize,
  roomStride,
  type UnitType,
} from '../board/board.ts'
import { itemBits, statusNumbers } from '../players/player.ts'
import { createGrateSprite, isSecondFrame, SpriteSheets } from './sprite-sheets.ts'
import { Surface, textWidth } from './surface.ts'

export const sceneSize = { width: 320, height: 240 } as const
const side = 16
/** Figures are drawn this many pixels above their cell. */
const raised = 2
const waterFrames = 16
const water = 8
const firstGrate = 32

interface SceneFigure {
  readonly place: BoardPoint
  readonly status: number
  readonly age: number
}
export interface ScenePlayer extends SceneFigure {
  readonly color: number
  readonly items: number
}
export interface SceneUnit extends SceneFigure {
  readonly type: UnitType
}

export interface Scene {
  /** `tiles`: 336, row by row. `attributes`: by tile number. */
  readonly tiles: Uint8Array
  readonly attributes: Uint8Array
  /** A number that differs after each change of a tile. */
  readonly changes: number
  readonly room: BoardPoint
  /** Remaining pixels by which the room has to scroll. */
  readonly offset: BoardPoint
  readonly units: Iterable<SceneUnit>
  /** Later players are drawn in front of earlier ones. */
  readonly players: Iterable<ScenePlayer>
  readonly avengers: Iterable<Omit<SceneFigure, 'status'>>
  readonly rains: boolean
  readonly age: number
}

export class ScenePainter {
  readonly surface = new Surface(sceneSize.width, sceneSize.height)
  readonly sheets = new SpriteSheets()
  readonly #grate = createGrateSprite()
  readonly #ground = new Surface(roomSize.width * side, roomSize.height * side)
  #drawn = ''

  paint(scene: Scene): void {
    const { surface, sheets } = this
    const { room, offset } = scene
    const [left, top] = [offset.x - side / 2, offset.y - side / 2]
    surface.rect(0, 0, sceneSize.width, sceneSize.height, 'D')
    this.#drawGround(scene)
    surface.drawSprite(this.#ground, left, top)
    const at = ({ x, y }: BoardPoint) => ({
      x: x - room.x * roomStride.x * side + left,
      y: y - room.y * roomStride.y * side + top,
    })
    const standing = [...scene.units].filter((unit) => this.#stands(unit))
    for (const { place } of [...standing, ...[...scene.players].filter(hasShadow)]) {
      const { x, y } = at(place)
      surface.darken(sheets.shadow, x, y + side - 4)
    }
    for (const { type, status, age, place } of standing) {
      const sprite = sheets.unit(type, status, isSecondFrame(status, age, framesPerStepOf(type)))
      const { x, y } = at(place)
      if (sprite) surface.drawSprite(sprite, x, y - raised)
    }
    for (const player of scene.players) this.#drawPlayer(player, at(player.place))
    for (const { place, age } of scene.avengers) {
      const { x, y } = at(place)
      surface.drawSprite(sheets.avenger[isSecondFrame(1, age) ? 1 : 0], x, y - raised)
    }
    if (scene.rains) this.#rain(scene.age)
  }

  /** Centred horizontally. */
  title(text: string, top: number, scale: number, letter: string): void {
    const left = Math.round((sceneSize.width - textWidth(text, scale)) / 2)
    this.surface.write(text, left, top, letter, scale)
  }

  #stands({ type, status }: SceneUnit): boolean {
    return !((type === 'Sword' || type === 'Shield') && status === statusNumbers.dead)
  }

  #drawPlayer({ color, status, age, items: carries }: ScenePlayer, { x, y }: BoardPoint): void {
    const { surface, sheets } = this
    surface.drawSprite(sheets.player(color, status, isSecondFrame(status, age)), x, y - raised)
    if (status !== statusNumbers.idle) return
    if ((carries & itemBits.sword) !== 0) surface.drawSprite(sheets.carried.sword, x - 5, y - raised + 2)
    if ((carries & itemBits.shield) !== 0) surface.drawSprite(sheets.carried.shield, x + 11, y - raised + 5)
    if ((carries & itemBits.crown) !== 0) surface.drawSprite(sheets.carried.crown, x + 4, y - raised - 6)
  }

  /** Redraws the ground only if it has changed. */
  #drawGround({ tiles, attributes: stops, room, changes, age }: Scene): void {
    const second = isSecondFrame(0, age, waterFrames)
    const key = `${room.x},${room.y},${changes},${second}`
    if (key === this.#drawn) return
    this.#drawn = key
    for (let n = 0; n < tiles.length; n++) {
      const [column, row] = [n % roomSize.width, Math.floor(n / roomSize.width)]
      this.#drawTile(tiles[n]!, column * side, row * side, second)
      const isWall = (at: number) => isWalled(tiles[at], stops)
      if (isWall(n))
        this.#drawWall(column * side, row * side, isWall(n + roomSize.width) || row === roomSize.height - 1)
      else if (row > 0 && isWall(n - roomSize.width))
        this.#ground.rect(column * side, row * side, side, 3, 'G')
    }
  }

  #drawTile(tile: number, x: number, y: number, second: boolean): void {
    const bare = hasCorpse(tile) ? tile & ~0x10 : tile
    const look = bare === firstGrate ? this.#grate : this.sheets.tile(bare % 16, second)
    this.#ground.drawSprite(look, x, y)
    if (hasCorpse(tile)) this.#ground.drawSprite(this.sheets.corpse, x, y)
  }

  /** Draws the front of a wall only above open ground. */
  #drawWall(x: number, y: number, goesOn: boolean): void {
    if (goesOn) return
    this.#ground
      .rect(x, y + 7, side, 9, 'e')
      .rect(x, y + 6, side, 1, 'd')
      .rect(x, y + 11, side, 1, 'D')
    this.#ground.rect(x + 4, y + 7, 1, 4, 'D').rect(x + 11, y + 12, 1, 4, 'D')
  }

  /** A raindrop starts every second frame, falls for twenty frames and splashes. */
  #rain(age: number): void {
    for (let drop = 0; drop < 12; drop++) {
      const born = Math.floor(age / 2) - drop
      const fallen = age - born * 2
      const x = scattered(born, 12_345) % sceneSize.width
      const ground = scattered(born, 54_321) % sceneSize.height
      if (fallen < 20) this.surface.rect(x, ground - (20 - fallen) * 8, 1, 6, 'a')
      else if (fallen < 24)
        this.surface
          .rect(x - 3, ground, 2, 1, 'a')
          .rect(x + 2, ground, 2, 1, 'a')
          .rect(x, ground - 2, 1, 1, 'a')
    }
  }
}

const hasShadow = ({ status }: ScenePlayer) => status !== statusNumbers.ghost

/** Frames per step of a unit's animation. Undefined for the usual number. */
const framesPerStepOf = (type: UnitType) =>
  type === 'Snail' ? 32 : /^(Chase|Hummer|Rounder|Gate|Cross)$/.test(type) ? 4 : undefined

/** Whether the tile is drawn as a wall: it blocks players, but is neither flat water nor a pillar with its own look. */
function isWalled(tile: number | undefined, stops: Uint8Array): boolean {
  if (tile === undefined || stops[tile] !== cellAttributes.wall) return false
  const bare = hasCorpse(tile) ? tile & ~0x10 : tile
  return bare !== water && bare !== 10
}

/** Returns a pseudo-random number that depends only on the input. */
function scattered(number: number, seed: number): number {
  const mixed = Math.imul(number ^ seed, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
