// Builds the sprite sheets once, by turning, bending and colouring the sprites in sprites.ts.
import { type UnitType, unitTypeNames } from '../board/board.ts'
import { colourCount, statusNumbers } from '../players/player.ts'
import {
  avengerRows,
  carriedItemRows,
  corpseRows,
  faceRows,
  headgearRows,
  letterReplacements,
  runnerRows,
  type SpriteRows,
  stepRows,
  tatteredHemRows,
  unitRows,
} from './sprites.ts'
import { createSprite, type Sprite, Surface } from './surface.ts'

const side = 16
const blank: SpriteRows = ['................']

/** Two alternating frames. */
type Pair = readonly [Sprite, Sprite]

export class SpriteSheets {
  readonly #players = new Map<string, Pair>()
  readonly #units = new Map<string, Pair>()
  readonly #tiles: readonly Sprite[]
  readonly corpse = createSprite(corpseRows)
  readonly avenger: Pair = [createSprite(avengerRows), createSprite(bent(avengerRows))]
  readonly shadow = createSprite([
    '....kkkkkkkk....',
    '..kkkkkkkkkkkk..',
    '..kkkkkkkkkkkk..',
    '....kkkkkkkk....',
  ])
  readonly carried = {
    sword: createSprite(carriedItemRows.sword),
    shield: createSprite(carriedItemRows.shield),
    crown: createSprite(carriedItemRows.crown),
  }

  constructor() {
    for (let color = 0; color < colourCount; color++)
      for (const [status, pair] of playerRows(color).entries())
        this.#players.set(
          `${color} ${status}`,
          pair.map((rows) => createSprite(rows, color)) as [Sprite, Sprite],
        )
    for (const type of unitTypeNames)
      for (const [status, pair] of rowsByStatus(type).entries())
        this.#units.set(
          `${type} ${status}`,
          pair.map((rows) => createSprite(rows, 0, letterReplacements[type])) as [Sprite, Sprite],
        )
    this.#tiles = Array.from({ length: 2 * side }, (_, n) => tileSprite(n % side, n >= side))
  }

  player(color: number, status: number, second: boolean): Sprite {
    const pair = this.#players.get(`${color % colourCount} ${status}`) ?? this.#players.get('0 1')!
    return pair[second ? 1 : 0]
  }

  /** Undefined if the unit is invisible in this state, such as a taken item. */
  unit(type: UnitType, status: number, second: boolean): Sprite | undefined {
    return this.#units.get(`${type} ${status}`)?.[second ? 1 : 0]
  }

  /** `number`: the number of the tile, 0 to 15. `second`: whether to use the second frame of water. */
  tile(number: number, second: boolean): Sprite {
    return this.#tiles[number + (second ? side : 0)]!
  }
}

/** A player's sprites in the order of `statusNumbers`. */
function playerRows(color: number): readonly (readonly [SpriteRows, SpriteRows])[] {
  const face = (name: string) => [...runnerRows.slice(0, 7), ...faceRows[name]!, ...runnerRows.slice(10)]
  const marked = (rows: SpriteRows) => overlaid(rows, headgearRows[color]!)
  const stepping = [...runnerRows.slice(0, 13), ...stepRows]
  const ghost = [...runnerRows.slice(0, 13), ...tatteredHemRows].map((row) => row.replace(/[Xx]/g, 'E'))
  const lies = turned(marked(face('dead')))
  return [
    [marked(face('asleep')), bent(marked(face('asleep')))],
    [marked(runnerRows), marked(stepping)],
    [lies, lies],
    [marked(face('glad')), lifted(marked(face('glad')))],
    [marked(ghost), marked(ghost)],
  ]
}

/** The rows by status. Omits statuses that the type cannot have. */
function rowsByStatus(type: UnitType): readonly (readonly [SpriteRows, SpriteRows])[] {
  const up = unitRows[type]
  const asleep = up.map((row, y) =>
    y >= 6 && y <= 8 ? row.replace(/[WRY]/g, y === 7 ? 'K' : body(type)) : row,
  )
  const taken = Array.from({ length: side }, () => blank[0]!)
  if (type === 'Goal' || type === 'Sword' || type === 'Shield')
    return type === 'Goal'
      ? [
          [up, mirrored(up)],
          [up, mirrored(up)],
          [up, up],
          [up, up],
        ]
      : [
          [up, up],
          [up, up],
          [taken, taken],
        ]
  if (up === unitRows.Hummer)
    return [
      [up, mirrored(up)],
      [up, mirrored(up)],
      [taken, taken],
    ]
  return [
    [type === 'Snail' ? up : asleep, type === 'Snail' ? up : bent(asleep)],
    [up, bent(up)],
    [flat(asleep), flat(asleep)],
  ]
}

const body = (type: UnitType) => (type === 'Chase' ? 'R' : type === 'Crawl' ? 'P' : 'V')

