import { beforeEach, expect, it } from 'vitest'
import { listPiles, positionOf, type RecordingListener, type Yard } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

let yard: Yard
let ann: RecordingListener
let bob: RecordingListener
let cat: RecordingListener

beforeEach(async () => {
  yard = await officeHarness(
    [
      ['clerk 31,17 Guardian', 'say guilds/guild_entry Milkmen Initiate 5'],
      ['grate 5,5 connected=5'],
      ['lever 30,18', 'apply guilds/guildbuy Milkmen'],
      ['chair 9,15', 'apply guilds/guildjoin Milkmen'],
      ['clerk 2,2 Jack', 'say guilds/guild_dues Milkmen'],
      ['tray 2,9 slaying=money food=10', 'step guilds/guild_dues Milkmen'],
      ['ball 2,14', 'say guilds/guildoracle Milkmen'],
      ['board 2,20', 'apply guilds/guildboard'],
      ['wire 20,2', 'step guilds/arrest Milkmen Guildman A'],
      ['wire 26,2', 'step guilds/arrest Milkmen Guildman D'],
      ['wire 26,5', 'step guilds/arrest Milkmen Guildman'],
      ['lever 2,5 connected=6', 'apply guilds/guild_dues Milkmen'],
      ['grate 5,8 connected=6'],
      ['tray 2,12 slaying=money food=10', 'step guilds/guild_dues'],
      ['clerk 36,2', 'say guilds/guild_entry Milkmen GuildMaster'],
      ['portal 20,9 Big Chest slaying=chest hp=1 sp=1', 'apply guilds/bigchest'],
    ],
    {
      'scorn/misc/jail': 'arch map\nwidth 20\nheight 3\nend\n' + 'arch meadow\nx 15\ny 1\nend\n',
      chest:
        'arch map\nwidth 3\nheight 3\nend\narch portal\nx 1\ny 1\nslaying street\narch on_apply\nslaying /python/guilds/bigchest.py\nend\nend\n',
    },
  )
  ann = yard.join('Ann', 30, 18)
  bob = yard.join('Bob', 33, 24)
  cat = yard.join('Cat', 33, 20)
})

function createGuild(): void {
  yard.stand(cat, 33, 26)
  yard.type(ann, 'apply')
}

it('[CF-23.8] three players create a guild and remain its masters after a restart', () => {
  expect(yard.type(ann, 'apply').join()).toContain('You need 1 more players in the alcoves.')
  createGuild()
  expect([ann, bob, cat].map((each) => Math.abs(positionOf(each)[0] - 11) <= 1)).toEqual([true, true, true])
  yard.restart()
  yard.stand(ann, 2, 15)
  expect(yard.type(ann, 'say list')).toContain(
    'The ball says: Ann, GuildMaster; Bob, GuildMaster; Cat, GuildMaster',
  )
  yard.stand(bob, 30, 18)
  expect(yard.type(bob, 'apply').join()).toContain('This guild exists already.')
})

it('[CF-23.8] a guild door opens for members and refuses others', () => {
  const level = yard.level(ann)
  const dan = yard.join('Dan', 31, 18)
  expect(yard.type(dan, 'say enter').join()).toContain('This guild has no members yet.')
  yard.type(dan, 'say buy')
  expect(positionOf(dan)).toEqual([30, 19])
  createGuild()
  yard.stand(dan, 31, 18)
  yard.type(dan, 'say enter')
  expect([positionOf(dan), level.blocksMovement(5, 5)]).toEqual([[32, 16], true])
  yard.stand(ann, 31, 18)
  expect(yard.type(ann, 'say enter')).toContain('Guardian says: Come in, Ann.')
  expect(level.blocksMovement(5, 5)).toBe(false)
})

it('[CF-23.8] the player in the chair is admitted once; masters promote, suspend and remove members', () => {
  createGuild()
  const dan = yard.join('Dan', 9, 16)
  yard.stand(ann, 9, 15)
  expect(yard.type(ann, 'apply').join()).toContain('Dan is now a member of Milkmen.')
  yard.tick(10)
  expect(yard.type(ann, 'apply').join()).toContain('Dan is already a member of Milkmen.')
  yard.stand(dan, 19, 2)
  yard.walk(dan, 'e')
  expect([yard.level(dan).name, positionOf(dan)]).toEqual(['/scorn/misc/jail', [15, 1]])
  yard.stand(ann, 2, 15)
  yard.type(ann, 'say promote dan')
  for (const wish of ['__proto__', 'constructor'])
    expect(yard.type(ann, `say ${wish} Dan`).join()).toContain('Say list, or info')
  expect(yard.type(ann, 'say promote Dan')).toContain('The ball says: Dan is now Guildman.')
  const eve = yard.join('Eve', 2, 15)
  expect(yard.type(eve, 'say promote Eve')).toContain('The ball says: I only serve guild masters.')
  yard.stand(ann, 19, 2)
  yard.walk(ann, 'e')
  expect(positionOf(ann)).toEqual([20, 2])
  yard.stand(bob, 2, 15)
  expect(yard.type(bob, 'say suspend Ann')).toContain('The ball says: Ann is now suspended, GuildMaster.')
  yard.stand(ann, 19, 2)
  yard.walk(ann, 'e')
  expect(yard.level(ann).name).toBe('/scorn/misc/jail')
  expect(yard.type(bob, 'say remove Dan')).toContain('The ball says: Dan is no longer a member.')
})

