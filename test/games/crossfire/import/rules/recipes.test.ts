import { expect, it } from 'vitest'
import type { ArchetypeCatalog } from '../../../../../games/crossfire/import/catalog/archetype-catalog.ts'
import { convertRecipe } from '../../../../../games/crossfire/import/converters/recipes.ts'
import { parseFormulae } from '../../../../../games/crossfire/import/format/recipes.ts'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { nameOf } from '../../../../../games/crossfire/model/things/thing.ts'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'
import formulae from './data/recipes.arc'
import artifacts from './data/recipes-artifacts.arc'

const archetypes = [
  'kettle 122 face crate.111 no_pick 1 container 100000 is_cauldron 1',
  'bench 122 face crate.111 no_pick 1 container 100000 is_cauldron 1',
  'basket 122 face crate.111 no_pick 1 container 100000',
  'salt 73 face milk.111 nrof 1 weight 10',
  'oil 73 face milk.111 nrof 1 weight 10',
  'soap 73 face milk.111 nrof 1 weight 10 name_pl soaps',
  'bar 73 face milk.111 weight 10',
  'clinker 73 face milk.111 nrof 1 weight 10',
  'blade 15 face milk.111 weight 1000 value 10 dam 20 wc 1',
  'potion_of_strength 5 face milk.111 nrof 1 weight 10 Str 1',
  'scroll_of_pyromancy 130 face milk.111 nrof 1 weight 10 skill pyromancy',
  'charm_of_summoning 74 face milk.111 weight 10 skill summoning',
  ...['alchemy 6', 'smithery 3', 'summoning 33', 'pyromancy 34', 'literacy 8', 'praying 30'].map(
    (each) => `skill_${each.split(' ')[0]} 43 skill ${each.replace(' ', ' subtype ')}`,
  ),
  'heart 72 face milk.111 nrof 1 weight 10 food 5 name_pl hearts',
  'imp 0 face cat.131 monster 1 alive 1 hp 1 ac 20 dam 0 speed 0 level 1 randomitems imp_parts',
  'draught 5 face milk.111 nrof 1 weight 10 value 10',
  'guild_mark 55 face post.111 no_pick 1 invisible 1 speed 0.5 slaying soapmaker food 1000',
  'warmth 101 subtype 24 duration 250 resist_cold 40 other_arch milk',
]
const treasures = `treasure imp_parts
arch heart
end
`

async function atCauldron(...things: readonly string[]): Promise<{ yard: Yard; ann: RecordingListener }> {
  const placed = things.length > 0 ? things : ['kettle 2,3']
  const { yard, ann } = await openHall({ archetypes, treasures, formulae, artifacts }, ...placed)
  ann.player.skills.set('alchemy', 0)
  ann.player.hp = 5000
  return { yard, ann }
}

const kettle = (yard: Yard, ann: RecordingListener) => yard.container(ann, 2, 3)

/** Uses a cauldron with these things. Returns the messages, and the contents of the cauldron after that. */
function brew(
  yard: Yard,
  ann: RecordingListener,
  what: { readonly [id: string]: number },
  skill = 'alchemy',
) {
  const pot = kettle(yard, ann)
  for (const thing of [...pot.inside!]) thing.count = 0
  pot.inside!.length = 0
  if (!pot.opened) yard.type(ann, 'apply')
  for (const [id, count] of Object.entries(what)) {
    const thing = yard.give(ann, `arch ${id}`, count)
    yard.world.moveItem(ann.player, pot.tag, thing.tag, 0)
  }
  const told = yard.type(ann, `use_skill ${skill}`)
  return { told, made: listPiles(pot.inside!) }
}

function brewUntil(
  yard: Yard,
  ann: RecordingListener,
  what: { readonly [id: string]: number },
  text: string,
  skill?: string,
) {
  for (let tries = 0; tries < 300; tries++) {
    const brewed = brew(yard, ann, what, skill)
    if (brewed.told.some((line) => line.includes(text))) return brewed
  }
  throw new Error(`no message contains ${text}`)
}

