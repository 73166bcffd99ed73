// Simulates an hour in a busy town, with packets of a hostile server. No state or drawing cache of the client may grow
// without limit.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import { MapView } from '../../../../games/crossfire/browser/map-view/map-view.ts'
import {
  type FromServer,
  fromServer,
  type SpaceChange,
} from '../../../../games/crossfire/protocol/packets/index.ts'
import { type RandomFunction, randomInteger, randomItem } from '../../../../wire/codec/random-values.ts'
import { type Census, readClasses, takeCensus } from '../../../simulator/invariants/memory-census.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const ticks = 30_000
/**
 * Collections that the test does not check. Listeners contain no received data, and stats have a fixed number of names.
 */
const fixed = /^(EventEmitter[.]listeners[.].*|ClientStats[.]figures)$/
const classes = readClasses('games/crossfire/browser/client', 'games/crossfire/browser/map-view')

/** Maximum size of each collection, for any packets of the server. New collections need an entry. */
const bounds: { readonly [classAndField: string]: number } = {
  'Animations.faces': 8192,
  'BitmapCache.bitmaps': 2048,
  'Client.part': 2,
  'CommandSender.unacknowledged': 256,
  'CommandSender.times': 16,
  'LoginState.characters': 255,
  'FaceCache.asked': 8192,
  'FaceCache.byChecksum': 32_768,
  'FaceCache.names': 65_536,
  'FaceCache.pictures': 32_768,
  'Items.items': 4096,
  'LabelRenderer.drawn': 256,
  'CharacterCreation.abilities': 16,
  'CharacterCreation.classes': 64,
  'CharacterCreation.races': 64,
  'CharacterCreation.starts': 64,
  'MessageHistory.messages': 500,
  'MessageHistory.messages.runs': 8192,
  'RoomNotices.knowledge': 1024,
  'RoomNotices.quests': 1024,
  'RoomNotices.texts': 3,
  'MapView.patches': 32,
  // The limit of remembered cells, plus the cells that a view adds before the client drops old ones.
  'ClientMap.cells': 16_384 + 64 * 64,
  'ClientMap.cells.labels': 8,
  'ClientMap.cells.layers': 10,
  'SpellList.paths': 65_536,
  'SpellList.spells': 1024,
  'ClientStats.levels': 1000,
  'ClientStats.skillInfo': 65_536,
  'ClientStats.skills': 50,
}

/** A fake element with what drawing needs. Its canvases accept any call. */
class FakeElement extends EventTarget {
  readonly style: { [name: string]: string } = { setProperty: '' }
  readonly [attribute: string]: unknown
  readonly clientWidth = 912
  readonly clientHeight = 482
  width = 0
  height = 0
  append(): void {}
  remove(): void {}
  setAttribute(): void {}
  getContext(): object {
    const image = (width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(4 * width * height),
    })
    const known = { canvas: this, createImageData: image, measureText: () => ({ width: 40 }) }
    return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? (() => {}) })
  }
}

class FakeBitmap {
  readonly width = 32
  readonly height = 32
  close(): void {}
}

let frames: ((now: number) => void)[] = []
beforeEach(() => {
  const page = Object.assign(new EventTarget(), { hidden: false, createElement: () => new FakeElement() })
  vi.stubGlobal('document', page)
  vi.stubGlobal('Node', FakeElement)
  vi.stubGlobal('createImageBitmap', async () => new FakeBitmap())
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => frames.push(frame))
  const observer = class {
    readonly #seen: () => void
    constructor(seen: () => void) {
      this.#seen = seen
    }
    observe(): void {
      this.#seen()
    }
  }
  vi.stubGlobal('ResizeObserver', observer)
})
afterEach(() => {
  frames = []
  vi.unstubAllGlobals()
})

test('an hour in a busy town with arbitrary server packets makes no collection of the client grow without limit', async () => {
  let now = 0
  const client = new Client({ send() {}, now: () => now })
  const scene = new MapView(client)
  const chance = seededRandom(20_261_122)
  const receive = (packet: FromServer) => client.handleFrame(fromServer.encode(packet))
  client.onConnected()
  let halfway: Census = new Map()
  for (let tick = 1; tick <= ticks; tick++) {
    now += 120
    for (const packet of ofTown(chance, tick)) receive(packet)
    if (chance() < 0.2) client.handleFrame(fromServer.encode(fromServer.sample(chance)))
    if (chance() < 0.5) client.commands.send(randomItem(chance, ['north', 'east', 'search']))
    if (tick % 10_000 === 0) {
      client.onDisconnected()
      client.onConnected()
    }
    if (tick % 50 === 0) await drawn(now)
    if (tick === ticks / 2) halfway = takeCensus([client, scene], classes)
  }
  const after = takeCensus([client, scene], classes)
  const over = [...after].filter(([name, size]) => !fixed.test(name) && !(size <= (bounds[name] ?? -1)))
  expect(over, 'more than may be, or without a bound').toEqual([])
  // Collections reach their limits within half an hour. A collection that grows after that has no limit.
  const growing = [...after].filter(([name, size]) => size > 1.5 * (halfway.get(name) ?? 0) + 64)
  expect(growing).toEqual([])
})

async function drawn(now: number): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await null
  for (const frame of frames.splice(0)) frame(now)
}

/**
 * The packets of one tick while the player walks through a crowd. The map sometimes changes, and each thing has a new
 * tag.
 */
function* ofTown(random: RandomFunction, tick: number): Iterable<FromServer> {
  yield { type: 'tick', tick }
  if (tick === 1 || tick % 3000 === 0) yield { type: 'player', tag: tick, weight: 0, face: 1, name: 'Ann' }
  if (tick % 500 === 0) yield { type: 'newmap' }
  const spaces = Array.from({ length: 4 }, () => ({
    x: randomInteger(random, 0, 24),
    y: randomInteger(random, 0, 12),
    changes: cell(random, tick),
  }))
  const scroll =
    random() < 0.3 ? { dx: randomInteger(random, -1, 1), dy: randomInteger(random, -1, 1) } : undefined
  yield { type: 'map2', ...(scroll && { scroll }), spaces }
  if (tick % 4 === 0) {
    const face = randomInteger(random, 1, 3000)
    yield { type: 'face2', face, set: 0, checksum: tick, name: `face.${face}` }
    yield { type: 'image2', face, set: 0, data: new Uint8Array(200) }
    const things = { flags: 0, weight: 5, anim: 0, animSpeed: 0, nrof: 1, itemType: 601 }
    yield { type: 'delinv', tag: 0 }
    yield {
      type: 'item2',
      location: 0,
      items: [{ ...things, tag: 10_000 + tick, face, name: 'loaf\0loaves' }],
    }
    yield {
      type: 'item2',
      location: 1,
      items: [{ ...things, tag: 90_000 + tick, face, name: 'coin\0coins' }],
    }
    yield { type: 'drawextinfo', kind: 15, subtype: 2, colour: 1, text: `Bob says: [b]${tick}[/b]` }
    yield { type: 'comc', packet: tick % 256, time: 120_000 }
  }
}

function cell(random: RandomFunction, tick: number): SpaceChange[] {
  const changes: SpaceChange[] = [
    { change: 'face', layer: randomInteger(random, 0, 9), face: randomInteger(random, 0, 9000) },
  ]
  if (random() < 0.3) changes.push({ change: 'label', kind: 'player', text: `somebody ${tick}` })
  if (random() < 0.2) changes.push({ change: 'darkness', value: randomInteger(random, 0, 255) })
  return changes
}
