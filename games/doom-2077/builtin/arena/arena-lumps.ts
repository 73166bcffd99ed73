// Converts the plan to a map's lumps: a patch of one letter is a sector, an edge between patches a line.

import { concatBytes } from '../../../../wire/util/concat-bytes.ts'
import { type Lump, mapLumpNames, writeName } from '../../import/wad.ts'
import {
  cellSize,
  drawing,
  type GroundType,
  groundTypes,
  healingItems,
  playerStarts,
  switches,
  triggers,
} from './arena-plan.ts'

/** A line along cell edges, with a patch to its right and optionally one to its left. */
interface Edge {
  readonly from: Corner
  readonly to: Corner
  readonly right: number
  readonly left: number | undefined
  readonly action: LineAction
}
type Corner = readonly [column: number, row: number]
interface LineAction {
  readonly special: number
  readonly tag: number
  readonly texture?: string
}
const noAction: LineAction = { special: 0, tag: 0 }

const blocking = 0x0001
const twoSided = 0x0004
/** Door tracks: the wall does not move with the door. */
const lowerUnpegged = 0x0010
const allDifficultyFlags = 0x0007
const noSide = 0xffff

/** The map's lumps after its marker; those of a node builder are empty. */
export function arenaLumps(): readonly Lump[] {
  const plan = new ArenaBuilder()
  return mapLumpNames.map((name) => ({ name, bytes: plan.lumps[name] ?? new Uint8Array(0) }))
}

class ArenaBuilder {
  readonly lumps: { readonly [name: string]: Uint8Array }
  readonly #rows = drawing.trim().split('\n')
  /** Letter of each patch. Patch of each cell, by row and column. */
  readonly #letters: string[] = []
  readonly #patches: (number | undefined)[][] = this.#rows.map((row) => Array(row.length).fill(undefined))

