import { describe, expect, it } from 'vitest'
import { builtinFaces, faceNumberOf } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { builtinGallery, type FaceGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import type { VisibleCell } from '../../../../../games/crossfire/model/view/player-view.ts'
import { TextFrameCache } from '../../../../../games/crossfire/protocol/client-view/text-frame-cache.ts'
import {
  type ClientSettings,
  defaultClientSettings,
} from '../../../../../games/crossfire/protocol/dialects/client-settings.ts'
import type {
  DialectContext,
  ItemView,
  SoundEvent as Sounded,
} from '../../../../../games/crossfire/protocol/dialects/dialect.ts'
import { Dialect1997 } from '../../../../../games/crossfire/protocol/dialects/dialect-1997.ts'
import { ModernDialect } from '../../../../../games/crossfire/protocol/dialects/dialect-modern.ts'
import { messageTypes } from '../../../../../games/crossfire/protocol/events/message-types.ts'
import { sounds } from '../../../../../games/crossfire/protocol/events/sounds.ts'
import {
  type FromServer,
  fromServer,
  itemFlags,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { Town } from '../../harness/room-harness.ts'
import { assertStrictPacket, type Dialect } from '../strict/strict-decoder.ts'

interface Agreed {
  readonly sc?: number
  readonly faceMode?: number
  readonly sound?: boolean
  readonly wishes?: Partial<ClientSettings>
  readonly gallery?: FaceGallery
}

function createDialect(
  name: Dialect,
  { sc = 1022, faceMode = 2, sound = false, wishes = {}, gallery = builtinGallery }: Agreed = {},
) {
  const sent: FromServer[] = []
  const send = (packet: FromServer) => {
    assertStrictPacket(fromServer.encode(packet), name)
    sent.push(packet)
  }
  const context: DialectContext = {
    send,
    clientSettings: { ...defaultClientSettings, ...wishes },
    serverProtocolVersion: sc,
    faceMode,
    wantsSound: sound,
    gallery,
  }
  return { sent, dialect: name === '1997' ? new Dialect1997(context) : new ModernDialect(context) }
}

const sword: ItemView = {
  tag: 7,
  flags: 0,
  weight: 6000,
  face: faceNumberOf('sword.111'),
  singularName: 'sword',
  pluralName: 'swords',
  countedName: 'sword',
  count: 1,
  animation: 0,
  ticks: 0,
  kind: 101,
}
const apples: ItemView = {
  ...sword,
  tag: 8,
  singularName: 'apple',
  pluralName: 'apples',
  countedName: 'three apples',
  count: 3,
  weight: 100,
}
const cell = (stack: readonly [layer: number, face: number][], darkness = 0): VisibleCell => ({
  visibleFaces: stack.map(([layer, face]) => ({ layer, face })),
  darkness,
})

describe('things in each dialect', () => {
  it('[CF-7.1] [CF-7.6] a 1997 ground list has the count in the name', () => {
    const { sent, dialect } = createDialect('1997')
    dialect.sendGroundItems([apples, sword])
    const { tag, flags, weight, face } = apples
    expect(sent).toEqual([
      { type: 'delinv', tag: 0 },
      {
        type: 'item',
        location: 0,
        items: [
          { tag, flags, weight, face, name: 'three apples' },
          { tag: 7, flags: 0, weight: 6000, face, name: 'sword' },
        ],
      },
    ])
  })

  it('[CF-7.3] a current ground list has both names and the count', () => {
    const { sent, dialect } = createDialect('today')
    dialect.sendGroundItems([apples])
    expect(sent).toMatchObject([
      { type: 'delinv', tag: 0 },
      { type: 'item2', location: 0, items: [{ name: 'apple\0apples', nrof: 3, itemType: 101 }] },
    ])
  })

  it('[CF-7.2] a 1997 inventory list has the singular name', () => {
    const { sent, dialect } = createDialect('1997')
    dialect.sendItems(99, [apples])
    expect(sent).toMatchObject([{ type: 'item1', location: 99, items: [{ name: 'apple', nrof: 3 }] }])
  })

  it("[CF-1.6] a long 1997 list is split into packets that fit the client's buffer", () => {
    const { sent, dialect } = createDialect('1997')
    const many = Array.from({ length: 300 }, (_, n) => ({
      ...sword,
      tag: n + 1,
      singularName: 'x'.repeat(100),
    }))
    dialect.sendItems(99, many)
    expect(sent.length).toBeGreaterThan(3)
    expect(sent.flatMap((packet) => (packet.type === 'item1' ? packet.items : []))).toHaveLength(300)
    for (const packet of sent) expect(fromServer.encode(packet).length).toBeLessThanOrEqual(10_237)
  })

  it('[CF-7.4] [CF-7.20] [CF-17.9] a change of a thing is sent as upditem if the dialect supports this change', () => {
    const old = createDialect('1997')
    old.dialect.sendItemChange(sword, { ...sword, flags: 2 }, 99)
    old.dialect.sendItemChange(sword, { ...sword, weight: 7000 }, 99)
    old.dialect.sendItemChange(apples, { ...apples, count: 2 }, 99)
    expect(old.sent).toMatchObject([
      { type: 'upditem', tag: 7, flags: 2 },
      { type: 'upditem', tag: 7, weight: 7000 },
      { type: 'item1', location: 99, items: [{ tag: 8, nrof: 2 }] },
    ])
    const { sent, dialect } = createDialect('today')
    dialect.sendItemChange(apples, { ...apples, count: 2, singularName: 'red apple', flags: 0x400 }, 99)
    dialect.sendItemChange(apples, { ...apples, kind: 5 }, 99)
    expect(sent).toMatchObject([
      { type: 'upditem', tag: 8, nrof: 2, name: 'red apple\0apples', flags: 0x400 },
      { type: 'item2', location: 99, items: [{ itemType: 5 }] },
    ])
    expect(sent[0]).not.toHaveProperty('weight')
  })
})

describe('faces in each dialect', () => {
  const face = faceNumberOf('sword.111')
  const { fg: foreground, bg: background } = builtinFaces[face - 1]!.colour

  const modes = [
    [0, { type: 'face', face, name: 'sword.111' }],
    [1, { type: 'bitmap', face, foreground, background, data: builtinGallery.bitmap(face) }],
    [2, { type: 'pixmap', face, data: builtinGallery.xpm(face) }],
    [3, { type: 'image', face, data: builtinGallery.png(face) }],
    [0x11, { type: 'face', face, name: 'sword.111' }],
    [0x12, { type: 'face', face, name: 'sword.111' }],
  ] as const
  it.each(modes)('[CF-6.1] [CF-6.5] [CF-6.6] in mode %s a face is announced by %s', (faceMode, packet) => {
    const { sent, dialect } = createDialect('1997', { faceMode })
    dialect.sendFaceReference(face)
    expect(sent).toEqual([packet])
  })

  it("[CF-6.2] a requested face is sent in the client's mode", () => {
    const { sent, dialect } = createDialect('1997', { faceMode: 0x11 })
    dialect.sendFaceImage(face)
    expect(sent).toMatchObject([{ type: 'bitmap' }])
  })

  it.each([
    { face: faceNumberOf('sword.111'), faceSet: 1, set: 1 },
    { face: faceNumberOf('sword.111'), faceSet: 0, set: 0 },
    { face: faceNumberOf('apple.111'), faceSet: 1, set: 0 },
  ])('[CF-6.16] a client of set $faceSet gets face $face from set $set', ({ face, faceSet, set }) => {
    const sword = faceNumberOf('sword.111')
    const classic = {
      checksumOf: (number: number) => (number === sword ? 7 : undefined),
      png: () => builtinGallery.png(1),
    }
    const { sent, dialect } = createDialect('today', {
      wishes: { faceSet, facecache: true },
      gallery: { ...builtinGallery, classic },
    })
    dialect.sendFaceReference(face)
    dialect.sendFaceImage(face)
    expect(sent).toMatchObject([
      { type: 'face2', set, checksum: set === 1 ? 7 : builtinFaces[face - 1]!.checksum },
      { type: 'image2', set, data: builtinGallery.png(set === 1 ? 1 : face) },
    ])
  })

  it('[CF-6.7] [CF-6.8] current clients receive a picture or, if they cache pictures, its name and checksum', () => {
    const plain = createDialect('today')
    plain.dialect.sendFaceReference(face)
    expect(plain.sent).toEqual([{ type: 'image2', face, set: 0, data: builtinGallery.png(face) }])
    const { sent, dialect } = createDialect('today', { wishes: { facecache: true } })
    dialect.sendFaceReference(face)
    dialect.sendFaceImage(face)
    expect(sent).toMatchObject([
      { type: 'face2', checksum: builtinFaces[face - 1]!.checksum, name: 'sword.111' },
      { type: 'image2' },
    ])
  })
})

describe('cells in each dialect', () => {
  it('[CF-5.1] [CF-17.8] a 1997 cell has all its faces, each once, the topmost in the first layer', () => {
    const { sent, dialect } = createDialect('1997')
    const changes = [
      {
        x: 1,
        y: 0,
        before: undefined,
        after: cell([
          [6, 30],
          [0, 5],
        ]),
      },
      { x: 1, y: 1, before: undefined, after: cell([[0, 5]]) },
      { x: 2, y: 0, before: cell([[0, 5]]), after: undefined },
    ]
    dialect.sendCells(changes, { dx: -1, dy: 0 })
    expect(sent).toEqual([
      { type: 'map_scroll', dx: -1, dy: 0 },
      {
        type: 'map',
        empty: [22],
        layers: [
          [
            { face: 30, cells: [11] },
            { face: 5, cells: [12] },
          ],
          [{ face: 5, cells: [11] }],
        ],
      },
    ])
  })

  it('[CF-5.10] [CF-5.11] [CF-17.5] a 1997 cell has at most ten faces including the floor, and a mask when dark', () => {
    const { sent, dialect } = createDialect('1997')
    const high = cell(Array.from({ length: 14 }, (_, n) => [0, 100 + n]))
    const changes = [
      { x: 0, y: 0, before: undefined, after: high },
      { x: 0, y: 1, before: undefined, after: cell([[0, 5]], 128) },
    ]
    dialect.sendCells(changes, undefined)
    const [map] = sent
    expect(map).toMatchObject({ type: 'map' })
    const layers = map?.type === 'map' ? map.layers : []
    expect(layers).toHaveLength(10)
    expect(layers[9]).toEqual([{ face: 113, cells: [0] }])
    expect(layers[0]).toContainEqual({ face: faceNumberOf('dark2.111'), cells: [1] })
  })

  it('[CF-5.3] [CF-5.10] a current client receives only changes of cells, and learns that a layer is now empty', () => {
    const { sent, dialect } = createDialect('today', { wishes: { darkness: true } })
    const changes = [
      {
        x: 0,
        y: 0,
        before: cell([
          [4, 30],
          [0, 5],
        ]),
        after: cell([[0, 5]], 64),
      },
      { x: 1, y: 0, before: cell([[0, 5]]), after: undefined },
      { x: 2, y: 0, before: cell([[0, 5]]), after: cell([[0, 5]]) },
    ]
    dialect.sendCells(changes, { dx: 0, dy: 1 })
    expect(sent).toEqual([
      {
        type: 'map2',
        scroll: { dx: 0, dy: 1 },
        spaces: [
          {
            x: 0,
            y: 0,
            changes: [
              { change: 'darkness', value: 191 },
              { change: 'face', layer: 4, face: 0 },
            ],
          },
          { x: 1, y: 0, changes: [{ change: 'clear' }] },
        ],
      },
    ])
  })

  it('[CF-5.4] only clients of a dialect with newmap receive newmap', () => {
    const old = createDialect('1997')
    old.dialect.sendNewMap()
    expect(old.sent).toEqual([])
    const { sent, dialect } = createDialect('today')
    dialect.sendNewMap()
    expect(sent).toEqual([{ type: 'newmap' }])
  })
})

describe('other packets in each dialect', () => {
  const hit: Sounded = { x: -2, y: 2, sound: sounds.openDoor, volume: 86 }

  it('[CF-10.1] [CF-10.2] a text has a colour, and a type for current clients', () => {
    for (const name of ['1997', 'today'] as const) {
      const { dialect } = createDialect(name)
      const packet = dialect.encodeText('Hello\nyou', messageTypes.chat)
      assertStrictPacket(fromServer.encode(packet), name)
      const type = name === '1997' ? 'drawinfo' : 'drawextinfo'
      expect(packet).toMatchObject({ type, colour: messageTypes.chat.colour, text: 'Hello\nyou' })
    }
  })

  it('a text for many clients is encoded once per dialect', () => {
    const texts = new TextFrameCache()
    const [ann, bob, old] = (['today', 'today', '1997'] as const).map((one) => createDialect(one).dialect)
    const sent = texts.get(ann!, 'Hello', messageTypes.say)
    expect(texts.get(bob!, 'Hello', messageTypes.say)).toBe(sent)
    expect(texts.get(old!, 'Hello', messageTypes.say)).not.toEqual(sent)
    expect(texts.get(bob!, 'Hello', messageTypes.say)).toBe(sent)
    expect(texts.get(bob!, 'Hello', messageTypes.me)).not.toEqual(sent)
    expect(texts.get(bob!, 'Bye', messageTypes.me)).not.toEqual(texts.get(bob!, 'Hello', messageTypes.me))
  })

  it('[CF-11.1] [CF-11.2] 1997 clients receive sounds if they asked for them', () => {
    const deaf = createDialect('1997')
    deaf.dialect.sendSound(hit)
    expect(deaf.sent).toEqual([])
    const { sent, dialect } = createDialect('1997', { sound: true })
    dialect.sendSound(hit)
    expect(sent).toEqual([{ type: 'sound', x: -2, y: 2, sound: 5, kind: 'normal' }])
  })

  it('[CF-11.3] [CF-11.4] current clients receive sounds and music by the bits of sound2', () => {
    const deaf = createDialect('today')
    deaf.dialect.sendSound(hit)
    deaf.dialect.sendMusic('town')
    expect(deaf.sent).toEqual([])
    const { sent, dialect } = createDialect('today', { wishes: { sound: 3 } })
    dialect.sendSound(hit)
    dialect.sendMusic('town')
    expect(sent).toMatchObject([
      { type: 'sound2', x: -2, y: 2, volume: 86, action: 'open' },
      { type: 'music', song: 'town' },
    ])
  })

  it('[CF-11.7] [CF-7.12] clients receive ticks and the pickup mode only if they asked for them', () => {
    const deaf = createDialect('today')
    deaf.dialect.sendTick(5)
    deaf.dialect.sendPickupMode(1)
    expect(deaf.sent).toEqual([])
    const { sent, dialect } = createDialect('today', { wishes: { tick: true, pickup: true } })
    dialect.sendTick(5)
    dialect.sendPickupMode(1)
    expect(sent).toEqual([
      { type: 'tick', tick: 5 },
      { type: 'pickup', mode: 1 },
    ])
  })

  it.each([
    ['1997', 1001, []],
    ['1997', 1021, []],
    ['1997', 1022, ['goodbye']],
    ['today', 1029, ['goodbye']],
  ] as const)('[CF-4.11] a goodbye to a client of %s with version %s is sent as: %s', (name, sc, packets) => {
    const { sent, dialect } = createDialect(name, { sc })
    dialect.sendGoodbye()
    expect(sent.map(({ type }) => type)).toEqual(packets)
  })
})

describe('[CF-2.3] [CF-17.6] [CF-17.11] the dialect of a client', () => {
  it.each([1001, 1010, 1020, [1021, 1022], [1023, 1023], [1023, 1027]] as const)(
    'a client of version %s uses the 1997 dialect',
    async (version) => {
      const town = await Town.open()
      const bob = await town.joinLegacy('Bob', version as number | [number, number])
      expect(bob.name).toBe('Bob')
      expect(bob.stats.get('exp')).toBe(0)
      expect(bob.cells.size).toBeGreaterThan(20)
    },
  )

  it('a client before 1021 sends plain commands, with or without a count', async () => {
    const town = await Town.open()
    const bob = await town.joinLegacy('Bob', 1010)
    const { x } = town.player(bob)
    bob.send({ type: 'command', text: 'east' })
    bob.pass(500)
    expect(town.player(bob).x).toBe(x + 1)
    bob.send({ type: 'command', count: -1, text: 'say hello' })
    expect(bob.hasReceivedText('hello')).toBe(true)
    bob.send({ type: 'command', count: 3, text: 'drop silver coin' })
    expect(bob.ground[0]!.name).toBe('three silver coins')
    expect(bob.done).toEqual([])
  })

  it('a client with a current version is current even if it does not set map2cmd', async () => {
    const town = await Town.open()
    const client = town.connect('today')
    client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    client.send({ type: 'addme' })
    expect(client.texts.length).toBeGreaterThan(0)
  })

  it('[CF-5.5] mapredraw sends the whole map again in both dialects', async () => {
    const town = await Town.open()
    for (const client of [await town.joinLegacy('Bob'), await town.joined('Ann')]) {
      const before = new Map(client.cells)
      if (client.dialect === '1997') client.cells.clear()
      client.send({ type: 'mapredraw' })
      expect([...client.cells.keys()].length).toBe(before.size)
    }
  })

  it('[CF-7.19] [CF-8.7] a current client receives the flag of a wielded sword, and the stats for the readied range attack', async () => {
    const [town, ann] = await Town.with('Ann')
    expect(ann.thing('sword').flags & itemFlags.applied).toBe(2)
    expect(ann.stats.get('range')).toMatch(/^(Range|Skill): /)
    expect(ann.stats.get('raceStr')).toBe(20)
    expect(ann.stats.get('resistPhysical')).toBe(town.player(ann).stats.armour)
  })
})