it('[CF-23.8] dues and altar offerings go to the guild’s funds, which masters can withdraw', () => {
  createGuild()
  yard.stand(ann, 2, 3)
  yard.give(ann, 'arch goldcoin', 9)
  expect(yard.type(ann, 'say pay 4 gold')).toContain('Jack says: four gold coins for Milkmen: thank you.')
  yard.stand(ann, 2, 9)
  yard.type(ann, 'drop 1 gold coin')
  yard.stand(ann, 2, 3)
  expect(yard.type(ann, 'say balance')).toContain('Jack says: Milkmen has five gold coins.')
  const dan = yard.join('Dan', 2, 3)
  expect(yard.type(dan, 'say withdraw 1 gold')).toContain('Jack says: Only guild masters can do that.')
  yard.type(ann, 'say withdraw 5 gold')
  expect(listPiles(ann.player.inventory)).toEqual(['9 gold coin'])
  yard.stand(dan, 2, 20)
  expect(yard.type(dan, 'apply')).toContain('Milkmen: 40 points, 3 members')
})

it('[CF-16.4] [CF-23.8] a guild pays nothing into a full inventory', () => {
  createGuild()
  yard.stand(ann, 2, 3)
  yard.give(ann, 'arch goldcoin', 4)
  yard.type(ann, 'say pay 4 gold')
  while (ann.player.inventory.length < 100) yard.give(ann, 'sword')
  expect(yard.type(ann, 'say withdraw 1 gold')).toContain('Jack says: You cannot carry more things.')
  yard.stand(ann, 2, 5)
  expect(yard.type(ann, 'apply')).toContain('You cannot carry more things.')
  yard.stand(ann, 2, 3)
  expect(yard.type(ann, 'say balance')).toContain('Jack says: Milkmen has four gold coins.')
})

it('[CF-23.8] only guild masters can withdraw all funds with a payout lever; coins on other altars are no guild funds', () => {
  createGuild()
  const dan = yard.join('Dan', 2, 12)
  yard.give(dan, 'arch goldcoin', 3)
  yard.type(dan, 'drop 1 gold coin')
  yard.stand(dan, 2, 9)
  yard.type(dan, 'drop 2 gold coin')
  yard.stand(dan, 2, 5)
  expect(yard.type(dan, 'apply')).toContain('Only guild masters can do that.')
  yard.stand(ann, 2, 5)
  expect(yard.type(ann, 'apply')).toContain('Milkmen pays out one gold coin.')
  expect(listPiles(ann.player.inventory)).toEqual(['1 gold coin'])
  expect(yard.type(ann, 'apply')).toContain('Milkmen pays out nothing.')
})

it('[CF-23.8] only a guard with a destination moves trespassers, and a guardian without a door only answers', () => {
  createGuild()
  const dan = yard.join('Dan', 25, 5)
  yard.walk(dan, 'e')
  expect(positionOf(dan)).toEqual([26, 5])
  yard.stand(dan, 25, 2)
  yard.walk(dan, 'e')
  expect([yard.level(dan).name, positionOf(dan)]).toEqual(['/street', [23, 0]])
  yard.stand(dan, 35, 2)
  expect(yard.type(dan, 'say enter')).toContain('The clerk says: You are not allowed to pass here.')
  expect(positionOf(dan)).toEqual([35, 2])
  yard.stand(ann, 35, 3)
  expect(yard.type(ann, 'say enter')).toContain('The clerk says: Come in, Ann.')
})

it('[CF-23.8] the chest moves players back to their previous position', () => {
  yard.stand(ann, 20, 9)
  yard.type(ann, 'apply')
  expect(yard.level(ann).name).toBe('/chest')
  yard.restart()
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, positionOf(ann)]).toEqual(['/street', [1, 9]])
  expect(ann.player.journal.size).toBe(0)
})
