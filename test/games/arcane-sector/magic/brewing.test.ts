// Brewing and drinking. [AS-6]
import { describe, expect, it } from 'vitest'
import { herbNames, type ItemKind, nameOf } from '../../../../games/arcane-sector/items/items.ts'
import {
  type Client,
  flask,
  herb,
  placedItems,
  ring,
  SmallWorld,
  startPosition,
} from '../harness/small-world.ts'
import { maxRandom, minRandom } from '../harness/wilds.ts'

const brew = (...indexes: number[]) => flask(bits(indexes))
const bits = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum | (1 << index), 0)

const notReady = 'The flask is not ready for herbs.'

/** The items have the ids 0, 1, 2 … */
class Kitchen extends SmallWorld {
  readonly cook: Client

  constructor(...items: ItemKind[]) {
    super({ items: placedItems(startPosition, ...items) })
    this.cook = this.join(1)
  }

  /** Uses the flask, selects the herb, and returns the replies to the selection. */
  add(flaskId: number, herbId: number) {
    this.cook.use(flaskId)
    this.cook.received()
    this.cook.choose('item', herbId)
    return this.cook.received()
  }

  stored(): { [id: number]: string } {
    const ground = (this.store.get(`ground/${startPosition.x},${startPosition.y}`) ?? []) as Stored[]
    const { slots, held } = this.store.get('player/1') as unknown as { slots: Stored[]; held: Stored }
    const items = [...ground, ...slots, held].filter((item) => item !== null)
    return Object.fromEntries(items.map((item) => [item!.id, nameOf(item!)]))
  }
}
type Stored = (ItemKind & { readonly id: number }) | null

describe('brewing', () => {
  it('[AS-6.1] asks for a herb and consumes it, with INVT and GRND at once', () => {
    const kitchen = new Kitchen(flask(), herb(6), herb(8))
    kitchen.cook.pocket(0, 1)
    kitchen.cook.use(0)
    expect(kitchen.cook.received()).toEqual(['TEXT Select the herb to put into the flask.', 'SLCT 3'])
    kitchen.cook.choose('item', 1)
    expect(kitchen.cook.received()).toEqual(['INVT 0 - - - - - - - - -', 'GRND 185,428:2'])
    expect(kitchen.stored()).toEqual({ 0: 'Unspecified potion (#64)', 2: 'Spoglow Mint' })
  })

  it.each([
    ['mana', 6, 8],
    ['mana', 8, 6],
    ['health', 3, 10],
    ['health', 10, 3],
  ])('[AS-6.3] makes a %s potion from herbs %i and %i, with a message', (potion, first, second) => {
    const kitchen = new Kitchen(flask(), herb(first), herb(second))
    kitchen.add(0, 1)
    expect(kitchen.add(0, 2)).toEqual([
      `TEXT The flask now holds a ${potion} potion.`,
      'INVT - - - - - - - - - -',
      'GRND 185,428:0',
    ])
    expect(kitchen.stored()).toEqual({ 0: potion === 'mana' ? 'Mana potion' : 'Health potion' })
  })

  it('[AS-6.2] sets one bit per herb; a mixture that is no potion has its bits as a number in its name and accepts more herbs', () => {
    const kitchen = new Kitchen(flask(), ...herbNames.map((_, index) => herb(index)))
    let sum = 0
    // Herbs that complete a potion are added last, so that no mixture is a potion.
    for (const index of [0, 1, 2, 4, 5, 7, 9, 11, 12, 13, 3, 10, 6, 8]) {
      sum += 2 ** index
      kitchen.add(0, index + 1)
      expect(kitchen.stored()[0]).toBe(`Unspecified potion (#${sum})`)
    }
    expect(kitchen.stored()).toEqual({ 0: 'Unspecified potion (#16383)' })
  })

  it('[AS-6.2] consumes a herb that is already in the flask', () => {
    const kitchen = new Kitchen(brew(6), herb(6))
    kitchen.add(0, 1)
    expect(kitchen.stored()).toEqual({ 0: 'Unspecified potion (#64)' })
  })

  it('[AS-6.3] does not consume items that are not herbs', () => {
    const kitchen = new Kitchen(flask(), ring())
    expect(kitchen.add(0, 1)).toEqual(['TEXT Only herbs go into a flask.'])
    expect(kitchen.add(0, 0)).toEqual(['TEXT Only herbs go into a flask.'])
    expect(Object.keys(kitchen.stored())).toEqual(['0', '1'])
  })

  it('[AS-6.3] consumes nothing if the flask is out of reach', () => {
    const kitchen = new Kitchen(flask(), herb())
    kitchen.cook.use(0)
    kitchen.cook.put(1, 0)
    kitchen.cook.walk('W')
    kitchen.cook.received()
    kitchen.cook.choose('item', 1)
    expect(kitchen.cook.received()).toEqual([`TEXT ${notReady}`])
    expect(kitchen.stored()).toEqual({ 0: 'Empty flask', 1: 'Fria' })
  })

  it('[AS-6.3] refuses a flask that another player has finished', () => {
    const kitchen = new Kitchen(brew(6), herb(8), herb(0))
    const other = kitchen.join(2)
    kitchen.cook.use(0)
    other.use(0)
    other.choose('item', 1)
    kitchen.cook.received()
    kitchen.cook.choose('item', 2)
    expect(kitchen.cook.received()).toEqual([`TEXT ${notReady}`])
    expect(kitchen.stored()).toEqual({ 0: 'Mana potion', 2: 'Marrow Leaf' })
  })

  it('[AS-6.5] updates the views of other players if an item on the ground is consumed, but not if a carried item is consumed', () => {
    const kitchen = new Kitchen(flask(), herb(6), herb(8))
    const other = kitchen.join(2)
    kitchen.tick()
    other.received()
    kitchen.add(0, 1)
    kitchen.tick()
    expect(other.received()).toEqual(['GRND 185,428:0+2'])
    kitchen.cook.pocket(0, 2)
    kitchen.tick()
    other.received()
    kitchen.add(0, 2)
    kitchen.tick()
    expect(other.received()).toEqual([])
  })

  it('[AS-6.3] is stored at once, so that a restart does not undo it', () => {
    const kitchen = new Kitchen(flask(), herb(3), herb(10))
    kitchen.cook.pocket(0)
    kitchen.add(0, 1)
    kitchen.add(0, 2)
    kitchen.restart()
    expect(kitchen.join(1).player.slots[0]).toEqual({ id: 0, type: 'flask', herbs: bits([3, 10]) })
  })
})