it('[CF-24.7] a formula becomes a recipe if its product exists and it has a skill and a cauldron', async () => {
  const { ann } = await atCauldron()
  const kinds = ann.player.archetypes as ArchetypeCatalog
  const recipes = parseFormulae('formulae', formulae).map((formula) =>
    convertRecipe(formula, (name) => kinds.archetype(name)),
  )
  expect(recipes.map((recipe) => recipe?.productIds.join())).toEqual([
    ...['arch soap', 'arch bar', 'arch draught\nartifact summer'],
    ...Array(5).fill('arch soap'),
    ...[undefined, undefined],
  ])
  expect(recipes[0]).toMatchObject({ maxCount: 3, difficulty: 1, experience: 1000, minLevel: 0 })
  expect([...recipes[0]!.ingredients]).toEqual([
    ['salt', 2],
    ['oil', 1],
  ])
})

it('[CF-24.7] a recipe turns the ingredients in the cauldron into its product and gives experience', async () => {
  const { yard, ann } = await atCauldron()
  const { told, made } = brewUntil(yard, ann, { salt: 2, oil: 1 }, 'You make')
  expect(told.join()).toMatch(/You make (a soap|two soaps|three soaps)/)
  expect(made.join()).toMatch(/^[123] soap$/)
  expect(ann.player.skills.get('alchemy')).toBe(1000)
})

it('[CF-24.7] multiples of the ingredients make more pieces, and any other contents prevent the product', async () => {
  const { yard, ann } = await atCauldron()
  const counts = new Set<number>()
  for (let tries = 0; tries < 60; tries++)
    counts.add(Number(brewUntil(yard, ann, { salt: 4, oil: 2 }, 'You make').made[0]!.split(' ')[0]))
  expect([...counts].sort()).toEqual([1, 2, 3, 4, 5, 6])
  const wrongs: readonly { readonly [id: string]: number }[] = [
    { salt: 4, oil: 1 },
    { salt: 2 },
    { salt: 2, oil: 1, milk: 1 },
  ]
  for (const wrong of wrongs)
    for (let tries = 0; tries < 10; tries++) expect(brew(yard, ann, wrong).made).toEqual([])
})

it('[CF-24.7] each skill has its own recipes, and a plain container is not a cauldron', async () => {
  const { yard, ann } = await atCauldron()
  ann.player.skills.set('smithery', 0)
  expect(brewUntil(yard, ann, { salt: 1 }, 'You make', 'smithery').made).toEqual(['1 bar'])
  for (let tries = 0; tries < 10; tries++) expect(brew(yard, ann, { salt: 1 }).made).toEqual([])
  const other = await atCauldron('basket 2,3')
  const { made } = brew(other.yard, other.ann, { salt: 2, oil: 1 })
  expect(made).toEqual(['2 salt', '1 oil'])
  const another = await atCauldron('bench 2,3')
  for (let tries = 0; tries < 10; tries++)
    expect(brew(another.yard, another.ann, { salt: 2, oil: 1 }).made).toEqual([])
})

it("[CF-24.7] a player below the level or without the guild's mark keeps the ingredients", async () => {
  const { yard, ann } = await atCauldron('kettle 2,3', 'guild_mark 4,3')
  const early = brew(yard, ann, { oil: 2, bar: 1 })
  expect(early).toEqual({ told: ['That needs alchemy at level 3.'], made: ['2 oil', '1 bar'] })
  ann.player.skills.set('alchemy', 20_000)
  expect(brewUntil(yard, ann, { oil: 2, bar: 1 }, 'You make').made).toEqual(['1 soap'])
  expect(brew(yard, ann, { oil: 3, bar: 1 }).told).toEqual(['You do not know this recipe.'])
  yard.stand(ann, 4, 3)
  yard.tick(10)
  yard.stand(ann, 2, 3)
  expect(brewUntil(yard, ann, { oil: 3, bar: 1 }, 'You make').made).toEqual(['1 soap'])
})

