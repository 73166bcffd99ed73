// Tap to walk: a tap on the map leads there, step by step, over what is seen. What stops a step is remembered and walked
// around; a tap on a cell beside the player is that step alone.
import { stepped } from '../../scene/directions.ts'
import type { Client } from '../client/client.ts'
import type { Cell } from '../client/map.ts'
import { type Place, pathTo } from './paths.ts'

/** Layers as servers use them: what one cannot go through, what one rather walks around, somebody. [CF-5.6] */
const wall = 2
const stands = 3
const somebody = 6
/** Faces of ground that nobody walks on, by how their names begin. */
const wet = /^(deep_|shallow_)?(water|sea|ocean|lava|river)/
const opens = /door|gate/
/** Times that a way is looked for anew before it is given up. */
const mostTries = 8
/** Ticks without a step, all commands being done, after which something is in the way. */
const patience = 2

export interface TapWalking {
  /** `dx`, `dy`: cells from the player. */
  walk(dx: number, dy: number): void
  readonly walks: boolean
  stop(): void
}

export function tapWalking({ map, commands, faces, events }: Client): TapWalking {
  let to: Place | undefined
  /** Where the steps that are said should lead. */
  let expected: Place[] = []
  let closed = new Set<string>()
  let [tries, waited] = [0, 0]
  const stop = () => {
    to = undefined
    expected = []
    closed = new Set()
    tries = 0
    waited = 0
  }
  const cost = ({ x, y }: Place) => {
    const cell = map.cell(x, y)
    if (!cell || closed.has(`${x} ${y}`)) return undefined
    return costOf(cell, (face) => faces.nameOf(face) ?? '')
  }
  /** One step more than the player is making, so that he does not stand between two. */
  const goOn = () => {
    while (to && expected.length < 2 && commands.open <= 1) {
      const from = expected.at(-1) ?? { x: map.x, y: map.y }
      const [way] = pathTo(from, to, cost) ?? []
      if (way === undefined && (!isAt(from, to) || expected.length === 0)) return stop()
      if (way === undefined) return
      expected.push(stepped(from, way))
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
    if (!to || commands.open > 0) return
    if (expected.length === 0) return goOn()
    if (++waited < patience) return
    // Nothing moved: a wall that looks like none, a monster that was hit, a door that has opened.
    const [blocked] = expected
    waited = 0
    expected = []
    if (++tries > mostTries || (blocked && isAt(blocked, to))) return stop()
    if (blocked) closed.add(`${blocked.x} ${blocked.y}`)
    goOn()
  })
  events.on('stage', stop)
  return {
    walk(dx, dy) {
      stop()
      if (dx === 0 && dy === 0) return commands.say('apply')
      to = { x: map.x + dx, y: map.y + dy }
      goOn()
    },
    get walks() {
      return to !== undefined
    },
    stop,
  }
}

/** `nameOf`: of a face. Undefined: nobody walks there. */
export function costOf(cell: Cell, nameOf: (face: number) => string): number | undefined {
  const faces = cell.layers.map((layer) => (layer && 'face' in layer ? layer.face : undefined))
  if (cell.layers.every((layer) => layer === undefined)) return undefined
  const ground = faces[0] === undefined ? '' : nameOf(faces[0])
  if (wet.test(ground)) return undefined
  const isDoor = [wall, stands].some(
    (layer) => faces[layer] !== undefined && opens.test(nameOf(faces[layer]!)),
  )
  if (cell.layers[wall] && !isDoor) return undefined
  const around = (cell.layers[stands] && !isDoor ? 6 : 0) + (cell.layers[somebody] ? 6 : 0)
  return 1 + around
}

function isAt(one: Place, other: Place): boolean {
  return one.x === other.x && one.y === other.y
}
