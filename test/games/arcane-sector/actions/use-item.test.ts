import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import {
  blocker,
  createSmallWorld,
  door,
  herb,
  lever,
  placedItems,
  SmallWorld,
  scroll,
  sign,
  startPosition,
} from '../harness/small-world.ts'

function used(item: ItemKind) {
  const client = new SmallWorld({ items: placedItems(startPosition, item) }).join(1)
  client.use(0)
  return client.received()
}

describe('USEI', () => {
  it('[AS-5.3] reads a sign or a scroll', () => {
    expect(used(sign('North shore'))).toEqual(['TEXT The sign reads: North shore'])
    expect(used(scroll('klaatu'))).toEqual(['TEXT The scroll says: klaatu'])
  })

  it('[AS-5.3] toggles a switch', () => {
    expect(used(lever('a'))).toEqual(['TEXT The switch is on now.', 'GRND 185,428:0'])
  })

  it.each<ItemKind>([
    herb(),
    door('a'),
    blocker('a'),
    { type: 'lamppost' },
    { type: 'gold_key' },
    { type: 'dagger' },
  ])('[AS-5.3] does nothing with $type', (item) => expect(used(item)).toEqual([]))

  it('[AS-5.3] is refused for the held item and for unknown ids, and ignored for the id of no item', () => {
    const { client } = createSmallWorld({ items: placedItems(startPosition, scroll()) }, 1)
    client.hold(0)
    client.received()
    client.use(0)
    client.use(7)
    client.use(undefined)
    expect(client.texts()).toEqual(['Out of reach.', 'Out of reach.'])
  })
})
