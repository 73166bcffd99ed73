import { expect, it } from 'vitest'
import {
  fromPlayerRecord,
  toPlayerRecord,
} from '../../../../../games/crossfire/model/records/player-record.ts'
import { listPiles, positionOf, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'
import treasures from './data/gods.trs'

const archetypes = [
  // Two gods who are enemies, and a third god.
  'Oma 50 monster 1 alive 1 title Ork race animal,undead slaying demon path_attuned 6 path_repelled 256 resist_fire 30 resist_cold -20 resist_physical 10 last_heal 3 can_use_armour 1 can_use_shield 1 randomitems Oma msg Of~woods.',
  'Ork 50 monster 1 alive 1 title Oma slaying faerie,dwarf path_denied 2 can_use_weapon 1 can_use_armour 1 can_use_shield 1 randomitems NONE',
  'Ull 50 monster 1 alive 1 can_use_weapon 1 can_use_armour 1 can_use_shield 1 randomitems Ull',
  'altar_of_Oma 56 face post.111 no_pick 1 other_arch Oma',
  'altar_of_Ork 56 face post.111 no_pick 1 other_arch Ork',
  'altar_of_Ull 56 face post.111 no_pick 1 other_arch Ull',
  'altar_of_nobody 56 face post.111 no_pick 1',
  // Oma's gifts.
  'oma_hp 8 invisible 1 name restore~hitpoints',
  'oma_cure 8 invisible 1 name heal~spell slaying cure~venom',
  'oma_power 8 invisible 1 name restore~spellpoints maxsp 100',
  'oma_grace 8 invisible 1 name restore~grace',
  'oma_limit 8 invisible 1 name grace~limit grace 5',
  'oma_word 8 invisible 1 name message msg Grow.',
  'oma_free 8 invisible 1 name remove~curse',
  'oma_free_all 8 invisible 1 name remove~damnation',
  'oma_bless 8 invisible 1 name enchant~weapon level 4',
  'oma_avatar 8 invisible 1 name avatar',
  'spell_cure_venom 101 subtype 21 attacktype 1024 skill praying level 1',
  'thorn 101 subtype 4 dam 20 range 8 attacktype 4 skill praying level 1 grace 10 path_attuned 2',
  'spark 101 subtype 4 dam 20 range 8 attacktype 4 skill praying level 1 grace 1 path_attuned 2',
  'balm 101 subtype 21 dam 5 skill praying level 1 grace 10 path_attuned 256',
  'greater_thorn 101 subtype 4 dam 20 range 8 attacktype 4 skill praying level 90 grace 10',
  'leaf 13 face milk.111 weight 10 no_drop 1',
  'twig 13 face milk.111 weight 10',
  'club 15 face milk.111 weight 1000 dam 5 skill one~handed~weapons',
  'spear 15 face milk.111 weight 1000 dam 5',
  'cap 34 face milk.111 weight 100',
  'cape 87 face milk.111 weight 100 path_attuned 8 path_denied 16',
  // Prayers that affect creatures, and three creatures that they can affect.
  'holy_word 101 subtype 7 range 5 dam 20 attacktype 2097152 skill praying level 1 grace 1',
  'turning 101 subtype 7 range 5 dam 20 attacktype 8192 skill praying level 1 grace 1',
  'wrath 101 subtype 10 dam 20 attacktype 1048576 skill praying level 1 grace 1',
  ...['demon', 'animal', 'undead'].map(
    (race) =>
      `${race} 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 1 speed 0 level 1 race ${race}${race === 'undead' ? ' undead 1' : ''}`,
  ),
]
const gentle = `treasure Ull
arch oma_free
more
arch oma_free_all
more
arch oma_bless
end
`
const hall = (...things: readonly string[]) =>
  openHall({ archetypes, treasures: treasures + gentle }, ...things)

/** Ann stands at the altar and has the skill praying. */
async function atAltar(
  altar: string,
  ...things: readonly string[]
): Promise<{ yard: Yard; ann: RecordingListener }> {
  const { yard, ann } = await hall(`altar_of_${altar} 2,3`, ...things)
  ann.player.skills.set('praying', 0)
  return { yard, ann }
}

const follow = (ann: RecordingListener, god: string) => {
  ann.player.faith = { god, granted: new Set() }
  ann.player.markUnsaved()
}

/** Prays until a message contains the text. `prepare`: called before each prayer. */
function prayUntil(yard: Yard, ann: RecordingListener, text: string, prepare = () => {}): readonly string[] {
  for (let prayers = 0; prayers < 4000; prayers++) {
    prepare()
    yard.stand(ann, 2, 3)
    const told = yard.type(ann, 'pray')
    if (told.some((line) => line.includes(text))) return told
  }
  throw new Error(`no message contains ${text}`)
}

it('[CF-24.1] gods are parsed from archetypes, with bonuses, restrictions and hated races', async () => {
  const { yard, ann } = await hall()
  const { archetypes } = ann.player
  expect(archetypes!.gods).toEqual(['Oma', 'Ork', 'Ull'])
  expect(archetypes!.god!('Oma')).toMatchObject({
    description: 'Of woods.',
    enemy: 'Ork',
    alliedRaces: ['animal', 'undead'],
    hatedRaces: ['demon'],
    paths: { attuned: 6, repelled: 256, denied: 0 },
    bonuses: { resists: { fire: 30, cold: -20 }, armour: 10 },
    forbiddenEquipment: { weapon: true, armour: false, shield: false },
  })
  expect(archetypes!.god!('Oma')!.gifts.map(({ type }) => type)).toEqual([
    ...['grace', 'hp', 'healing', 'sp', 'limit', 'prayer', 'prayer', 'thing', 'one', 'word'],
  ])
  expect(archetypes!.god!('cat')).toBe(undefined)
  expect(yard.type(ann, 'gods')).toEqual(['You follow no god.\nThe gods: Oma, Ork, Ull.'])
})

it('[CF-24.2] a player with the skill who prays at an altar becomes a follower of its god, also after a restart', async () => {
  const { yard, ann } = await atAltar('Oma')
  ann.player.skills.delete('praying')
  yard.type(ann, 'apply')
  expect(ann.player.faith).toBe(undefined)
  ann.player.skills.set('praying', 0)
  expect(yard.type(ann, 'pray')).toEqual(['You pray over the altar of Oma.', 'You become a follower of Oma.'])
  yard.world.save()
  yard.restart()
  expect(ann.player.faith!.god).toBe('Oma')
  expect(yard.type(ann, 'skills').join()).toContain('You follow Oma.')
})

it('[CF-24.2] player records with and without a faith load unchanged', async () => {
  const { ann } = await hall()
  const record = toPlayerRecord(ann.player)
  expect(record).not.toHaveProperty('faith')
  expect(fromPlayerRecord(record, ann.player.characterRules, ann.player.archetypes).faith).toBe(undefined)
  ann.player.faith = { god: 'Oma', granted: new Set(['arch thorn']) }
  expect(
    fromPlayerRecord(toPlayerRecord(ann.player), ann.player.characterRules, ann.player.archetypes).faith,
  ).toEqual(ann.player.faith)
})

it('[CF-24.2] an altar without a god does not change prayer', async () => {
  const { yard, ann } = await atAltar('nobody')
  ann.player.grace = 0
  expect(yard.type(ann, 'apply')).toEqual(['You pray.'])
  expect(ann.player.faith).toBe(undefined)
})

it('[CF-24.2] a god strikes a praying player of a hated race', async () => {
  const { yard } = await atAltar('Ork')
  const elf = yard.join('Elf', 2, 3, { race: 'elf_player' })
  elf.player.skills.set('praying', 0)
  const { hp } = elf.player
  expect(yard.type(elf, 'pray')).toContain('Ork detests your race!')
  expect(elf.player.faith).toBe(undefined)
  expect(elf.player.hp < hp || elf.player.levelName !== 'hall').toBe(true)
})

it("[CF-24.2] another god's altar angers the player's god: the player is pushed away, loses experience or converts", async () => {
  const { yard, ann } = await atAltar('Ull')
  follow(ann, 'Oma')
  ann.player.skills.set('praying', 1_000_000)
  ann.player.facing = 3
  expect(yard.type(ann, 'pray')).toContain('Oma is angered!')
  expect(ann.player.skills.get('praying')).toBe(900_000)
  expect(positionOf(ann)).toEqual([1, 3])
  ann.player.skills.set('praying', 0)
  for (let prayers = 0; prayers < 50 && ann.player.faith?.god === 'Oma'; prayers++) {
    yard.stand(ann, 2, 3)
    yard.type(ann, 'pray')
  }
  expect(ann.player.faith?.god).toBe('Ull')
})

it('[CF-24.2] a prayer at an enemy god’s altar costs two tenths of the praying experience, or three tenths and hp', async () => {
  const { yard, ann } = await atAltar('Ork')
  follow(ann, 'Oma')
  const heard = new Set<string>()
  for (let prayers = 0; prayers < 60 && heard.size < 2; prayers++) {
    yard.stand(ann, 2, 3)
    ann.player.hp = 5000
    ann.player.skills.set('praying', 1_000_000)
    const line = yard.type(ann, 'pray').find((each) => each.startsWith('Oma'))!
    heard.add(line)
    const isFoul = line === 'Oma punishes you!'
    expect(ann.player.skills.get('praying')).toBe(isFoul ? 700_000 : 800_000)
    expect(ann.player.hp < 5000).toBe(isFoul)
  }
  expect([...heard].sort()).toEqual(['Oma is livid!', 'Oma punishes you!'])
  expect(ann.player.faith?.god).toBe('Oma')
})

it('[CF-24.2] leaving a faith removes the gifts of its god and nothing else', async () => {
  const { yard, ann } = await atAltar('Ull')
  yard.give(ann, 'arch leaf')
  yard.give(ann, 'arch twig')
  ann.player.spells.add('arch thorn').add('arch balm')
  ann.player.faith = { god: 'Oma', granted: new Set(['arch leaf', 'arch thorn']) }
  prayUntil(yard, ann, 'Oma has forsaken you.')
  expect(listPiles(ann.player.inventory)).toEqual(['1 twig'])
  expect([...ann.player.spells]).toEqual(['arch balm'])
})

it('[CF-24.3] followers get resistances, spell paths and regeneration, and items can attune them to spell paths, too', async () => {
  const { yard, ann } = await hall()
  const plain = ann.player.stats
  follow(ann, 'Oma')
  expect(ann.player.stats.resists).toEqual({ fire: 30, cold: -20 })
  expect(ann.player.stats.armour).toBe(10)
  expect(ann.player.stats.paths).toEqual({ attuned: 6, repelled: 256, denied: 0 })
  yard.give(ann, 'arch cape')
  yard.type(ann, 'apply cape')
  expect(ann.player.stats.paths).toEqual({ attuned: 14, repelled: 256, denied: 16 })
  expect(plain.paths).toEqual({ attuned: 0, repelled: 0, denied: 0 })
  const regained = (god: string) => {
    follow(ann, god)
    ann.player.hp = 1
    yard.tick(200)
    return ann.player.hp
  }
  expect(regained('Oma')).toBeGreaterThan(regained('Ull'))
})

it('[CF-24.3] a spell is cheaper and stronger on an attuned path, more expensive on a repelled path, and refused on a denied path', async () => {
  const { yard, ann } = await hall('demon 6,3')
  const { player } = ann
  player.skills.set('praying', 0)
  player.spells.add('arch thorn').add('arch balm')
  const cost = (god: string, spell: string) => {
    follow(ann, god)
    player.grace = 100
    player.hp = 1
    yard.type(ann, `invoke ${spell}`)
    return 100 - player.grace
  }
  expect([cost('Ull', 'thorn'), cost('Oma', 'thorn')]).toEqual([10, 8])
  expect([cost('Ull', 'balm'), cost('Oma', 'balm')]).toEqual([10, 12])
  player.spells.add('arch spark')
  expect([cost('Ull', 'spark'), cost('Oma', 'spark')]).toEqual([1, 1])
  follow(ann, 'Ork')
  player.grace = 100
  expect(yard.type(ann, 'invoke thorn')).toEqual(['Its path is denied to you.'])
  expect(player.grace).toBe(100)
})

it('[CF-24.3] forbidden equipment is unapplied and cannot be applied again', async () => {
  const { yard, ann } = await atAltar('Oma')
  yard.give(ann, 'arch club')
  yard.type(ann, 'apply club')
  expect(yard.type(ann, 'pray')).toEqual([
    ...['You pray over the altar of Oma.', 'You become a follower of Oma.'],
    ...['Oma forbids it.', 'You unwield the club.'],
  ])
  expect(yard.type(ann, 'apply club')).toEqual(['Oma forbids it.'])
  expect(yard.type(ann, 'gods oma').join()).toContain('Forbids: weapon.')
})

it("[CF-24.4] prayer at the altar of the player's god raises grace to at most twice the maximum", async () => {
  const { yard, ann } = await atAltar('Oma')
  follow(ann, 'Oma')
  ann.player.skills.set('praying', 100_000_000)
  ann.player.markUnsaved()
  const { maxGrace } = ann.player.stats
  for (let prayers = 0; prayers < 150; prayers++) yard.type(ann, 'pray')
  expect(ann.player.grace).toBe(2 * maxGrace)
})

it('[CF-24.4] prayer sometimes earns the first gift that the player needs', async () => {
  const { yard, ann } = await atAltar('Oma')
  const { player } = ann
  follow(ann, 'Oma')
  player.skills.set('praying', 20_000)
  player.hp = 1
  expect(Array.from({ length: 10 }, () => yard.type(ann, 'pray')).join()).not.toContain('wounds')
  expect(prayUntil(yard, ann, 'holy')).toContain('A white light surrounds you, and your wounds close.')
  const whole = () => {
    player.hp = player.stats.maxHp
    player.sp = player.stats.maxSp
  }
  whole()
  player.sp = 0
  prayUntil(yard, ann, 'bolt of lightning')
  expect(player.sp).toBe(player.stats.maxSp)
  player.effects.set('poison', { endsAt: 1e15, strength: 0 })
  prayUntil(yard, ann, 'The poison has left you.')
  whole()
  expect(prayUntil(yard, ann, 'a prayer')).toContain('Oma teaches you a prayer: thorn.')
  expect(prayUntil(yard, ann, 'appears')).toContain('a leaf appears before your eyes.')
  expect(prayUntil(yard, ann, 'appears')).toContain('a twig appears before your eyes.')
  expect(prayUntil(yard, ann, 'holy')).toContain('Grow.')
  expect([...player.faith!.granted]).toEqual(['arch thorn', 'arch leaf', 'arch twig'])
})

it('[CF-24.4] a player below the grace limit gets no gifts that follow the limit in the list, and a player without grace gets grace', async () => {
  const { yard, ann } = await atAltar('Oma')
  const { player } = ann
  follow(ann, 'Oma')
  player.skills.set('praying', 20_000)
  const { maxHp: hp, maxSp: sp } = player.stats
  const told = prayUntil(yard, ann, 'holy', () => void Object.assign(player, { hp, sp, grace: -10 }))
  expect(told).toContain('Your grace is restored.')
  expect(player.grace).toBeGreaterThan(0)
  expect([...player.faith!.granted]).toEqual([])
})

it.each([
  ['turning', undefined, ['undead']],
  ['turning', 'Oma', []],
  ['holy_word', undefined, ['undead']],
  ['holy_word', 'Oma', ['demon']],
] as const)('[CF-24.5] the prayer %s by a follower of %s affects %j', async (spell, god, hurt) => {
  const { yard, ann } = await hall('demon 4,2', 'animal 4,3', 'undead 4,4')
  if (god) follow(ann, god)
  ann.player.skills.set('praying', 0)
  ann.player.spells.add(`arch ${spell}`)
  const creatures = [...yard.level(ann).creatures]
  for (let casts = 0; casts < 5; casts++) {
    ann.player.grace = 10
    yard.type(ann, `invoke ${spell.replaceAll('_', ' ')}`)
  }
  const turned = creatures.filter(({ life }) => life!.hp < 500 || life!.statusEffects?.has('afraid'))
  expect(turned.map(({ archetype }) => archetype.name.one)).toEqual([...hurt])
})

it("[CF-24.5] a holy attack spares the god's own races", async () => {
  const { yard, ann } = await hall('animal 4,3', 'demon 8,3')
  follow(ann, 'Oma')
  ann.player.skills.set('praying', 0)
  ann.player.spells.add('arch wrath')
  for (let casts = 0; casts < 5; casts++) {
    ann.player.grace = 10
    yard.type(ann, 'invoke wrath')
  }
  expect(yard.level(ann).creatureAt(4, 3)!.life!.hp).toBe(500)
  expect(yard.level(ann).creatureAt(8, 3)!.life!.hp).toBeLessThan(500)
})

it('[CF-24.6] the command gods describes each god, or says that there are none', async () => {
  const { yard, ann } = await hall()
  follow(ann, 'Ork')
  expect(yard.type(ann, 'gods')).toEqual(['You follow Ork.\nThe gods: Oma, Ork, Ull.'])
  expect(yard.type(ann, 'gods Oma')).toEqual([
    'Oma: Of woods.\nEnemy: Ork.\nProtects: animal, undead.\nHates: demon.\nAttuned: fire, frost.\nRepelled: restoration.\nForbids: weapon.',
  ])
  expect(yard.type(ann, 'gods cat')).toEqual(['There is no such god.'])
})

it('[CF-24.4] a god removes curses before damnation, and blesses a weapon up to a limit that depends on the level of praying', async () => {
  const { yard, ann } = await atAltar('Ull')
  const { player } = ann
  follow(ann, 'Ull')
  player.skills.set('praying', 125_000)
  yard.give(ann, 'arch cap\ncursed 1')
  yard.type(ann, 'apply cap')
  expect(prayUntil(yard, ann, 'holy')).toContain('You can remove the cap again.')
  yard.give(ann, 'arch cape\ndamned 1')
  yard.type(ann, 'apply cape')
  expect(prayUntil(yard, ann, 'holy')).toContain('You can remove the cape again.')
  expect(prayUntil(yard, ann, 'holy')).toContain('Ull hears you.')
  yard.give(ann, 'arch spear')
  yard.type(ann, 'apply spear')
  const { damage } = player.stats
  expect(prayUntil(yard, ann, 'blesses')).toContain('Ull blesses your spear +1.')
  expect(player.stats.damage).toBe(damage + 1)
  expect(prayUntil(yard, ann, 'blesses')).toContain('Ull blesses your spear +2.')
  expect(prayUntil(yard, ann, 'holy')).toContain('Ull hears you.')
  yard.restart()
  expect(listPiles(ann.player.inventory)).toContain('1 spear +2')
})
