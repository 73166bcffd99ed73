import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Client } from '../../../../../games/crossfire/browser/client/client.ts'
import type { Cell } from '../../../../../games/crossfire/browser/client/state/map.ts'
import {
  fromServer,
  type MapSpace,
  type SpaceChange,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { type RandomFunction, randomInteger, randomItem } from '../../../../../wire/codec/random-values.ts'
import { assertProperty } from '../../../../property.ts'
import { seededRandom } from '../../../../wire/packets/seeded-random.ts'

function openedClient() {
  const client = new Client({ send() {}, now: () => 0 })
  const receive = (packet: Parameters<typeof fromServer.encode>[0]) =>
    client.handleFrame(fromServer.encode(packet))
  return { client, map: client.map, receive }
}

interface Shown {
  readonly faces: readonly number[]
  readonly light: number
  readonly labels: readonly string[]
}
const faceOf = (layer: Cell['layers'][number]) => (layer && 'face' in layer ? layer.face : 0)
const shown = ({ layers, light, labels }: Cell): Shown => ({
  faces: layers.map(faceOf),
  light,
  labels: labels.map(({ text }) => text),
})

class Model {
  cells = new Map<string, Shown>()
  width = 17
  height = 13

  scroll(dx: number, dy: number): void {
    const moved = new Map<string, Shown>()
    for (const [place, cell] of this.cells) {
      const [x = 0, y = 0] = place.split(' ').map(Number)
      const [toX, toY] = [x - dx, y - dy]
      if (toX >= 0 && toY >= 0 && toX < this.width && toY < this.height) moved.set(`${toX} ${toY}`, cell)
    }
    this.cells = moved
  }

  apply({ x, y, changes }: MapSpace): void {
    const place = `${x} ${y}`
    const clears = changes.some(({ change }) => change === 'clear')
    const shows = changes.some(({ change }) => change === 'face' || change === 'darkness')
    if (clears && !shows) {
      this.cells.delete(place)
      return
    }
    const before = clears ? undefined : this.cells.get(place)
    const faces = [...(before?.faces ?? new Array<number>(10).fill(0))]
    let light = before?.light ?? 255
    for (const one of changes) {
      if (one.change === 'face') faces[one.layer] = one.face
      if (one.change === 'darkness') light = one.value
    }
    const told = changes.flatMap((one) => (one.change === 'label' ? [one] : []))
    const labels = told.filter(({ kind }) => kind !== 'none').map(({ text }) => text)
    this.cells.set(place, { faces, light, labels: told.length > 0 ? labels : (before?.labels ?? []) })
  }
}

function anyChanges(random: RandomFunction): SpaceChange[] {
  if (random() < 0.2) return [{ change: 'clear' }]
  const changes: SpaceChange[] = random() < 0.1 ? [{ change: 'clear' }] : []
  // The floor is always included, because servers always send it for new cells.
  changes.push({ change: 'face', layer: 0, face: randomInteger(random, 1, 300) })
  if (random() < 0.5) changes.push({ change: 'darkness', value: randomInteger(random, 0, 255) })
  if (random() < 0.5)
    changes.push({ change: 'face', layer: randomInteger(random, 1, 9), face: randomInteger(random, 0, 300) })
  if (random() < 0.2)
    changes.push({ change: 'label', kind: randomItem(random, ['player', 'none']), text: 'Ann' })
  return changes
}

function expectSameCells(random: RandomFunction): void {
  const { map, receive } = openedClient()
  const model = new Model()
  receive({ type: 'setup', settings: [{ key: 'mapsize', value: '17x13' }] })
  for (let n = 0; n < 15; n++) {
    if (random() < 0.05) {
      receive({ type: 'newmap' })
      model.cells.clear()
    }
    const scroll =
      random() < 0.4 ? { dx: randomInteger(random, -3, 3), dy: randomInteger(random, -3, 3) } : undefined
    const spaces = Array.from({ length: randomInteger(random, 0, 20) }, () => ({
      x: randomInteger(random, 0, 16),
      y: randomInteger(random, 0, 12),
      changes: anyChanges(random),
    }))
    receive({ type: 'map2', ...(scroll && { scroll }), spaces })
    if (scroll) model.scroll(scroll.dx, scroll.dy)
    for (const space of spaces) model.apply(space)
  }
  for (let y = 0; y < 13; y++)
    for (let x = 0; x < 17; x++) {
      const cell = map.cell(map.left + x, map.top + y)
      const seen = cell && !cell.remembered ? shown(cell) : undefined
      expect([x, y, seen]).toEqual([x, y, model.cells.get(`${x} ${y}`)])
    }
}

describe('[CF-5.3] the client map', () => {
  it("equals the server's cells after any series of map2, scroll and newmap packets", () => {
    assertProperty(
      fc.property(fc.nat(), (seed) => expectSameCells(seededRandom(seed))),
      { numRuns: 40 },
    )
  })
  it('keeps cells that leave the view but not their labels, and clears the cells on a new map', () => {
    const { map, receive } = openedClient()
    receive({ type: 'setup', settings: [{ key: 'mapsize', value: '17x13' }] })
    const changes: SpaceChange[] = [
      { change: 'face', layer: 0, face: 7 },
      { change: 'label', kind: 'player', text: 'Ann' },
    ]
    receive({ type: 'map2', spaces: [{ x: 0, y: 0, changes }] })
    const [x, y] = [map.left, map.top]
    receive({ type: 'map2', scroll: { dx: 1, dy: 0 }, spaces: [] })
    expect(map.cell(x, y)).toMatchObject({ remembered: true, labels: [], light: 255 })
    expect(faceOf(map.cell(x, y)!.layers[0])).toBe(7)
    receive({ type: 'newmap' })
    expect(map.cell(x, y)).toBeUndefined()
  })

  it("keeps the player's position when the view changes size", () => {
    const { map, receive } = openedClient()
    for (const value of ['17x13', '25x9', '11x25']) {
      const before = [map.x, map.y]
      receive({ type: 'setup', settings: [{ key: 'mapsize', value }] })
      expect([map.x, map.y, `${map.width}x${map.height}`]).toEqual([...before, value])
    }
  })

  it('keeps a limited number of cells, however far the player walks, and the last 500 messages', () => {
    const { map, client, receive } = openedClient()
    receive({ type: 'setup', settings: [{ key: 'mapsize', value: '25x25' }] })
    const changes: SpaceChange[] = [{ change: 'face', layer: 0, face: 7 }]
    const column = Array.from({ length: 25 }, (_, y) => ({ x: 24, y, changes }))
    for (let n = 0; n < 1500; n++) receive({ type: 'map2', scroll: { dx: 1, dy: 0 }, spaces: column })
    let known = 0
    for (let x = map.left - 1500; x < map.left + 25; x++) if (map.cell(x, map.y)) known++
    expect(known).toBeLessThan(700)
    for (let n = 0; n < 2000; n++)
      receive({ type: 'drawextinfo', colour: 0, kind: 1, subtype: 1, text: `line ${n}` })
    expect(client.messages.all).toHaveLength(500)
    expect(client.messages.all.at(-1)!.text).toBe('line 1999')
  })
})

describe('[CF-10.2] message markup', () => {
  it('text with nested tags becomes a list of runs, each with one style', () => {
    const { client, receive } = openedClient()
    const text = 'a [b]bold [i]both[/b] one[/i] [color=red]red[/color] [x]'
    receive({ type: 'drawextinfo', colour: 3, kind: 15, subtype: 6, text })
    expect(client.messages.all[0]).toMatchObject({
      text: 'a bold both one red [x]',
      channel: 'party',
      colour: 3,
    })
    expect(client.messages.all[0]!.runs.slice(0, 3)).toEqual([
      { text: 'a ' },
      { text: 'bold ', bold: true },
      { text: 'both', bold: true, italic: true },
    ])
  })
})
