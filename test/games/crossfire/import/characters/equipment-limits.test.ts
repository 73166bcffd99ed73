import { beforeEach, describe, expect, it } from 'vitest'
import { meleeAttack, meleeSkill } from '../../../../../games/crossfire/model/players/derived-stats.ts'
import { occupiedBodyParts } from '../../../../../games/crossfire/model/things/equipment.ts'
import { createThing, weightOf } from '../../../../../games/crossfire/model/things/thing.ts'
import { tickMs } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { racesOf, slayingDamage } from '../../../../../games/crossfire/rules/combat/damage-rolls.ts'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolderWith, openImportedYard } from '../harness/imported-world.ts'
import ownArchetypes from './starting-kit.arc'

let yard: Yard
let ann: RecordingListener

const join = (name: string, race: string, calling = 'warrior_class') =>
  yard.join(name, 0, 0, { race, class: calling })
beforeEach(async () => {
  yard = await openImportedYard(archFolderWith(ownArchetypes))
  ann = join('Ann', 'dwarf_player')
})

const use = (ann: RecordingListener, ...things: readonly string[]) => {
  for (const thing of things) yard.give(ann, `arch ${thing}`)
  return things.flatMap((thing) => yard.type(ann, `apply ${thing}`))
}
const used = ({ player }: RecordingListener) =>
  player.inventory.filter(({ applied }) => applied).map(({ archetype }) => archetype.name.one)

describe('a body', () => {
  it('[CF-7.15] has separate wrists and hands, so that bracers and gauntlets can be worn together', () => {
    use(ann, 'bracers', 'gauntlets')
    expect(used(ann)).toEqual(['bracers', 'gauntlets'])
    expect(yard.type(ann, 'body').join()).toContain('on your wrists: bracers')
  })

  it('[CF-7.15] has as many fingers as its race says, and one more ring replaces the ring worn longest', () => {
    const bob = join('Bob', 'sprite_player')
    for (const name of ['one', 'two', 'three', 'four'])
      yard.give(bob, 'arch ring', 1, { name: { one: name, many: name } })
    for (const name of ['one', 'two', 'three', 'four']) yard.type(bob, `apply ${name}`)
    const worn = bob.player.inventory.filter(({ applied }) => applied).map(({ name }) => name?.one)
    expect(worn).toEqual(['two', 'three', 'four'])
  })

  it('[CF-7.15] that lacks a part cannot use things for that part', () => {
    expect(use(join('Bob', 'sprite_player'), 'bracers')).toEqual(['You cannot use armour: no sprite can.'])
    expect(occupiedBodyParts(yard.give(ann, 'arch crossbow'))).toEqual({ arm: 2 })
  })

  it('[CF-7.15] has two arms: a two-handed weapon also takes the arm of the shield', () => {
    use(ann, 'cudgel', 'targe')
    expect(used(ann)).toEqual(['cudgel', 'targe'])
    use(ann, 'greatsword')
    expect(used(ann)).toEqual(['greatsword'])
    use(ann, 'targe')
    expect(used(ann)).toEqual(['targe'])
  })
})

describe('races and classes', () => {
  it('[CF-7.15] can forbid kinds of equipment, and the refusal names the race or class', () => {
    const bob = join('Bob', 'dwarf_player', 'ascetic_class')
    expect(use(bob, 'cudgel', 'jerkin').at(0)).toBe('You cannot use a weapon: no ascetic can.')
    expect(used(bob)).toEqual(['jerkin'])
  })
})

it('[CF-25.11] the sum of the powers of all things in use is at most the level of the player', () => {
  expect(use(ann, 'relic')).toEqual([
    'That would consume your soul: its power is 2, and at your level you can bear 1.',
  ])
  ann.player.experience = 2000
  expect(use(ann, 'relic').at(-1)).toBe('You wear the relic.')
  yard.give(ann, 'arch relic', 1, { name: { one: 'other', many: 'others' } })
  expect(yard.type(ann, 'apply other')).toEqual([
    'That would consume your soul: its power is 2, the power of your other things is 2, and at your level you can bear 2.',
  ])
})

it('[CF-25.11] [CF-22.22] [CF-21.10] the file settings can change the limit of powers and fix the costs of spells', async () => {
  const settings = 'item_power_factor 2.0\nspellpoint_level_depend false\n'
  yard = await openImportedYard(archFolderWith(ownArchetypes, { settings }))
  ann = join('Ann', 'dwarf_player')
  expect(use(ann, 'relic')).toEqual(['You wear the relic.'])
  expect(ann.player.characterRules.spellCostsAreFixed).toBe(true)
})

it('[CF-8.11] heavy armour limits the speed of the player but not that of attacks', () => {
  const { weaponSpeed } = ann.player.stats
  use(ann, 'plate')
  expect([ann.player.stats.speed, ann.player.stats.weaponSpeed]).toEqual([0.5, weaponSpeed])
})

