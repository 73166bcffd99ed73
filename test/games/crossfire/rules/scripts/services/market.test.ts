import { beforeEach, describe, expect, it } from 'vitest'
import { builtinAtlas } from '../../../../../../games/crossfire/model/loading/atlas.ts'
import { StoredServiceRecords } from '../../../../../../games/crossfire/model/records/service-records.ts'
import {
  deleteServiceRecords,
  hasServiceRecords,
} from '../../../../../../games/crossfire/rules/scripts/services/delete-service-records.ts'
import { listPiles, type RecordingListener, Yard } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

let yard: Yard
let ann: RecordingListener
let bob: RecordingListener

beforeEach(async () => {
  yard = await officeHarness([['clerk 18,10', 'say packetboat/market square']])
  ann = yard.join('Ann', 18, 11)
  bob = yard.join('Bob', 19, 11)
})

const say = (who: RecordingListener, words: string) => yard.type(who, `say ${words}`).join('\n')
const records = () => new StoredServiceRecords(yard.store)

describe('[CF-23.14] a market', () => {
  it('sells a pile to another player, and the seller withdraws the money there', () => {
    yard.give(ann, 'arch token', 5)
    expect(say(ann, 'sell 3 tokens for 2 gold')).toContain(
      'For sale from Ann: three tokens, for two gold coins.',
    )
    expect(listPiles(ann.player.inventory)).toEqual(['2 token'])
    yard.give(bob, 'arch silvercoin', 25)
    expect(say(bob, 'list')).toContain('1. three tokens: two gold coins, from Ann')
    expect(say(bob, 'buy 1')).toContain('You get three tokens.')
    expect(listPiles(bob.player.inventory).toSorted()).toEqual(['3 token', '5 silver coin'])
    expect(ann.texts().join()).toContain(
      'Bob bought three tokens from you: two gold coins went to your account.',
    )
    expect(say(bob, 'list')).toContain('Nothing is for sale.')
    expect(say(ann, 'withdraw 2 gold')).toContain('Here are two gold coins.')
  })

  it('keeps wares and money over a restart and while the seller is away', () => {
    yard.give(ann, 'arch gem')
    say(ann, 'sell gem for 7')
    yard.leave('Ann')
    yard.restart()
    yard.stand(bob, 19, 11)
    yard.give(bob, 'arch silvercoin', 7)
    say(bob, 'buy 1')
    expect(listPiles(bob.player.inventory)).toEqual(['1 gem'])
    ann = yard.comeBack('Ann')
    yard.stand(ann, 18, 11)
    expect(say(ann, 'balance')).toContain('Your balance is seven silver coins.')
  })

  it('hands over the paid thing even if the change fills the inventory', () => {
    yard.give(ann, 'arch gem')
    say(ann, 'sell gem for 7')
    for (let n = 0; n < 98; n++) yard.give(bob, 'arch token', 1, { text: `${n}` })
    yard.give(bob, 'arch goldcoin', 10)
    expect(say(bob, 'buy 1')).toContain('You get a gem.')
    expect(listPiles(bob.player.inventory).slice(-3)).toEqual(['9 gold coin', '3 silver coin', '1 gem'])
  })

  it('returns a ware only to its seller', () => {
    yard.give(ann, 'arch gem')
    say(ann, 'sell gem for 5 gold')
    expect(say(bob, 'back 1')).toContain('Ann sells that.')
    expect(say(ann, 'back 2')).toContain('There is no such ware.')
    say(ann, 'back 1')
    expect(listPiles(ann.player.inventory)).toEqual(['1 gem'])
  })

  it.each([
    ['without enough money', 'buy 1', 'That is five gold coins, and you do not carry that much.'],
    ['without a number', 'buy', 'There is no such ware.'],
    ['without a price', 'sell gem', 'Say what to sell for how much'],
    ['for nothing', 'sell gem for 0 gold', 'Say what to sell for how much'],
    ['of a thing that the seller lacks', 'sell dragon for 1 gold', 'You have no such thing'],
  ])('refuses a trade %s', (_, words, text) => {
    yard.give(ann, 'arch gem')
    say(ann, 'sell gem for 5 gold')
    yard.give(bob, 'arch gem')
    expect(say(bob, words)).toContain(text)
    expect(listPiles(bob.player.inventory)).toEqual(['1 gem'])
  })

  it('explains itself when asked, and does not interrupt conversations', () => {
    expect(say(bob, 'market')).toContain('Say list, sell THING for 5 silver')
    for (const words of ['hello', '__proto__', 'constructor'])
      expect(say(bob, words)).toBe(`You say: ${words}`)
  })

  it('refuses locked and unpaid things, money, and containers with contents', () => {
    yard.give(ann, 'arch gem').locked = true
    yard.give(ann, 'arch scroll').unpaid = true
    yard.give(ann, 'arch silvercoin', 5)
    const sack = yard.give(ann, 'arch sack')
    yard.type(ann, 'apply sack')
    yard.world.moveItem(ann.player, sack.tag, yard.give(ann, 'arch token').tag, 0)
    for (const name of ['gem', 'scroll', 'silver coin', 'sack'])
      expect(say(ann, `sell ${name} for 5 gold`)).toContain('You have no such thing')
  })

  it('holds five wares of a seller and a hundred in all; a full market buys an old ware for half of its value', () => {
    const offer = (who: RecordingListener) => {
      yard.give(who, 'arch scroll\nvalue 10')
      return say(who, 'sell scroll for 9 gold')
    }
    for (let n = 0; n < 5; n++) expect(offer(ann)).toContain('For sale')
    expect(offer(ann)).toContain('You have 5 wares here already.')
    for (let n = 1; n < 20; n++) {
      const seller = yard.join(`Sel${String.fromCharCode(97 + n)}`, 17, 11)
      for (let each = 0; each < 5; each++) offer(seller)
      yard.leave(seller.player.name)
    }
    expect(offer(bob)).toContain('All my tables are full.')
    yard.now += 30 * 24 * 60 * 60 * 1000
    expect(offer(ann)).toContain('You have 5 wares here already.')
    expect(offer(bob)).toContain('For sale')
    expect(
      say(bob, 'list')
        .split('\n')
        .filter((line) => line.includes('from Ann')),
    ).toHaveLength(4)
    expect(say(ann, 'balance')).toContain('Your balance is five silver coins.')
  })

  it('discards the wares of a deleted character, and keeps those of others', () => {
    for (const who of [ann, bob]) {
      yard.give(who, 'arch gem')
      say(who, 'sell gem for 5 gold')
    }
    expect(hasServiceRecords(records(), 'ann')).toBe(true)
    deleteServiceRecords(records(), 'ann')
    expect(hasServiceRecords(records(), 'ann')).toBe(false)
    expect(say(bob, 'list')).not.toContain('Ann')
    expect(say(bob, 'list')).toContain('from Bob')
  })
})

it('[CF-23.14] the warden of the market stands on the square of Hollowford', () => {
  const town = new Yard(builtinAtlas)
  const cat = town.join('Cat', 21, 10)
  town.give(cat, 'apple', 2)
  expect(town.type(cat, 'say sell 2 apples for 3 copper').join()).toContain(
    'The market warden says: For sale from Cat: two apples, for three copper coins.',
  )
  expect(town.type(cat, 'say list')).toContain('1. two apples: three copper coins, from Cat')
  // [CF-23.3] This world has no banknotes.
  expect(town.type(cat, 'say balance imperial note').join()).toContain('We do not accept that kind of money.')
  expect(town.type(cat, 'say deposit 1 imperial note').join()).toContain('Say how much: deposit 5 gold.')
})
