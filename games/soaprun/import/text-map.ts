// A map drawn as text, with a line for each row, a character for each tile, and a letter for each unit.
import type { MapData, UnitDefinition, UnitType } from '../board/board.ts'
import { defaultAttributes } from './grid.ts'
import { MapError } from './map-error.ts'

/** The tile under a unit is plain floor. */
export const tileByCharacter: { readonly [character: string]: number } = {
  '0': 0, // free, bare
  '#': 1, // wall
  '.': 2, // floor
  '|': 3, // fence: units pass through it, players do not
  ':': 4, // safe floor: no units, no player with a shield
  '"': 5, // floor
  '&': 6, // wall
  '=': 7, // fence
  '~': 8, // water
  '%': 9, // wall
  o: 10, // pillar
  ',': 11, // floor
  _: 12, // canvas, blank
  '1': 13, // canvas, painted: no units, no player with a shield
  '2': 14,
  '3': 15,
  '+': 32, // grate
}

const unitOf: { readonly [letter: string]: UnitType } = {
  G: 'Goal',
  C: 'Closer',
  S: 'Sword',
  K: 'Crawl',
  H: 'Hummer',
  R: 'Rounder',
  W: 'Wuss',
  A: 'Chase',
  P: 'Gate',
  D: 'Shield',
  X: 'Cross',
  N: 'Snail',
}

const floor = 2
const rowLine = /^ *(\d+) (\S+)$/
const turnLine = /^turn (\d+),(\d+) ([0-3])$/

/**
 * A row's line contains the row's number (from 0, in order) and its characters. The line `turn X,Y N` sets the param of
 * the unit at X,Y to N. Lines that start with `;` are comments. Units are numbered in reading order, and tiles have the
 * default attributes. Throws MapError with the number of the wrong line.
 */
export function readTextMap(text: string): MapData {
  const rows: string[] = []
  const turns = new Map<string, number>()
  for (const [index, line] of text.split('\n').entries()) {
    if (!line || line.startsWith(';')) continue
    const row = rowLine.exec(line)
    const turn = turnLine.exec(line)
    if (row && Number(row[1]) === rows.length) rows.push(row[2]!)
    else if (turn) turns.set(`${turn[1]},${turn[2]}`, Number(turn[3]))
    else
      throw new MapError(
        `line ${index + 1} is neither row ${rows.length} nor a turn line: ${line.slice(0, 40)}`,
      )
  }
  return draw(rows, turns)
}

function draw(rows: readonly string[], turns: ReadonlyMap<string, number>): MapData {
  const width = rows[0]?.length ?? 0
  const tiles = new Uint8Array(width * rows.length)
  const units: UnitDefinition[] = []
  const turned = new Set<string>()
  for (const [y, row] of rows.entries()) {
    if (row.length !== width) throw new MapError(`row ${y} has ${row.length} tiles, row 0 has ${width}`)
    for (const [x, character] of [...row].entries()) {
      const type = unitOf[character]
      const tile = type ? floor : tileByCharacter[character]
      if (tile === undefined) throw new MapError(`row ${y} has the unknown character ${character} at ${x}`)
      tiles[y * width + x] = tile
      if (!type) continue
      const at = `${x},${y}`
      turned.add(at)
      units.push({ type, x, y, param: turns.get(at) ?? 0 })
    }
  }
  for (const at of turns.keys()) if (!turned.has(at)) throw new MapError(`turn ${at}: there is no unit there`)
  return { width, height: rows.length, tiles, attributes: defaultAttributes(), units }
}