it('[CF-13.3] [CF-21.10] the unarmed skill with the most damage is used, with its damage, wc, slowdown and attack types', () => {
  ann.player.skills.set('punching', 0)
  const bare = ann.player.stats
  expect([meleeSkill(ann.player), meleeAttack(ann.player)]).toEqual(['punching', { attack: ['physical'] }])
  ann.player.skills.set('claws', 0)
  ann.player.markUnsaved()
  expect([meleeSkill(ann.player), meleeAttack(ann.player)]).toEqual(['claws', { attack: ['fire'] }])
  const { damage, wc, weaponSpeed } = ann.player.stats
  expect([damage - bare.damage, wc - bare.wc]).toEqual([3, -1])
  expect(weaponSpeed - bare.weaponSpeed).toBeCloseTo(-0.2)
  ann.player.skills.set('claws', 6000)
  ann.player.markUnsaved()
  expect(ann.player.stats.wc).toBe(wc - 1)
  use(ann, 'greatsword')
  expect(meleeAttack(ann.player)).toEqual({ attack: ['physical'], slaying: ['dragon', 'cat'] })
})

it('[CF-13.18] a weapon does three times the damage to the races and archetypes that it slays', () => {
  use(ann, 'greatsword')
  const { slaying } = meleeAttack(ann.player)
  const races = racesOf(createThing(1, ann.player.archetypes!.get('arch cat')))
  expect(races).toContain('cat')
  expect([
    slayingDamage(10, slaying, races),
    slayingDamage(10, slaying, ['dog']),
    slayingDamage(10, undefined, races),
  ]).toEqual([30, 10, 10])
})

it('[CF-13.8] an imported bow shoots the ammunition of its `race`', () => {
  ann.player.skills.set('missile weapons', 0)
  use(ann, 'crossbow')
  expect(yard.type(ann, 'fire 3')).toContain('You have no crossbow bolts left.')
  yard.give(ann, 'arch quarrel', 2)
  yard.type(ann, 'fire 3')
  yard.type(ann, 'fire_stop')
  expect(ann.player.inventory.find(({ archetype }) => archetype.name.one === 'quarrel')?.count).toBe(1)
})

it.each([
  [50, 2],
  [40, 3],
  [70, 2],
])('[CF-21.10] a bow of speed %i takes %i ticks per shot', (speed, ticks) => {
  yard.give(ann, `arch crossbow\nsp ${speed}`)
  yard.type(ann, 'apply crossbow')
  ann.player.skills.set('missile weapons', 0)
  const quarrels = yard.give(ann, 'arch quarrel', 100)
  yard.type(ann, 'fire 3')
  yard.wakeFor(24 * tickMs)
  expect(100 - quarrels.count).toBe(1 + 24 / ticks)
})

describe('examine', () => {
  const look = (archetype: string, name: string) => {
    yard.give(ann, archetype)
    return yard.type(ann, `examine ${name}`)[0]
  }

  it('[CF-12.18] shows the effects of an identified weapon, and its material, body part, weight and value', () => {
    expect(
      look(
        'arch greatsword\nidentified 1\nwc 2\nattacktype 5\nmaterial 2\nvalue 30\nitem_power 3',
        'greatsword',
      ),
    ).toBe(
      [
        'That is a greatsword.',
        'Damage 10, to hit +2, blows as fast as bare hands; needs cudgels.',
        'It attacks with physical, fire.',
        'It slays: dragon, cat.',
        'Its power is 3.',
        'It goes in the hands (2).',
        'It is made of iron.',
        'It weighs 0.00 kg.',
        'You reckon it is worth 30 silver coins.',
      ].join('\n'),
    )
  })

  it('[CF-12.17] [CF-12.18] shows the effects of armour, and names a pair in the plural', () => {
    const keys =
      'identified 1\nname_pl gauntlets\nac 2\nresist_physical 5\nresist_fire 30\nStr 1\nmaterialname silk'
    expect(look(`arch gauntlets\n${keys}`, 'gauntlets')).toBe(
      [
        'Those are gauntlets.',
        'Armour class +2, armour 5 percent.',
        'It gives Str +1.',
        'It resists fire +30 percent.',
        'It goes on the hands (2).',
        'They are made of silk.',
        'They weigh 0.00 kg.',
      ].join('\n'),
    )
  })

  it.each([
    ['a sack', 'arch sack', 'It holds up to 166.7 kg.'],
    ['a quiver', 'arch sack\nrace arrows\nStr 0', 'It holds only arrows.\nIt holds up to 100.0 kg.'],
    [
      'a tool',
      'arch symbol',
      'It gives regeneration +1, magic +2.\nIt resists magic +30 percent.\nPaths attuned: Fire, Light.\nIts power is 1.\nIt goes in the skill slot.',
    ],
    ['a book', 'arch sack\ntype 8\nmsg \nOnce …\nendmsg', 'Something is written in it.'],
  ])('[CF-12.18] shows the purpose of %s', (_, id, text) => {
    expect(look(id, id.slice(5).split('\n')[0]!)).toContain(`.\n${text}\nIt `)
  })

  it('[CF-12.18] shows no effects of an unidentified thing', () => {
    expect(look('arch greatsword\nidentified 0\nvalue 30', 'greatsword')).not.toMatch(/Damage|worth|power/)
  })
})

