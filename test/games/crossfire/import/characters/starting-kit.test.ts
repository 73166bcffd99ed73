import { expect, it } from 'vitest'
import type { CharacterChoices } from '../../../../../games/crossfire/model/players/create-character.ts'
import { levelOf } from '../../../../../games/crossfire/model/players/levels.ts'
import type { Player } from '../../../../../games/crossfire/model/state/game-state.ts'
import { totalMoney } from '../../../../../games/crossfire/rules/trade/money.ts'
import { archFolderWith, latin1, openImportedYard } from '../harness/imported-world.ts'
import ownArchetypes from './starting-kit.arc'

const treasures = `treasure of_warriors
arch cudgel
more
arch jerkin
more
arch skill_cudgels
more
arch cape
end
treasure of_dwarves
arch lore_of_gods
more
arch milk
end
treasureone starting_wealth
arch silvercoin
nrof 1000
end
`
const folder = archFolderWith(ownArchetypes, { treasures })

async function newcomer(choices: Omit<CharacterChoices, 'name'>, arch = folder): Promise<Player> {
  const yard = await openImportedYard(arch)
  yard.world.createCharacter({ name: 'Ann', ...choices })
  return yard.comeBack('Ann').player
}

it('[CF-4.14] [CF-21.10] players can choose the races, classes, starting maps and skills of the archive, listed in its order', async () => {
  const { characterRules } = (await openImportedYard(folder)).world
  expect(characterRules.races.map(({ id }) => id)).toEqual(['dwarf_player', 'human_player', 'sprite_player'])
  expect(characterRules.classes).toMatchObject([
    {
      id: 'warrior_class',
      name: 'warrior',
      description: 'Fights.',
      abilityBonuses: { Str: 2, Con: 1, Int: -2 },
    },
    { id: 'hermit_class', name: 'hermit', description: '', abilityBonuses: {} },
    { id: 'ascetic_class' },
  ])
  // Maps that the archive lacks or on which no player starts are left out.
  expect(characterRules.startingMaps.map(({ id, name, position }) => [id, name, position])).toEqual([
    ['map_hill', 'The Hill', { level: '/land/hill', x: 1, y: 2 }],
    ['map_cellar', 'The Cellar', { level: '/land/cellar', x: 1, y: 1 }],
  ])
  expect(characterRules.skills.map(({ name, number, use }) => [name, number, use])).toEqual([
    ['cudgels', 140, 'fight armed'],
    ['find traps', 141, 'search'],
    ['praying', 142, 'pray'],
    ['claws', 143, 'fight unarmed'],
  ])
  expect(characterRules.levels[4]).toBe(16_000)
})

it('[CF-21.10] a world from an archive without races, classes and skills has the built-in races, classes and skills', async () => {
  const { characterRules } = (await openImportedYard()).world
  expect([characterRules.races.length, characterRules.classes.length, characterRules.skills.length]).toEqual([
    4, 4, 19,
  ])
  expect(characterRules.startingMaps.map(({ id }) => id)).toEqual(['/land/hill'])
})

it('[CF-8.3] levels follow the archive’s exp_table', async () => {
  const table = { 'crossfire/exp_table': latin1('max_level 3\n0, 10, 30\n') }
  const ann = await newcomer({}, { ...folder, ...table })
  expect(
    [0, 9, 10, 30, 1000].map((experience) => levelOf({ characterRules: ann.characterRules, experience })),
  ).toEqual([1, 1, 2, 3, 3])
})

it('[CF-21.10] a new character has money, and the equipment and skills of the treasure lists of class and race', async () => {
  const ann = await newcomer({ class: 'warrior_class', race: 'dwarf_player', start: 'map_cellar' })
  const has = ann.inventory.map(({ archetype, applied }) => [archetype.id.split('\n')[0], applied])
  expect(has).toEqual(
    expect.arrayContaining([
      ['arch cudgel', 'wielded'],
      ['arch jerkin', 'worn'],
      ['arch milk', undefined],
      ['arch cape', undefined],
    ]),
  )
  expect([...ann.skills.keys()]).toEqual(['praying', 'cudgels'])
  expect(totalMoney(ann)).toBeGreaterThan(0)
  expect(ann.inventory.every(({ archetype }) => archetype.attributes !== undefined)).toBe(true)
  expect(ann.inventory.every(({ locked }) => locked)).toBe(true)
  const worth = ann.inventory.filter(({ archetype: { value } }) => value)
  expect(worth.map(({ archetype }) => archetype.traits.role)).toEqual(['money'])
  expect([ann.levelName, ann.respawnPoint.level]).toEqual(['/land/cellar', '/land/cellar'])
})

it('[CF-20.5] a race and a class without a picture have the figure of the first built-in class', async () => {
  const plain = 'Object blank_race\ntype 1\nend\nObject blank_class\ntype 37\nend\n'
  const ann = await newcomer(
    { race: 'blank_race', class: 'blank_class' },
    archFolderWith(ownArchetypes + plain, { treasures }),
  )
  expect(ann.face).toBeGreaterThan(0)
})

it('[CF-16.4] [CF-21.10] a new character has at most a hundred piles besides money, however long the lists are', async () => {
  const list = (name: string, arch: string) =>
    `treasure ${name}\n${`arch ${arch}\nmore\n`.repeat(63)}arch ${arch}\nend\n`
  const long = `${list('of_warriors', 'cape')}${list('of_dwarves', 'cudgel')}`
  const kit = { ...folder, 'crossfire/treasures': latin1(long) }
  const { inventory } = await newcomer({ class: 'warrior_class', race: 'dwarf_player' }, kit)
  expect(inventory.filter(({ archetype }) => archetype.traits.role !== 'money')).toHaveLength(100)
})

it('[CF-21.10] a character does not begin with things that its race or class cannot use', async () => {
  const ann = await newcomer({ class: 'warrior_class', race: 'sprite_player' })
  const has = (name: string) => ann.inventory.some(({ archetype }) => archetype.id.startsWith(`arch ${name}`))
  expect([has('cudgel'), has('cape'), has('jerkin')]).toEqual([true, true, false])
})

it('[CF-21.10] a character whose class and race have no treasure list begins with money only', async () => {
  const ann = await newcomer({ class: 'hermit_class', race: 'human_player' })
  expect(ann.inventory.map(({ archetype }) => archetype.id)).toEqual(['arch silvercoin'])
  expect([...ann.skills.keys()]).toEqual([])
})

it("[CF-21.10] players have the stats of Crossfire's formulas and of their race", async () => {
  const ann = await newcomer({ class: 'warrior_class', race: 'dwarf_player' })
  const { abilities, maxHp, maxSp, maxGrace, wc, ac, damage, armour, resists, paths } = ann.stats
  expect(abilities).toMatchObject({ Str: 14, Dex: 11, Con: 15, Int: 10 })
  expect([maxHp, maxSp, maxGrace, wc, ac, damage]).toEqual([42, 1, 33, 20, 8, 6])
  expect([armour, resists, paths.denied]).toEqual([14, { fire: 30 }, 2])
})

it('[CF-20.5] a character has the picture of its class', async () => {
  const ann = await newcomer({ class: 'warrior_class', race: 'dwarf_player' })
  const yard = await openImportedYard(folder)
  expect(yard.world.gallery.face(ann.face).name).toBe('cat.131')
})
