// The map of the client. Tests which cells are compared and sent, and that the map equals the whole view.
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { gameHourMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'
import type { VisibleCell } from '../../../../../games/crossfire/model/view/player-view.ts'
import { MapSync } from '../../../../../games/crossfire/protocol/client-view/map-sync.ts'
import type { CellChange, Dialect } from '../../../../../games/crossfire/protocol/dialects/dialect.ts'
import type { ViewScroll } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { seededRandom } from '../../../../../wire/util/random.ts'
import { type RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolder, mapsFolder, openImportedYard } from '../../import/harness/imported-world.ts'
import { archetypes } from '../../import/harness/small-world.ts'

/** A client that draws map packets by the rules of its dialect. */
class DrawingClient {
  readonly #cells = new Map<string, VisibleCell>()
  readonly #sync = new MapSync({ sendFace() {}, sendAnimation() {} })
  readonly #dialect: Pick<Dialect, 'width' | 'height' | 'supportsLabels'>
  readonly listener: RecordingListener
  readonly #yard: Yard

  constructor(yard: Yard, listener: RecordingListener, name: Dialect['name']) {
    this.#yard = yard
    this.listener = listener
    const modern = name === 'today'
    this.#dialect = { width: modern ? 25 : 11, height: modern ? 19 : 11, supportsLabels: modern }
  }

  /** Updates the client's map, and returns the number of compared cells. */
  update(): number {
    const dialect = {
      ...this.#dialect,
      forgetsPreviousMap: true,
      visibleFaces: () => [],
      visibleAnimations: () => [],
      sendNewMap: () => this.#cells.clear(),
      sendCells: (changes: readonly CellChange[], scroll?: ViewScroll) => this.#draw(changes, scroll),
    } as unknown as Dialect
    return this.#sync.sync(this.#view(), dialect)
  }

  differences(): string[] {
    const { width, height, supportsLabels } = this.#dialect
    const view = this.#view()
    return Array.from({ length: width * height }, (_, place) => {
      const [x, y] = [place % width, Math.floor(place / width)]
      const [dx, dy] = [x - (width >> 1), y - (height >> 1)]
      const cell = view.cellAt(dx, dy)
      const whole = cell && supportsLabels ? { ...cell, labels: view.labelsAt(dx, dy) } : cell
      const [drawn, there] = [this.#cells.get(`${x},${y}`), whole].map((each) => JSON.stringify(each))
      return drawn === there ? '' : `${x},${y}: ${drawn} instead of ${there}`
    }).filter((difference) => difference !== '')
  }

  #view() {
    const { width, height } = this.#dialect
    return this.#yard.world.viewOf(this.listener.player, Math.max(width, height) >> 1)
  }

  #draw(changes: readonly CellChange[], scroll: ViewScroll | undefined): void {
    if (scroll) {
      const before = [...this.#cells]
      this.#cells.clear()
      for (const [place, cell] of before) {
        const [x, y] = place.split(',').map(Number) as [number, number]
        const [toX, toY] = [x - scroll.dx, y - scroll.dy]
        if (toX >= 0 && toY >= 0 && toX < this.#dialect.width && toY < this.#dialect.height)
          this.#cells.set(`${toX},${toY}`, cell)
      }
    }
    for (const { x, y, after } of changes) {
      if (after) this.#cells.set(`${x},${y}`, after)
      else this.#cells.delete(`${x},${y}`)
    }
  }
}

const side = 15
const lamp = 'Object lamp\nname lamp\nface post.111\nno_pick 1\nglow_radius 5\nend\n'
/**
 * For each map: its name, its neighbours in the north, east, south and west, and another line of its header. The maps
 * have a common corner. Two are outdoors, and two are dark.
 */
const fields = [
  ['hill', '', 'east', 'south', '', 'outdoor 1'],
  ['east', '', '', 'both', 'hill', 'darkness 4'],
  ['south', 'hill', 'both', '', '', 'outdoor 1'],
  ['both', 'east', '', '', 'south', 'darkness 3'],
] as const

/** For each thing, the chance that a cell has it or a thing listed before it. */
const chances = Object.entries({ hedge: 0.08, lamp: 0.1, cat: 0.14, post: 0.17, crate: 0.22 })

function fieldMap([name, ...tiles]: (typeof fields)[number], random: () => number): string {
  const header = tiles.map((tile, at) =>
    at < 4 ? (tile === '' ? '' : `tile_path_${at + 1} ${tile}\n`) : `${tile}\n`,
  )
  const cells = Array.from({ length: side * side }, (_, cell) => {
    const at = `x ${cell % side}\ny ${Math.floor(cell / side)}\n`
    const chance = random()
    const [above] = chances.find(([, below]) => chance < below) ?? []
    return `arch meadow\n${at}end\n${above ? `arch ${above}\n${at}end\n` : ''}`
  })
  const works = 'arch lever\nx 1\ny 1\nconnected 1\nend\narch grate\nx 3\ny 2\nconnected 1\nend\n'
  return `arch map\nname ${name}\nwidth ${side}\nheight ${side}\n${header.join('')}end\n${cells.join('')}${works}`
}

function openFields(random: () => number): Promise<Yard> {
  const maps = fields.map((field) => [`maps/land/${field[0]}`, strToU8(fieldMap(field, random))] as const)
  return openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(`${archetypes}${lamp}`) },
    { 'maps/regions.reg': mapsFolder['maps/regions.reg']!, ...Object.fromEntries(maps) },
  )
}

