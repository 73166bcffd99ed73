import { describe, expect, it } from 'vitest'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import { toggleContainer } from '../../../../../games/crossfire/model/things/containers.ts'
import { InventorySync } from '../../../../../games/crossfire/protocol/client-view/inventory-sync.ts'
import { defaultClientSettings } from '../../../../../games/crossfire/protocol/dialects/client-settings.ts'
import { ModernDialect } from '../../../../../games/crossfire/protocol/dialects/dialect-modern.ts'
import { type FromServer, fromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { Arena } from '../../harness/rules-arena.ts'

function looking(lookObjects = 50) {
  const arena = new Arena('.')
  const ann = arena.join('Ann', 0, 0, { has: [] })
  const said: FromServer[] = []
  const send = (packet: FromServer) => void said.push(packet)
  const dialect = new ModernDialect({
    send,
    clientSettings: { ...defaultClientSettings, lookObjects },
    serverProtocolVersion: 1029,
    faceMode: 2,
    wantsSound: false,
    gallery: builtinGallery,
  })
  const belongings = new InventorySync(send, { sendFace() {}, sendAnimation() {} })
  const received = () => {
    said.length = 0
    belongings.sync(ann.player, dialect)
    const ground = said.filter((packet) => packet.type === 'item2' && packet.location === 0)
    const tags = ground.flatMap((packet) =>
      packet.type === 'item2' ? packet.items.map(({ tag }) => tag) : [],
    )
    return { tags, types: said.map(({ type }) => type) }
  }
  return { arena, ann, said, received }
}

describe('[CF-7.21] the ground list', () => {
  it('is sent from the top down with the floor last, after delinv, and only if something changed', () => {
    const { arena, received } = looking()
    const [floor] = arena.level.thingsAt(0, 0)
    const sword = arena.lay('sword', 0, 0)
    const bread = arena.lay('bread', 0, 0)
    expect(received()).toEqual({
      tags: [bread.tag, sword.tag, floor!.tag],
      types: expect.arrayContaining(['delinv', 'item2']),
    })
    expect(received().types).toEqual([])
    const apple = arena.lay('apple', 0, 0)
    expect(received().tags).toEqual([apple.tag, bread.tag, sword.tag, floor!.tag])
  })

  it('[CF-7.20] is sent again after the open chest on the ground is closed by upditem, because clients would otherwise lose the chest', () => {
    const { arena, ann, said, received } = looking()
    const chest = arena.lay('chest', 0, 0)
    received()
    toggleContainer(ann.player, chest)
    received()
    arena.lay('apple', 0, 0)
    received()
    const packets = said.filter(({ type }) => ['upditem', 'delinv', 'item2'].includes(type))
    expect(packets).toMatchObject([
      { type: 'upditem', tag: chest.tag, flags: 0x4000 },
      { type: 'delinv', tag: 0 },
      { type: 'item2', location: 0, items: [{}, { tag: chest.tag, flags: 0x6000 }, {}] },
    ])
  })

  it.each([
    [50, 50],
    [10, 10],
    [100, 71],
  ])('with num_look_objects %i has at most %i things, and the floor is the last', (lookObjects, count) => {
    const { arena, received } = looking(lookObjects)
    const [floor] = arena.level.thingsAt(0, 0)
    for (let laid = 0; laid < 70; laid++) arena.lay('sword', 0, 0)
    const { tags } = received()
    expect([tags.length, tags.at(-1)]).toEqual([count, floor!.tag])
  })

  it('leaves out creatures, missiles and decaying bones', () => {
    const { arena, received } = looking()
    const [floor] = arena.level.thingsAt(0, 0)
    arena.creature('rat', 0, 0)
    arena.lay('flying_arrow', 0, 0)
    arena.lay('bones', 0, 0, 1, { endsAt: 300_000 })
    expect(received().tags).toEqual([floor!.tag])
  })
})

it('[CF-7.14] a weight too large for the packet is sent as the largest possible weight', () => {
  const { arena, ann, said, received } = looking()
  const coins = arena.give(ann, 'coin_gold')
  coins.count = 2 ** 31
  const bag = arena.lay('bag', 0, 0)
  bag.inside!.push({ ...coins, tag: 9999, location: { in: 'container', container: bag } })
  received()
  for (const packet of said) expect(fromServer.encode(packet).length).toBeGreaterThan(0)
  const weights = said
    .flatMap((packet) => (packet.type === 'item2' ? packet.items : []))
    .map(({ weight }) => weight)
  expect(Math.max(...weights)).toBe(0x7fff_ffff)
  expect(said).toContainEqual(expect.objectContaining({ type: 'upditem', weight: 0x7fff_ffff }))
})