describe('a tool of a skill', () => {
  it('[CF-7.15] [CF-14.6] [CF-21.9] replaces the applied tool, readies its skill, and gives its bonuses and spell paths', () => {
    expect(use(ann, 'symbol')).toEqual(['You apply the symbol.', 'You can now use the skill praying.'])
    expect(ann.player.readied).toEqual({ with: 'skill', name: 'praying' })
    expect(ann.player.stats).toMatchObject({
      resists: { magic: 30 },
      paths: { attuned: 0x80002 },
      regeneration: { hp: 1, sp: 2 },
    })
    yard.give(ann, 'arch symbol\nitem_power 0', 1, { name: { one: 'other', many: 'others' } })
    yard.type(ann, 'apply other')
    expect(ann.player.inventory.filter(({ applied }) => applied).map(({ name }) => name?.one)).toEqual([
      'other',
    ])
  })

  it.each(['invoke minor healing', 'ready_skill praying', 'use_skill praying'])(
    '[CF-21.9] is applied by the command %s, which needs its skill',
    (command) => {
      const symbol = yard.give(ann, 'arch symbol')
      ann.player.readied = { with: 'skill', name: 'punching' }
      ann.player.spells.add('heal')
      yard.type(ann, command)
      expect(symbol.applied).toBe('applied')
      expect(ann.player.readied.name).toBe(command.startsWith('ready') ? 'praying' : 'punching')
    },
  )

  it('[CF-25.11] [CF-25.5] is applied and identified by using its skill, unless it exceeds the limit of powers', () => {
    const strong = yard.give(ann, 'arch symbol\nitem_power 9')
    expect(yard.type(ann, 'ready_skill praying')).toEqual(['You ready praying.'])
    expect(strong.applied).toBeUndefined()
    const cursed = yard.give(ann, 'arch symbol\nidentified 0\ncursed 1')
    expect(yard.type(ann, 'ready_skill praying').join()).toContain('It is cursed.')
    expect([cursed.applied, cursed.archetype.unidentified]).toEqual(['applied', undefined])
  })
})

describe('a container', () => {
  it('[CF-7.14] reduces the weight of its contents, also when it is taken, and accepts only things of its race', () => {
    const sack = yard.give(ann, 'arch sack\nrace iron')
    const [iron, other] = [yard.give(ann, 'arch anvil\nrace iron'), yard.give(ann, 'arch anvil')]
    const before = ann.player.carriedWeight
    yard.type(ann, 'apply sack')
    for (const { tag } of [iron, other]) yard.world.moveItem(ann.player, sack.tag, tag, 0)
    expect(sack.inside).toHaveLength(1)
    expect(ann.texts()).toContain('The sack holds only iron.')
    expect(before - ann.player.carriedWeight).toBe(24_000)
    expect(weightOf(sack)).toBe(36_100)
    yard.world.moveItem(ann.player, 0, sack.tag, 0)
    const { stats, carriedWeight, tag } = ann.player
    yard.give(ann, `arch anvil\nweight ${stats.weightLimit - carriedWeight - 40_000}`)
    yard.world.moveItem(ann.player, tag, sack.tag, 0)
    expect(sack.location?.in).toBe('pack')
  })
})

describe('a death', () => {
  const die = () => {
    ann.player.hp = 1
    ann.player.food = 10
    ann.player.effects.set('poison', { endsAt: 1e12, strength: 5 })
    for (let ticks = 0; ticks < 20 && ann.player.effects.has('poison'); ticks++) yard.tick()
  }

  it('[CF-13.13] [CF-13.14] costs a fifth of the experience, at most three levels, and depletes an ability until it is cured', () => {
    const { player } = ann
    player.experience = 100_000
    player.skills.set('cudgels', 2000)
    const before = player.stats.abilities
    die()
    expect([player.experience, player.skills.get('cudgels')]).toEqual([80_000, 1600])
    const sum = (abilities: typeof before) => Object.values(abilities).reduce((all, each) => all + each, 0)
    expect(sum(player.stats.abilities)).toBe(sum(before) - 1)
    expect(player.origin.abilities).toEqual(before)
    expect([player.food, player.sp, player.grace]).toEqual([900, player.stats.maxSp, player.stats.maxGrace])
    yard.restart()
    expect(sum(ann.player.stats.abilities)).toBe(sum(before) - 1)
    use(ann, 'restorative')
    expect(ann.player.stats.abilities).toEqual(before)
  })

  it('[CF-13.14] leaves a gravestone with the name of the player and the cause of the death', () => {
    die()
    const stone = yard
      .level(ann)
      .thingsAt(0, 0)
      .find(({ archetype }) => archetype.id === 'arch gravestone')
    expect(stone?.name?.one).toBe("Ann's gravestone")
    expect(stone?.text).toContain('Here rests Ann the dwarf,\nof level 1,\nkilled by poison.')
  })
})