describe('drinking', () => {
  it.each([
    ['health', brew(3, 10), minRandom, { hp: 30, mana: 10 }, 'You drink, and feel your wounds close.'],
    ['health', brew(3, 10), maxRandom, { hp: 40, mana: 10 }, 'You drink, and feel your wounds close.'],
    ['mana', brew(6, 8), minRandom, { hp: 10, mana: 35 }, 'You drink, and feel your mana rise.'],
    ['mana', brew(6, 8), maxRandom, { hp: 10, mana: 50 }, 'You drink, and feel your mana rise.'],
  ])('[AS-6.4] %s: sends TEXT INFO INVT GRND and empties the flask', (_, potion, random, after, text) => {
    const kitchen = new Kitchen(potion)
    kitchen.random = random
    kitchen.cook.player.hp = 10
    kitchen.cook.use(0)
    expect(kitchen.cook.received()).toEqual([
      `TEXT ${text}`,
      `INFO ${after.hp} 40 ${after.mana} 60`,
      'INVT - - - - - - - - - -',
      'GRND 185,428:0',
    ])
    expect(kitchen.stored()).toEqual({ 0: 'Empty flask' })
    expect(kitchen.store.get('player/1')).toMatchObject(after)
  })

  it('[AS-6.4] never raises hp or mana above the maximum', () => {
    const kitchen = new Kitchen(brew(3, 10), brew(6, 8))
    Object.assign(kitchen.cook.player, { hp: 39, mana: 59 })
    kitchen.cook.use(0)
    kitchen.cook.use(1)
    expect(kitchen.cook.player).toMatchObject({ hp: 40, mana: 60 })
  })

  it.each([
    ['hp', brew(3, 10), 'You are in full health already.'],
    ['mana', brew(6, 8), 'You are full of mana already.'],
  ])('[AS-6.4] is refused at maximum %s', (_, potion, text) => {
    const kitchen = new Kitchen(potion)
    kitchen.cook.player.mana = 60
    kitchen.cook.use(0)
    expect(kitchen.cook.received()).toEqual([`TEXT ${text}`])
    expect(kitchen.stored()[0]).toMatch(/potion/)
  })

  it('[AS-6.4] leaves an empty flask that can be filled again', () => {
    const kitchen = new Kitchen(brew(6, 8), herb(3))
    kitchen.cook.use(0)
    kitchen.add(0, 1)
    expect(kitchen.stored()).toEqual({ 0: 'Unspecified potion (#8)' })
  })
})