  constructor() {
    this.#findPatches()
    const edges = [...this.#verticalEdges(), ...this.#horizontalEdges()]
    const vertexes = new Map<string, Corner>()
    for (const corner of edges.flatMap(({ from, to }) => [from, to])) vertexes.set(`${corner}`, corner)
    const numbers = new Map([...vertexes.keys()].map((corner, number) => [corner, number]))
    const sides: Uint8Array[] = []
    const lines = edges.map((edge) => this.#line(edge, numbers, sides))
    this.lumps = {
      THINGS: concatBytes([...this.#things()]),
      LINEDEFS: concatBytes(lines),
      SIDEDEFS: concatBytes(sides),
      VERTEXES: concatBytes(
        [...vertexes.values()].map((corner) => encodeShorts(...this.#toMapUnits(corner))),
      ),
      SECTORS: concatBytes(this.#letters.map((letter) => sectorRecord(groundTypes[letter]!))),
    }
  }

  #letter(column: number, row: number): string {
    return this.#rows[row]?.[column] ?? '#'
  }

  #patch(column: number, row: number): number | undefined {
    return this.#patches[row]?.[column]
  }

  #findPatches(): void {
    for (const [row, letters] of this.#rows.entries()) {
      for (const [column, letter] of [...letters].entries()) {
        if (letter === '#' || this.#patch(column, row) !== undefined) continue
        this.#fillPatch(column, row, this.#letters.push(letter) - 1)
      }
    }
  }

  #fillPatch(column: number, row: number, patch: number): void {
    const letter = this.#letter(column, row)
    const cells = [[column, row] as Corner]
    for (const [x, y] of cells) {
      if (this.#letter(x, y) !== letter || this.#patch(x, y) !== undefined) continue
      this.#patches[y]![x] = patch
      cells.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1])
    }
  }

  /** Edges between a cell and its eastern neighbour, merged while alike. First, because door 0 has such edges. */
  *#verticalEdges(): Iterable<Edge> {
    for (let column = 0; column <= this.#rows[0]!.length; column++) {
      const pieces = this.#rows.map((_, row) => {
        const sides = { west: this.#patch(column - 1, row), east: this.#patch(column, row) }
        return {
          start: [column, row + 1] as Corner,
          end: [column, row] as Corner,
          ...this.#edge(sides.west, sides.east),
        }
      })
      yield* mergePieces(pieces)
    }
  }

  *#horizontalEdges(): Iterable<Edge> {
    for (let row = 0; row <= this.#rows.length; row++) {
      const pieces = [...this.#rows[0]!].map((_, column) => {
        const action = switches.find(({ cells }) => cells.some(([x, y]) => x === column && y === row - 1))
        const edge = this.#edge(this.#patch(column, row - 1), this.#patch(column, row), action)
        return { start: [column, row] as Corner, end: [column + 1, row] as Corner, ...edge }
      })
      yield* mergePieces(pieces)
    }
  }

  /** An edge's patches and what it triggers. Going from `start` to `end` has `two` on the right. */
  #edge(one: number | undefined, two: number | undefined, action?: LineAction) {
    const trigger = this.#triggerBetween(one, two) ?? this.#triggerBetween(two, one)
    const isReversed = two === undefined || (trigger !== undefined && trigger.front === one)
    const [right, left] = isReversed ? [one, two] : [two, one]
    return { right, left, isReversed, action: action ?? trigger?.action ?? noAction }
  }

  #triggerBetween(
    front: number | undefined,
    back: number | undefined,
  ): { front: number; action: LineAction } | undefined {
    if (front === undefined || back === undefined) return undefined
    const to = this.#letters[back]!
    const found = triggers.find((trigger) => trigger.from === this.#letters[front] && trigger.to === to)
    return found && { front, action: { special: found.special, tag: groundTypes[to]!.tag ?? 0 } }
  }

  #line({ from, to, right, left, action }: Edge, numbers: ReadonlyMap<string, number>, sides: Uint8Array[]) {
    const track = groundTypes[this.#letters[right]!]!.wall === 'DOORTRAK' ? lowerUnpegged : 0
    const flags = left === undefined ? blocking | track : twoSided
    const front = sides.push(this.#side(right, left, action.texture)) - 1
    const back = left === undefined ? noSide : sides.push(this.#side(left, right)) - 1
    const ends = [numbers.get(`${from}`)!, numbers.get(`${to}`)!]
    return encodeShorts(...ends, flags, action.special, action.tag, front, back)
  }

  #side(facing: number, beyond: number | undefined, texture?: string): Uint8Array {
    const here = groundTypes[this.#letters[facing]!]!
    const there = beyond === undefined ? undefined : groundTypes[this.#letters[beyond]!]!
    const upper = there && there.ceiling < here.ceiling ? (there.lintel ?? there.wall) : '-'
    const lower = there && there.floor > here.floor ? there.riser : '-'
    const middle = there ? '-' : (texture ?? here.wall)
    return concatBytes([
      encodeShorts(0, 0),
      encodeName(upper),
      encodeName(lower),
      encodeName(middle),
      encodeShorts(facing),
    ])
  }

  *#things(): Generator<Uint8Array> {
    for (const [index, { at, angle }] of playerStarts.slice(0, 4).entries())
      yield this.#thing(at, angle, index + 1)
    for (const { at, angle } of playerStarts) yield this.#thing(at, angle, 11)
    for (const { at, type } of healingItems) yield this.#thing(at, 0, type)
  }

  #thing([column, row]: Corner, angle: number, type: number): Uint8Array {
    return encodeShorts(...this.#toMapUnits([column + 0.5, row + 0.5]), angle, type, allDifficultyFlags)
  }

  #toMapUnits([column, row]: Corner): [x: number, y: number] {
    const [width, height] = [this.#rows[0]!.length, this.#rows.length]
    return [(column - width / 2) * cellSize, (height / 2 - row) * cellSize]
  }
}

interface Piece {
  readonly start: Corner
  readonly end: Corner
  readonly right: number | undefined
  readonly left: number | undefined
  readonly isReversed: boolean
  readonly action: LineAction
}

/** Merges consecutive pieces that are alike into one edge. Pieces between equal patches yield none. */
function* mergePieces(pieces: readonly Piece[]): Iterable<Edge> {
  for (let first = 0; first < pieces.length; ) {
    const piece = pieces[first]!
    let last = first
    while (last + 1 < pieces.length && canMerge(pieces[last + 1]!, piece)) last++
    const { right, left, isReversed, action } = piece
    if (right !== undefined && right !== left)
      yield { ...edgeEnds(piece, pieces[last]!, isReversed), right, left, action }
    first = last + 1
  }
}

function canMerge(a: Piece, b: Piece): boolean {
  return (
    a.right === b.right &&
    a.left === b.left &&
    a.isReversed === b.isReversed &&
    a.action.special === b.action.special
  )
}

/** Vertical pieces are listed southward but run north, so the first piece holds the end of the merged edge. */
function edgeEnds(first: Piece, last: Piece, isReversed: boolean): { from: Corner; to: Corner } {
  const isUpright = first.start[0] === first.end[0]
  const [from, to] = isUpright ? [last.start, first.end] : [first.start, last.end]
  return isReversed ? { from: to, to: from } : { from, to }
}

function sectorRecord(ground: GroundType): Uint8Array {
  const { floor, ceiling, floorFlat, ceilingFlat, light, tag = 0 } = ground
  return concatBytes([
    encodeShorts(floor, ceiling),
    encodeName(floorFlat),
    encodeName(ceilingFlat),
    encodeShorts(light, 0, tag),
  ])
}

function encodeShorts(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2))
  for (const [index, value] of values.entries()) view.setInt16(index * 2, value, true)
  return new Uint8Array(view.buffer)
}

function encodeName(name: string): Uint8Array {
  const bytes = new Uint8Array(8)
  writeName(bytes, 0, name)
  return bytes
}