const mirrored = (rows: SpriteRows): SpriteRows => rows.map((row) => [...row].reverse().join(''))
const lifted = (rows: SpriteRows): SpriteRows => [...rows.slice(1), ...blank]
/** Moves the upper rows one pixel down, so that the figure seems to breathe. */
const bent = (rows: SpriteRows): SpriteRows => [...blank, ...rows.slice(0, 11), ...rows.slice(12)]
/** Shows the sprite with half its height at the bottom. */
const flat = (rows: SpriteRows): SpriteRows => [
  ...Array.from({ length: side / 2 }, () => blank[0]!),
  ...rows.filter((_, y) => y % 2 === 1),
]
/** Turns the sprite, so that the figure lies on its side. */
const turned = (rows: SpriteRows): SpriteRows =>
  rows.map((_, y) =>
    rows
      .map((row) => row[y] ?? '.')
      .reverse()
      .join(''),
  )

function overlaid(rows: SpriteRows, over: SpriteRows): SpriteRows {
  return rows.map((row, y) =>
    [...row].map((letter, x) => ((over[y]?.[x] ?? '.') === '.' ? letter : over[y]![x]!)).join(''),
  )
}

const [wall, fence, safe, grass, otherWall, otherFence, water, thirdWall, pillar] = [
  1, 3, 4, 5, 6, 7, 8, 9, 10,
]
const [firstCanvas, grateLook] = [12, 0]

/** For each tile number, two letters: the colour of the floor, and the colour of the marks on it. */
const floors: { readonly [tile: number]: readonly [string, string] } = {
  [safe]: ['H', 'h'],
  [grass]: ['s', 'S'],
}

function tileSprite(tile: number, second: boolean): Sprite {
  const surface = new Surface(side, side)
  if (tile === water) return watery(surface, second)
  if (tile === wall || tile === otherWall || tile === thirdWall)
    return surface.rect(0, 0, side, side, 'D').rect(3, 4, 2, 1, 'e').rect(11, 11, 2, 1, 'e')
  if (tile >= firstCanvas) return canvas(surface, tile - firstCanvas)
  const [ground, mark] = floors[tile] ?? ['S', 's']
  surface.rect(0, 0, side, side, ground)
  surface.rect(2, 3, 2, 1, mark).rect(11, 6, 2, 1, mark).rect(6, 12, 2, 1, mark)
  if (tile === fence || tile === otherFence) return fenced(surface, tile === otherFence)
  if (tile === pillar)
    return surface
      .rect(0, 0, 16, 16, 'K')
      .rect(2, 2, 12, 9, 'd')
      .rect(4, 3, 8, 5, 'e')
      .rect(2, 11, 12, 3, 'e')
  return surface
}

/** Grates have tile numbers from 32. */
export function createGrateSprite(): Sprite {
  const surface = new Surface(side, side)
  surface.drawSprite(tileSprite(grateLook, false), 0, 0).rect(1, 1, 14, 14, 'G').rect(2, 2, 12, 12, 'L')
  for (let at = 4; at < 13; at += 3) surface.rect(at, 2, 1, 12, 'G').rect(2, at, 12, 1, 'G')
  return surface
}

function watery(surface: Surface, second: boolean): Sprite {
  const shift = second ? 3 : 0
  surface.rect(0, 0, side, side, 'A')
  return surface
    .rect(1 + shift, 3, 5, 1, 'a')
    .rect(9 - shift, 8, 5, 1, 'a')
    .rect(3 + shift, 13, 4, 1, 'a')
}

function fenced(surface: Surface, wide: boolean): Sprite {
  for (const left of [2, 10]) surface.rect(left, 2, 4, 13, 'K').rect(left + 1, 3, 2, 11, 'T')
  for (const top of wide ? [5, 10] : [7]) surface.rect(0, top, side, 3, 'K').rect(0, top + 1, side, 1, 'T')
  return surface
}

/** Draws a blank canvas tile, or one of three paints with different signs. */
function canvas(surface: Surface, paint: number): Sprite {
  surface.rect(0, 0, side, side, ['W', 'F', 'Q', 'U'][paint]!)
  if (paint === 0) return surface.rect(0, 0, side, 1, 'q').rect(0, 0, 1, side, 'q')
  if (paint === 1) return surface.rect(4, 4, 2, 2, 'W').rect(11, 9, 2, 2, 'W')
  if (paint === 2) return surface.rect(3, 5, 4, 1, 'W').rect(9, 11, 4, 1, 'W')
  return surface.rect(5, 3, 1, 4, 'W').rect(11, 9, 1, 4, 'W')
}

/** `age` and `frames`, the length of a step of the animation, are in frames of 17 ms. */
export function isSecondFrame(status: number, age: number, frames = framesPerStep[status] ?? 16): boolean {
  return Math.floor(age / frames) % 2 === 1
}
const framesPerStep: { readonly [status: number]: number } = {
  [statusNumbers.suspend]: 64,
  [statusNumbers.idle]: 16,
  [statusNumbers.dead]: 8,
  [statusNumbers.goal]: 16,
}
