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

export class TapWalking {
  readonly #client: Client
  #to: Place | undefined
  /** Where the steps that are said should lead. */
  #expected: Place[] = []
  readonly #closed = new Set<string>()
  #tries = 0
  #waited = 0

  constructor(client: Client) {
    this.#client = client
    client.events.on('map', ({ change }) => {
      if (change === 'new') this.stop()
      if (change === 'scroll') this.#moved()
    })
    client.events.on('tick', () => this.#ticked())
    client.events.on('stage', () => this.stop())
  }

  /** `dx`, `dy`: cells from the player. */
  walk(dx: number, dy: number): void {
    this.stop()
    if (dx === 0 && dy === 0) return this.#client.commands.say('apply')
    const { x, y } = this.#client.map
    this.#to = { x: x + dx, y: y + dy }
    this.#goOn()
  }

  get walks(): boolean {
    return this.#to !== undefined
  }

  stop(): void {
    this.#to = undefined
    this.#expected = []
    this.#closed.clear()
    this.#tries = 0
    this.#waited = 0
  }

  /** One step more than the player is making, so that he does not stand between two. */
  #goOn(): void {
    const { map, commands } = this.#client
    const to = this.#to
    if (!to || commands.open > 1) return
    const from = this.#expected.at(-1) ?? { x: map.x, y: map.y }
    if (isAt(from, to)) {
      if (this.#expected.length === 0) this.stop()
      return
    }
    const [way] = pathTo(from, to, (place) => this.#costOf(place)) ?? []
    if (way === undefined) return this.stop()
    this.#expected.push(stepped(from, way))
    commands.step(way)
    if (this.#expected.length < 2) this.#goOn()
  }

  #moved(): void {
    if (!this.#to) return
    const { x, y } = this.#client.map
    const [next] = this.#expected
    this.#waited = 0
    if (next && isAt(next, { x, y })) this.#expected.shift()
    else this.#expected = []
    this.#goOn()
  }

  #ticked(): void {
    if (!this.#to || this.#client.commands.open > 0) return
    if (this.#expected.length === 0) return this.#goOn()
    if (++this.#waited < patience) return
    // Nothing moved: a wall that looks like none, a monster that was hit, a door that has opened.
    const [blocked] = this.#expected
    this.#waited = 0
    this.#expected = []
    if (++this.#tries > mostTries || (blocked && isAt(blocked, this.#to))) return this.stop()
    if (blocked) this.#closed.add(`${blocked.x} ${blocked.y}`)
    this.#goOn()
  }

  #costOf({ x, y }: Place): number | undefined {
    const cell = this.#client.map.cell(x, y)
    if (!cell || this.#closed.has(`${x} ${y}`)) return undefined
    return costOf(cell, (face) => this.#client.faces.nameOf(face) ?? '')
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
