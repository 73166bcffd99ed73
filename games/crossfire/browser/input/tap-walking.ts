// After a tap on the map the player walks to that cell along known cells, and avoids cells that have blocked the player
// on this walk. A tap on an adjacent cell is a single step.
import { neighbourOf } from '../../model/definitions/directions.ts'
import type { Client } from '../client/client.ts'
import type { Cell } from '../client/state/map.ts'
import { findPath, type MapPosition } from './path-finding.ts'

/** Layers of the map. [CF-5.6] */
const wallLayer = 2
const thingLayer = 3
const creatureLayer = 6
/** Beginnings of the names of faces of impassable ground. */
const impassableGround = /^(deep_|shallow_)?(water|sea|ocean|lava|river)/
/** Words in the names of faces of doors and gates. */
const doorWords = /door|gate/
/** Maximum number of times that a blocked walk looks for another path. */
const maxAttempts = 8
/** If all commands are done and the player has not moved for this time, the next cell counts as blocked. */
const stepTimeoutTicks = 2

export interface TapWalker {
  /** `dx` and `dy`: cells from the player. */
  walk(dx: number, dy: number): void
  readonly walks: boolean
  stop(): void
}

export function createTapWalker({ map, commands, faces, events }: Client): TapWalker {
  let to: MapPosition | undefined
  /** The position after each step that was sent and not yet taken, in order. */
  let expected: MapPosition[] = []
  let closed = new Set<string>()
  let [tries, waited] = [0, 0]
  const stop = () => {
    to = undefined
    expected = []
    closed = new Set()
    tries = 0
    waited = 0
  }
  const cost = ({ x, y }: MapPosition) => {
    const cell = map.cell(x, y)
    if (!cell || closed.has(`${x} ${y}`)) return undefined
    return walkingCost(cell, (face) => faces.nameOf(face) ?? '')
  }
  /** Sends one step ahead of the current one, so that the player does not pause between steps. */
  const goOn = () => {
    while (to && expected.length < 2 && commands.unacknowledged <= 1) {
      const from = expected.at(-1) ?? { x: map.x, y: map.y }
      const [way] = findPath(from, to, cost) ?? []
      if (way === undefined && (!isAt(from, to) || expected.length === 0)) return stop()
      if (way === undefined) return
      expected.push(neighbourOf(from, way))
      commands.step(way)
    }
  }
  events.on('map', ({ change }) => {
    if (change === 'new') stop()
    if (change !== 'scroll' || !to) return
    const [next] = expected
    waited = 0
    expected = next && isAt(next, map) ? expected.slice(1) : []
    goOn()
  })
  events.on('tick', () => {
    if (!to || commands.unacknowledged > 0) return
    if (expected.length === 0) return goOn()
    if (++waited < stepTimeoutTicks) return
    // The player did not move because of an invisible wall, an attacked monster, or a door that has just opened.
    const [blocked] = expected
    waited = 0
    expected = []
    if (++tries > maxAttempts || (blocked && isAt(blocked, to))) return stop()
    if (blocked) closed.add(`${blocked.x} ${blocked.y}`)
    goOn()
  })
  events.on('stage', stop)
  return {
    walk(dx, dy) {
      stop()
      if (dx === 0 && dy === 0) return commands.send('apply')
      to = { x: map.x + dx, y: map.y + dy }
      goOn()
    },
    get walks() {
      return to !== undefined
    },
    stop,
  }
}

/** Undefined if the cell is impassable. */
export function walkingCost(cell: Cell, nameOf: (face: number) => string): number | undefined {
  const faces = cell.layers.map((layer) => (layer && 'face' in layer ? layer.face : undefined))
  if (cell.layers.every((layer) => layer === undefined)) return undefined
  const ground = faces[0] === undefined ? '' : nameOf(faces[0])
  if (impassableGround.test(ground)) return undefined
  const isDoor = [wallLayer, thingLayer].some(
    (layer) => faces[layer] !== undefined && doorWords.test(nameOf(faces[layer]!)),
  )
  if (cell.layers[wallLayer] && !isDoor) return undefined
  const around = (cell.layers[thingLayer] && !isDoor ? 6 : 0) + (cell.layers[creatureLayer] ? 6 : 0)
  return 1 + around
}

function isAt(one: MapPosition, other: MapPosition): boolean {
  return one.x === other.x && one.y === other.y
}