it('[CF-24.7] [CF-9.16] a thing that a player has renamed to an ingredient’s name is not an ingredient', async () => {
  const { yard, ann } = await atCauldron()
  const pot = kettle(yard, ann)
  yard.type(ann, 'apply')
  for (let tries = 0; tries < 10; tries++) {
    const thing = yard.give(ann, 'arch milk')
    yard.type(ann, 'rename milk to oil')
    yard.world.moveItem(ann.player, pot.tag, thing.tag, 0)
    yard.type(ann, 'use_skill alchemy')
    expect(listPiles(pot.inside!)).toEqual([])
  }
  expect(ann.player.skills.get('alchemy')).toBe(0)
})

it('[CF-24.7] unpaid ingredients are not used', async () => {
  const { yard, ann } = await atCauldron()
  brew(yard, ann, { milk: 1 })
  const pot = kettle(yard, ann)
  const thing = yard.give(ann, 'arch oil')
  yard.world.moveItem(ann.player, pot.tag, thing.tag, 0)
  pot.inside![0]!.unpaid = true
  expect(yard.type(ann, 'use_skill alchemy')).toEqual(['Pay for its contents first.'])
  expect(listPiles(pot.inside!)).toEqual(['1 oil'])
})

it('[CF-24.7] [CF-24.10] a recipe can make an artifact with its effects', async () => {
  const { yard, ann } = await atCauldron()
  expect(brewUntil(yard, ann, { oil: 1 }, 'You make').made).toEqual(['1 draught of summer'])
  const [draught] = kettle(yard, ann).inside!
  expect(draught!.archetype.value).toBe(30)
  yard.world.moveItem(ann.player, ann.player.tag, draught!.tag, 0)
  yard.type(ann, 'apply draught of summer')
  expect(ann.player.stats.resists.cold).toBe(40)
})

it("[CF-24.8] success becomes more likely with the player's level but is never certain", async () => {
  const { yard, ann } = await atCauldron()
  const made = (experience: number): number => {
    let count = 0
    for (let tries = 0; tries < 200; tries++) {
      ann.player.hp = 5000
      ann.player.skills.set('alchemy', experience)
      count += brew(yard, ann, { salt: 2, oil: 1 }).made.length
    }
    return count
  }
  const [beginner, master] = [made(0), made(100_000_000)]
  expect(beginner).toBeGreaterThan(75)
  expect(beginner).toBeLessThan(130)
  expect(master).toBeGreaterThan(175)
  expect(master).toBeLessThan(200)
})

it('[CF-24.9] a failure destroys the contents, and hurts bystanders more for harder recipes', async () => {
  const { yard, ann } = await atCauldron()
  const bob = yard.join('Bob', 3, 3)
  expect(brewUntil(yard, ann, { salt: 2, oil: 1 }, 'spoil').made).toEqual([])
  expect(ann.player.hp).toBe(5000)
  brewUntil(yard, ann, { milk: 1, oil: 1, salt: 1 }, 'boils over')
  expect([ann, bob].map(({ player }) => player.effects.has('poison'))).toEqual([true, true])
  for (const { player } of [ann, bob]) {
    player.effects.clear()
    player.hp = 5000
  }
  expect(brewUntil(yard, ann, { bar: 1 }, 'boils over').made).toEqual([])
  expect([ann, bob].map(({ player }) => player.hp < 5000)).toEqual([true, true])
})

it('[CF-24.9] a formula can define the product and message of a failure', async () => {
  const { yard, ann } = await atCauldron()
  const { told, made } = brewUntil(yard, ann, { clinker: 2 }, 'It glows')
  expect(told).toEqual(['It glows, and is stone.'])
  expect(made).toEqual(['1 clinker'])
})

it('[CF-16.1] container contents survive a restart, and removed items stay removed', async () => {
  const { yard, ann } = await atCauldron()
  const { made } = brewUntil(yard, ann, { salt: 2, oil: 1 }, 'You make')
  yard.world.save()
  yard.restart()
  const pot = kettle(yard, ann)
  expect(listPiles(pot.inside!)).toEqual(made)
  expect(nameOf(pot.inside![0]!).one).toBe('soap')
  yard.type(ann, 'apply')
  yard.type(ann, 'take soap')
  yard.restart()
  expect(listPiles(kettle(yard, ann).inside!)).toEqual([])
  const full = await atCauldron('kettle 2,3 / milk')
  expect(listPiles(kettle(full.yard, full.ann).inside!)).toEqual(['1 bowl of milk'])
  full.yard.type(full.ann, 'apply')
  full.yard.type(full.ann, 'take milk')
  full.yard.restart()
  expect(listPiles(kettle(full.yard, full.ann).inside!)).toEqual([])
  expect(listPiles(full.ann.player.inventory)).toEqual(['1 bowl of milk'])
})

