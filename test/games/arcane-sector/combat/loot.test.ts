// Items dropped by monsters. [AS-11.8]
import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import { at, flask, herb, placedItems, type Settings } from '../harness/small-world.ts'
import { monster, Wilds } from '../harness/wilds.ts'

const east = 3
const place = at(222, 430)

/** A fire arrow kills the monster of this index. `chances`: the random values for the arrow, the drop and the item. */
function slain(index: number, chances: readonly number[], settings: Settings = {}) {
  const far = monster(at(165, 405), { hp: 0, back: Number.MAX_SAFE_INTEGER })
  const wilds = new Wilds([...Array(index).fill(far), monster(place, { hp: 1 })], settings)
  const client = wilds.join(1, at(220, 430), east)
  client.player.mana = 60
  let drawn = 0
  wilds.random = () => chances[drawn++] ?? 0.5
  client.cast(0x4a, 0x5a)
  wilds.tick()
  return { client, left: wilds.store.get('ground/222,430') }
}

describe('killed monsters', () => {
  it.each<[string, number, number, readonly ItemKind[]]>([
    ['huntress', 0, 3, [herb(3), herb(10)]],
    ['marauder', 1, 3, [{ type: 'dagger' }]],
    ['sorceress', 2, 4, [flask((1 << 6) | (1 << 8))]],
    ['outcast', 3, 3, [flask()]],
    ['sentinel', 4, 10, [{ type: 'gold_key' }]],
    ['blademaster', 5, 3, [{ type: 'dagger' }, flask((1 << 3) | (1 << 10))]],
  ])(
    '[AS-11.8] of the kind %s drop an item with the kind’s probability, and the item is stored and visible',
    (_kind, index, oneIn, things) => {
      for (const [n, thing] of things.entries()) {
        const { client, left } = slain(index, [0.5, 0.999 / oneIn, (n + 0.5) / things.length])
        expect(left).toEqual([{ id: 0, ...thing }])
        expect(client.piles).toEqual([{ ...place, items: [0] }])
      }
      expect(slain(index, [0.5, 1.001 / oneIn]).left).toBeUndefined()
    },
  )

  it.each([
    [at(217, 425), false],
    [at(227, 435), false],
    [at(216, 430), true],
  ])(
    '[AS-11.8] drop no dagger within five tiles of another dagger: with a dagger at %o they drop one: %s',
    (other, leaves) => {
      const { left } = slain(1, [0.5, 0, 0], { items: placedItems(other, { type: 'dagger' }) })
      expect(left !== undefined).toBe(leaves)
    },
  )

  it('[AS-11.8] drop nothing on a full tile', () => {
    const items = placedItems(place, ...Array<ItemKind>(64).fill(herb()))
    expect(slain(1, [0.5, 0, 0], { items }).left).toHaveLength(64)
  })
})