const steps = 600
const typed = ['apply', 'take', 'drop all', 'party join Friends', 'party leave']
const ways = ['north', 'east', 'south', 'west', 'northeast', 'southeast', 'southwest', 'northwest']

function clearCell({ player: { level, x, y } }: RecordingListener): void {
  for (const thing of level!.thingsAt(x, y).slice(1)) if (thing.location) removeThing(thing)
}

function toggleLight({ player }: RecordingListener): void {
  if (!player.effects.delete('light')) player.effects.set('light', { endsAt: 1e15, strength: 4 })
  player.markInventoryChanged()
}

function toggleBlindness({ player: { effects } }: RecordingListener): void {
  if (!effects.delete('blind')) effects.set('blind', { endsAt: 1e15, strength: 1 })
}

describe('[CF-5.10] the map that a client has', () => {
  it.each(['fields', 'meadows'])('equals the whole view after each of %s’ random events', async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const yard = await openFields(random)
    const players = ['Ann', 'Bob', 'Cat'].map((name) => yard.join(name, 12, 12))
    const clients = players.flatMap((listener) =>
      (['1997', 'today'] as const).map((dialect) => new DrawingClient(yard, listener, dialect)),
    )
    yard.type(players[0]!, 'party form Friends')
    const visited = new Set<string>()
    const events: readonly (readonly [weight: number, event: (listener: RecordingListener) => void])[] = [
      [60, (listener) => void yard.type(listener, pick(ways))],
      [20, () => yard.tick()],
      [4, (listener) => void yard.type(listener, pick(typed))],
      [3, (listener) => void yard.lay(listener, pick(['apple', 'coin_gold', 'wall_stone']))],
      [2, clearCell],
      [3, toggleLight],
      [2, toggleBlindness],
      [1, () => yard.wakeFor(gameHourMs)],
      [3, (listener) => yard.stand(listener, Math.floor(random() * side), Math.floor(random() * side))],
      [2, ({ player }) => (player.level!.extraDarkness = Math.floor(random() * 5) - 2)],
    ]
    const bag = events.flatMap(([weight, event]) => Array.from({ length: weight }, () => event))
    for (let step = 0; step < steps; step++) {
      const listener = pick(players)
      const { player } = listener
      pick(bag)(listener)
      visited.add(player.level!.name)
      for (const client of clients) client.update()
      const checked = step % 10 === 0 ? clients : clients.filter((client) => client.listener === listener)
      for (const client of checked) expect([step, client.differences()]).toEqual([step, []])
    }
    expect(visited.size).toBeGreaterThan(2)
  })

  it('[CF-16.7] is compared only where something has changed, once for each change that the client sees', () => {
    const yard = new Yard()
    const crowd = Array.from({ length: 20 }, (_, n) =>
      yard.join(`Ann${String.fromCharCode(97 + n)}`, 4 + (n % 10), 11 + 2 * Math.floor(n / 10)),
    )
    const clients = crowd.map((listener) => new DrawingClient(yard, listener, 'today'))
    const compared = () => clients.map((client) => client.update())
    expect(compared()).toEqual(crowd.map(() => 25 * 19))
    expect(compared()).toEqual(crowd.map(() => 0))
    yard.walk(crowd[0]!, 's')
    // For other players, only the cell that the player left and the cell that the player entered are compared. The
    // player's own view has moved, so all its cells are compared.
    const [own, ...others] = compared()
    expect(own).toBe(25 * 19)
    expect(Math.max(...others)).toBeLessThanOrEqual(4)
    expect(Math.min(...others)).toBeGreaterThan(0)
    expect(clients.flatMap((client) => client.differences())).toEqual([])
  })

  it('is compared as a whole after more changes than a map remembers', () => {
    const yard = new Yard()
    const ann = yard.join('Ann')
    const client = new DrawingClient(yard, ann, 'today')
    client.update()
    for (let change = 0; change < 1025; change++) yard.level(ann).markChanged(5, 5)
    yard.lay(ann, 'apple')
    expect(client.update()).toBe(25 * 19)
    expect(client.differences()).toEqual([])
  })
})