it('[CF-24.10] a map can make a thing an artifact; an unknown artifact leaves the archetype unchanged', async () => {
  const { yard, ann } = await atCauldron(
    'draught 4,3 artifact summer identified 1',
    'oil 5,3 artifact summer',
    'draught 6,3 artifact winter',
    'blade 7,3 artifact Frost identified 1',
  )
  const there = (x: number) => yard.level(ann).thingsAt(x, 3).at(-1)!.archetype
  expect([4, 5, 6, 7].map((x) => there(x).name.one)).toEqual([
    ...['draught of summer', 'oil', 'draught', 'blade of Frost'],
  ])
  expect(there(4).traits).toMatchObject({ role: 'potion', spell: 'arch warmth' })
  expect(there(6).traits.role).not.toBe('potion')
  expect(there(7)).toMatchObject({ value: 50, weight: 1500, traits: { role: 'weapon', damage: 30, wc: 3 } })
})

it("[CF-24.11] an ability potion raises an ability permanently up to the race's maximum, and a cursed one lowers it", async () => {
  const { yard, ann } = await atCauldron()
  const abilities = () => ann.player.origin.abilities
  const { Str } = abilities()
  const drink = (id: string) => {
    yard.give(ann, id)
    return yard.type(ann, 'apply potion of strength')
  }
  expect(drink('arch potion_of_strength')).toContain('You have more Str.')
  expect(abilities().Str).toBe(Str + 1)
  yard.world.save()
  yard.restart()
  expect(abilities().Str).toBe(Str + 1)
  expect(ann.player.stats.abilities.Str).toBe(Str + 1)
  expect(drink('arch potion_of_strength\ncursed 1')).toContain('You have less Str.')
  expect(abilities().Str).toBe(Str)
  for (let potions = 0; potions < 20; potions++) drink('arch potion_of_strength')
  expect(abilities().Str).toBe(20)
  expect(drink('arch potion_of_strength')).toContain('Nothing happens.')
})

it('[CF-24.12] a scroll teaches a skill of the archive, and a carried tool provides the skill', async () => {
  const { yard, ann } = await atCauldron()
  Object.assign(ann.player.origin.abilities, { Int: 20 })
  ann.player.markUnsaved()
  yard.give(ann, 'arch scroll_of_pyromancy')
  yard.type(ann, 'apply scroll of pyromancy')
  expect(ann.player.skills.has('pyromancy')).toBe(true)
  expect(yard.type(ann, 'ready_skill summoning')).toEqual(['You do not have the skill summoning.'])
  yard.give(ann, 'arch charm_of_summoning')
  expect(yard.type(ann, 'ready_skill summoning').at(-1)).toBe('You ready summoning.')
})

it("[CF-24.13] a creature's heart is named after the creature, and formulae accept it by that name", async () => {
  const { yard, ann } = await atCauldron('kettle 2,3', ...[3, 4, 5, 6, 7, 8].map((x) => `imp ${x},3`))
  for (let blows = 0; blows < 900 && yard.level(ann).creatures.size > 0; blows++) yard.type(ann, 'east')
  for (let x = 3; x <= 8; x++) {
    yard.stand(ann, x, 3)
    yard.type(ann, 'take heart')
  }
  expect(listPiles(ann.player.inventory)).toEqual(["6 imp's heart"])
  yard.stand(ann, 2, 3)
  yard.type(ann, 'apply')
  const pot = kettle(yard, ann)
  const made: string[] = []
  while (ann.player.inventory.length > 0) {
    yard.world.moveItem(ann.player, pot.tag, ann.player.inventory[0]!.tag, 1)
    made.push(...yard.type(ann, 'use_skill alchemy'))
    for (const soap of [...pot.inside!]) removeThing(soap)
  }
  expect(made).toContain('You make a soap.')
})
