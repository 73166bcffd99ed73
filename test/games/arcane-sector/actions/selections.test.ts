// Selection requests and answers. [AS-8]
import { describe, expect, it } from 'vitest'
import type { SelectionAnswer } from '../../../../games/arcane-sector/state/player.ts'
import {
  at,
  type Client,
  createSmallWorld,
  flask,
  herb,
  placedItems,
  ring,
  scroll,
  startPosition,
} from '../harness/small-world.ts'

const rams = [0x51, 0x51, 0x51] as const
const notReady = 'The flask is not ready for herbs.'

/** Items 0 to 3 on the player's tile: a flask, a herb, a ring and a scroll. Item 4 is a herb out of reach. */
function chooser() {
  const items = [
    ...placedItems(startPosition, flask(), herb(), ring(), scroll()),
    ...placedItems(at(184, 428), herb()),
  ]
  const chooser = createSmallWorld({ items }, 1)
  chooser.client.player.mana = 60
  return chooser
}

describe('a selection request', () => {
  it('[AS-8.1] has its own id from the item counter', () => {
    const { client } = chooser()
    client.use(0)
    expect(client.selection).toBe(5)
    client.choose('ground')
    client.use(0)
    expect(client.selection).toBe(6)
  })

  it('[AS-8.3] is refused while another request is open, although the mana of the spell is spent', () => {
    const { client } = chooser()
    client.use(0)
    client.received()
    client.use(0)
    client.cast(...rams)
    expect(client.received()).toEqual([
      'TEXT Select the herb to put into the flask.',
      'TEXT Too busy to select another thing.',
      'INFO 40 40 45 60',
      'TEXT Select whom to ram.',
      'TEXT Too busy to select another thing.',
    ])
    client.choose('item', 1)
    expect(client.packets()).toEqual(['INVT', 'GRND'])
  })

  it('[AS-8.3] is refused while an item is held', () => {
    const { client } = chooser()
    client.hold(3)
    client.received()
    client.use(0)
    expect(client.texts()).toEqual([
      'Select the herb to put into the flask.',
      "Can't select when holding an item. Let it go! Let it go!",
    ])
    expect(client.player.selection).toBeUndefined()
  })

  it('[AS-8.4] expires after 60 s, and then the player can start another one', () => {
    const { small, client } = chooser()
    client.use(0)
    client.received()
    small.pass(59_900)
    expect(client.received()).toEqual([])
    small.tick()
    expect(client.received()).toEqual(['TEXT Nothing was selected in time.'])
    client.choose('item', 1)
    expect(client.received()).toEqual([])
    client.use(0)
    expect(client.packets()).toEqual(['TEXT', 'SLCT'])
  })

  it('[AS-8.6] ends without a message when the player leaves', () => {
    const { small, client } = chooser()
    client.use(0)
    client.leave()
    client.player = small.world.enter(1, client)
    client.received()
    client.choose('item', 1)
    small.pass(61_000)
    expect(client.received()).toEqual([])
    client.use(0)
    expect(client.packets()).toEqual(['TEXT', 'SLCT'])
  })

  it('[AS-8.6] continues after a restart', () => {
    const { small, client } = chooser()
    client.use(0)
    const remembered = small.world.resumeDataOf(client.player)
    small.restart()
    client.player = small.world.resume(1, client, remembered)!
    client.received()
    client.choose('item', 1)
    expect(client.packets()).toEqual(['INVT', 'GRND'])
  })
})

describe('an answer to a selection', () => {
  it('[AS-8.2] is ignored if its id is not that of the open request, or if no request is open', () => {
    const { small, client } = chooser()
    const choose = (number: number) => small.world.choose(client.player, number, { kind: 'item', id: 1 })
    choose(0)
    client.use(0)
    client.received()
    choose(client.selection! - 1)
    choose(client.selection! + 1)
    choose(-1)
    expect(client.received()).toEqual([])
    client.choose('item', 1)
    choose(client.selection!)
    expect(client.packets()).toEqual(['INVT', 'GRND'])
  })

  it('[AS-8.2] is ignored if its id is that of another player’s request', () => {
    const { small, client } = chooser()
    const other = small.join(2)
    client.use(0)
    other.received()
    small.world.choose(other.player, client.selection!, { kind: 'item', id: 1 })
    expect(other.received()).toEqual([])
    expect(client.player.selection).toBeDefined()
  })

  it.each<[string, SelectionAnswer['kind'], number, string[]]>([
    ['an item out of reach', 'item', 4, ['That is out of reach.']],
    ['an item that does not exist', 'item', -1, ['That is out of reach.']],
    ['a mob that does not exist', 'mob', 77, ['There is nobody there any more.']],
    ['a monster that does not exist', 'mob', 2 ** 32, ['There is nobody there any more.']],
    ['the ground', 'ground', 0, [notReady]],
    ['a slot that is full', 'slot', 2, ['There is something in that slot.']],
    ['an empty slot', 'slot', 3, [notReady]],
    ['a hand that is full', 'slot', 9, ['There is something in that slot.']],
    ['an empty hand', 'slot', 8, [notReady]],
    ['a slot number above all slots', 'slot', 10, ['That cannot be selected.']],
    ['a negative slot number', 'slot', -1, ['That cannot be selected.']],
    ['an unknown kind of target', 'other', 0, []],
  ])('[AS-8.5] with %s ends the request', (_, kind, id, texts) => {
    const { client } = chooser()
    client.put(2, 2)
    client.put(3, 9)
    client.use(0)
    client.received()
    client.choose(kind, id)
    expect(client.texts()).toEqual(texts)
    expect(client.player.selection).toBeUndefined()
  })

  it('[AS-8.5] can select a mob only while the player sees it', () => {
    const { small, client } = chooser()
    const seen = small.join(2, at(190, 433))
    const far = small.join(3, at(191, 428))
    const ram = (mob: Client) => {
      client.cast(...rams)
      client.received()
      client.choose('mob', mob.player.id)
      return client.texts()
    }
    expect(ram(seen)).toEqual(['Only a target on your own tile can be rammed.'])
    seen.leave()
    for (const mob of [far, seen]) expect(ram(mob)).toEqual(['There is nobody there any more.'])
  })
})
