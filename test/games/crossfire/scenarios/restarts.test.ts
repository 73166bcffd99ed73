import { beforeEach, describe, expect, it } from 'vitest'
import { gainExperience } from '../../../../games/crossfire/model/players/gain-experience.ts'
import { putThing } from '../../../../games/crossfire/model/things/move-things.ts'
import { createThing, withContents } from '../../../../games/crossfire/model/things/thing.ts'
import { isUnpaid } from '../../../../games/crossfire/rules/trade/shop.ts'
import { worldContext } from '../../world-context.ts'
import { listPiles, positionOf, type RecordingListener, Yard } from '../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
  yard.type(ann, 'say ready')
  yard.store.news()
})

describe('in the transaction itself', () => {
  it('[CF-16.1] a pick-up and a drop write the character and the cell', () => {
    yard.lay(ann, 'sword')
    yard.type(ann, 'take')
    expect(yard.store.news()).toEqual(['cell/town/10,10', 'character/ann'])
    yard.type(ann, 'drop sword')
    expect(yard.store.news()).toEqual(['cell/town/10,10', 'character/ann', 'lying'])
  })

  it('[CF-16.1] gained experience is written', () => {
    gainExperience({ context: worldContext({}) }, ann.player, 5000)
    yard.world.runCommand(ann.player, 'say x')
    expect(yard.store.news()).toEqual(['character/ann'])
    yard.restart()
    expect(ann.player.experience).toBe(5000)
  })

  it('[CF-16.1] a new character is written', () => {
    yard.world.createCharacter({ name: 'Bob' })
    expect(yard.store.news()).toContain('character/bob')
  })

  it('[CF-16.2] walking, talking, looking and the passing of hours write nothing', () => {
    yard.walk(ann, 'nesw')
    yard.type(ann, 'say hello')
    yard.type(ann, 'examine')
    yard.world.lookAt(ann.player, 1, 1)
    yard.tick(20)
    expect(yard.store.news()).toEqual([])
  })

  it('[CF-16.2] a save writes only changed characters', () => {
    const bob = yard.join('Bob')
    yard.type(bob, 'say x')
    yard.world.save()
    yard.store.news()
    yard.walk(ann, 'e')
    yard.world.save()
    expect(yard.store.news()).toEqual(['character/ann'])
    yard.world.save()
    expect(yard.store.news()).toEqual([])
    yard.tick(1)
    yard.world.save()
    expect(yard.store.news()).toContain('ticks')
  })
})

describe('after a restart', () => {
  it('[CF-16.1] each thing is where it was put, with the same tag and state', () => {
    const sword = yard.give(ann, 'sword')
    yard.world.lockItem(ann.player, sword.tag, true)
    yard.type(ann, 'apply sword')
    const bag = yard.give(ann, 'bag')
    const wand = createThing(7_000, 'wand_frost_bolt', 1, { charges: 3 })
    putThing(wand, { in: 'container', container: bag })
    yard.lay(ann, 'apple', 4, 12, 12)
    yard.type(ann, 'pickup 16')
    yard.restart()
    const [again, bagAgain] = ann.player.inventory
    expect(again).toMatchObject({ tag: sword.tag, applied: 'wielded', locked: true })
    expect(bagAgain!.inside).toMatchObject([{ tag: 7_000, charges: 3 }])
    expect(ann.player.level!.thingsAt(12, 12).at(-1)).toMatchObject({ count: 4 })
    expect([ann.player.pickupMode, ann.player.carriedWeight > 6000]).toEqual([16, true])
    expect(bagAgain!.inside![0]!.location).toEqual({ in: 'container', container: bagAgain })
  })

  it('[CF-16.1] things taken from the map are still gone, and levers and gates keep their state', () => {
    yard.stand(ann, 1, 10)
    yard.type(ann, 'take 1')
    yard.stand(ann, 1, 8)
    yard.type(ann, 'apply')
    yard.restart()
    const level = ann.player.level!
    expect([listPiles(ann.player.inventory), level.thingsAt(1, 10).at(-1)!.count]).toEqual([['1 apple'], 2])
    expect([level.blocksMovement(3, 8), level.topThingWithRole(1, 8, 'lever')!.archetype.id]).toEqual([
      false,
      'lever_pulled',
    ])
    yard.stand(ann, 1, 8)
    yard.type(ann, 'apply')
    yard.restart()
    expect(ann.player.level!.blocksMovement(3, 8)).toBe(true)
  })

  it('[CF-12.8] doors are closed', () => {
    yard.stand(ann, 2, 1)
    yard.walk(ann, 'e')
    yard.restart()
    expect(ann.player.level!.topThingWithRole(3, 1, 'door')!.archetype.id).toBe('door')
  })

  it('[CF-15.5] [CF-16.1] unpaid wares are still unpaid, also in a bag', () => {
    yard.give(ann, 'sword', 1, { unpaid: true })
    const bag = yard.give(ann, 'bag')
    putThing(createThing(7_001, 'cloak', 1, { unpaid: true }), { in: 'container', container: bag })
    yard.give(ann, 'apple')
    yard.type(ann, 'pickup 16')
    yard.restart()
    const unpaid = ann.player.inventory.flatMap((each) => [...withContents(each)]).filter(isUnpaid)
    expect(listPiles(unpaid).sort()).toEqual(['1 cloak', '1 sword'])
  })

  it('[CF-12.13] [CF-16.2] a thing taken from the map respawns at the same time as without a restart', () => {
    yard.stand(ann, 1, 10)
    yard.type(ann, 'take 2 apple')
    const apples = () => ann.player.level!.thingsAt(1, 10).at(-1)!.count
    yard.tick(600)
    yard.world.save()
    yard.restart()
    expect(apples()).toBe(1)
    yard.tick(500)
    expect(apples()).toBe(3)
  })

  it('[CF-12.4] the map’s own things have the same tags', () => {
    const tagsOf = () => [1, 2, 3].flatMap((x) => ann.player.level!.thingsAt(x, 8).map(({ tag }) => tag))
    const before = tagsOf()
    yard.restart()
    expect(tagsOf()).toEqual(before)
    expect(new Set(before).size).toBe(before.length)
  })

  it('[CF-16.2] positions are those of the latest save or of the logout', () => {
    yard.walk(ann, 'ee')
    yard.world.save()
    yard.walk(ann, 'e')
    yard.restart()
    expect(positionOf(ann)).toEqual([12, 10])
    yard.walk(ann, 's')
    yard.leave('Ann')
    yard.restart()
    expect(positionOf(yard.comeBack('Ann'))).toEqual([12, 11])
  })

  it('[CF-16.6] a session continues, and no player receives a text about the restart', () => {
    const bob = yard.join('Bob')
    yard.restart()
    expect([ann.texts(), bob.texts(), yard.world.players]).toEqual([[], [], 2])
  })
})
