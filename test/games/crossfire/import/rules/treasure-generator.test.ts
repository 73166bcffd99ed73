import { expect, it, vi } from 'vitest'
import { ArchetypeCatalog } from '../../../../../games/crossfire/import/catalog/archetype-catalog.ts'
import { parseArchetypes } from '../../../../../games/crossfire/import/format/objects.ts'
import { parseTreasureLists } from '../../../../../games/crossfire/import/format/treasures.ts'
import { maxTreasureSteps } from '../../../../../games/crossfire/import/world/step-budget.ts'
import { TreasureGenerator } from '../../../../../games/crossfire/import/world/treasure-generator.ts'
import { Random } from '../../../../../games/shared/random.ts'
import { listPiles, positionOf } from '../../harness/small-maps.ts'
import { archFolderWith, importedAtlas, latin1, openImportedYard } from '../harness/imported-world.ts'
import { mapOf } from '../harness/object-lines.ts'
import * as world from '../harness/small-world.ts'
import ownArchetypes from './data/treasure-generator.arc'
import market from './data/treasure-generator.map'
import treasures from './data/treasure-generator.trs'

const archetypes = `${world.archetypes}${ownArchetypes}`
const arch = archFolderWith(ownArchetypes, { treasures })
/** `more`: archetypes. `map`: the only map. */
const yardWith = (more: readonly string[], map: string) =>
  openImportedYard(archFolderWith(ownArchetypes + more.join(''), { treasures }), { 'maps/only': latin1(map) })
const marketYard = () => yardWith([], market)

const enough = () => ({ left: maxTreasureSteps })

function hoards(lists = treasures, things = archetypes): TreasureGenerator {
  const all = new Map(parseArchetypes('archetypes', things).map((each) => [each.arch, each]))
  const kinds = new ArchetypeCatalog(all, { faceNumber: () => 1, animated: () => undefined })
  return new TreasureGenerator(parseTreasureLists('treasures', lists), kinds)
}

it('[CF-21.1] a list draws each entry by its own chance, a `treasureone` draws one entry by weight, and the same seed draws the same things', () => {
  const all = hoards()
  const drawn = Array.from({ length: 400 }, (_, seed) =>
    all.draw('hoard', new Random(seed, 'x'), 30, enough()),
  )
  expect(drawn.every(([coins, other]) => coins!.id === 'arch coin' && other !== undefined)).toBe(true)
  const counts = drawn.map(([coins]) => coins!.count)
  expect([Math.min(...counts) >= 1, Math.max(...counts) <= 100, new Set(counts).size > 50]).toEqual([
    true,
    true,
    true,
  ])
  const blades = drawn.filter(([, other]) => other!.id.startsWith('arch blade'))
  expect(blades.length).toBeGreaterThan(260)
  expect(blades.length).toBeLessThan(340)
  expect(all.draw('hoard', new Random(7, 'x'), 30, enough())).toEqual(drawn[7])
  expect(all.draw('nobody’s', new Random(7, 'x'), 30, enough())).toEqual([])
})

it('[CF-21.1] a treasure list that contains itself draws a limited number of items', () => {
  const drawn = hoards().draw('round', new Random(1, 'x'), 1, enough())
  expect(drawn.length).toBeLessThanOrEqual(64)
  expect(drawn.length).toBeGreaterThan(8)
})

it('[CF-21.1] a treasure list that contains only itself draws nothing, after a limited number of attempts', () => {
  const entries = Array.from({ length: 40 }, () => 'list maze\nchance 99\nno\nlist maze\nend\n').join(
    'more\n',
  )
  const maze = hoards(`${treasures}treasure maze\n${entries}end\n`)
  let asked = 0
  class Counted extends Random {
    override below(end: number): number {
      if (++asked > 10_000) throw new Error('it goes on and on')
      return super.below(end)
    }
  }
  expect(maze.draw('maze', new Counted(1, 'x'), 1, enough())).toEqual([])
  expect(asked).toBeGreaterThan(1000)
})

it("[CF-21.1] drawn counts are integers within the room's limit, whatever the archetype says", () => {
  const counts = ['1e300', '2.5', '-7'].map((nrof) => {
    const [drawn] = hoards(
      'treasure purse\narch coin\nend\n',
      archetypes.replace('type 36\nnrof 1\n', `type 36\nnrof ${nrof}\n`),
    ).draw('purse', new Random(1, 'x'), 1, enough())
    return drawn!.count
  })
  expect(counts).toEqual([100_000, 2, 1])
})

/** Returns the things of a map with `objects`. Archetype `heap` draws from `list`, the text of a treasures file. */
async function heapsDrawing(list: string, objects: string) {
  const folder = archFolderWith(ownArchetypes, { treasures: list })
  const atlas = await importedAtlas(folder, { 'maps/heaps': latin1(`arch map\nend\n${objects}`) })
  return atlas.readContent('/heaps', 1).things
}

it('[CF-20.4] treasure is drawn until a map has about 100,000 things, including contents', async () => {
  const full = `treasure hoard\n${Array.from({ length: 64 }, () => 'arch blade\n').join('more\n')}end\n`
  const heap = (n: number) => `arch heap\nhp 16\nx ${n % 16}\ny ${Math.floor(n / 16)}\nend\n`
  const heaps = Array.from({ length: 110 }, (_, n) => heap(n)).join('')
  const things = await heapsDrawing(full, heaps)
  expect(things.length).toBeGreaterThan(98_000)
  expect(things.length).toBeLessThan(102_000)
})

it('[CF-20.4] a cell that has 1,000 things receives no more treasure', async () => {
  const full = `treasure hoard\n${Array.from({ length: 64 }, () => 'arch blade\n').join('more\n')}end\n`
  const things = await heapsDrawing(full, 'arch heap\nhp 16\nend\n'.repeat(100))
  expect(things.length).toBeGreaterThanOrEqual(1000)
  expect(things.length).toBeLessThan(1000 + 16 * 64)
})

it('[CF-20.4] the import makes each thing below a floor invisible once, however many floors cover it', async () => {
  const objects = Array.from({ length: 400 }, (_, n) => `arch blade\nweight ${n}\nend\narch meadow\nend\n`)
  const atlas = await importedAtlas(arch, { 'maps/pile': latin1(`arch map\nend\n${objects.join('')}`) })
  const covered = vi.spyOn(ArchetypeCatalog.prototype, 'unseen')
  const { things } = atlas.readContent('/pile', 1)
  expect(things).toHaveLength(400)
  expect(things.slice(0, 399).every(({ id }) => id.includes('invisible 1'))).toBe(true)
  // At most one call for each thing, and one for each floor that another floor covers.
  expect(covered.mock.calls.length).toBeLessThanOrEqual(800)
  covered.mockRestore()
})

it('[CF-21.1] all draws of a map share one budget', async () => {
  const self = `treasure hoard\n${Array.from({ length: 16 }, () => 'list hoard\nchance 99\n').join('more\n')}end\n`
  const heaps = `arch map\nend\n${'arch heap\nhp 16\nend\n'.repeat(1000)}`
  const folder = archFolderWith(ownArchetypes, { treasures: self })
  const atlas = await importedAtlas(folder, { 'maps/heaps': latin1(heaps) })
  const tried = vi.spyOn(Random.prototype, 'below')
  expect(atlas.readContent('/heaps', 1).things).toEqual([])
  expect(tried.mock.calls.length).toBeGreaterThan(maxTreasureSteps / 4)
  expect(tried.mock.calls.length).toBeLessThanOrEqual(maxTreasureSteps)
  tried.mockRestore()
})

it('[CF-21.1] the draw of one entry uses up one unit of the budget for each entry of the list', () => {
  const entries = Array.from({ length: 100 }, () => 'arch milk\nchance 1\n').join('more\n')
  const all = hoards(`treasureone many\n${entries}end\n`)
  const looks = { left: 1000 }
  const drawn = Array.from({ length: 20 }, () => all.draw('many', new Random(1, 'x'), 1, looks))
  expect(drawn.filter((each) => each.length > 0)).toHaveLength(9)
})

it('[CF-21.2] heaps, shops and chests have drawn treasure, which stays the same after a restart', async () => {
  const yard = await marketYard()
  const ann = yard.join('Ann', 0, 0)
  const level = yard.level(ann)
  const inAll = () =>
    [0, 1, 2].map((x) =>
      yard
        .level(ann)
        .thingsAt(x, 0)
        .map(({ archetype, count, inside }) => [archetype.id, count, listPiles(inside ?? [])]),
    )
  expect(listPiles(level.thingsAt(0, 0))).toEqual(['1 stall', '1 blade'])
  expect(level.isShopFloor(0, 0)).toBe(true)
  const heap = level.thingsAt(1, 0).filter(({ archetype }) => archetype.layer === 'item')
  expect(heap.length).toBeGreaterThanOrEqual(3)
  expect(heap.some(({ archetype }) => archetype.id === 'arch heap')).toBe(false)
  const chest = level.thingsAt(2, 0).find(({ archetype }) => archetype.id === 'arch chest')
  expect(chest!.inside!.length).toBe(2)
  const before = inAll()
  yard.restart()
  expect(inAll()).toEqual(before)
})

it('[CF-21.1] a chest without a treasure list has the things that the map puts inside, and a creature does not drop its skills', async () => {
  const more = [
    'Object coffin\nname coffin\nface crate.111\ntype 4\nno_pick 1\nend\n',
    'Object art\nname art\ntype 43\ninvisible 1\nend\n',
  ]
  const yard = await yardWith(
    more,
    mapOf([3, 1], ['coffin 0,0 / blade', 'rat 1,0 randomitems none / art milk']),
  )
  const ann = yard.join('Ann', 0, 0)
  const level = yard.level(ann)
  const coffin = level.thingsAt(0, 0).find(({ archetype }) => archetype.id === 'arch coffin')!
  expect([yard.type(ann, 'apply'), listPiles(coffin.inside!)]).toEqual([
    ['You open the coffin.'],
    ['1 blade'],
  ])
  for (let n = 0; n < 200 && level.creatures.size > 0; n++) yard.walk(ann, 'e')
  expect(
    listPiles(
      [0, 1, 2].flatMap((x) => level.thingsAt(x, 0)).filter(({ archetype }) => archetype.layer === 'item'),
    ),
  ).toEqual(['1 bowl of milk'])
})

it('[CF-9.12] [CF-21.4] a shop floor counts as indoors, even on an outdoor map', async () => {
  const yard = await openImportedYard(arch, {
    'maps/market': latin1(market.replace('width 4', 'width 4\noutdoor 1')),
  })
  const ann = yard.join('Ann', 0, 0)
  expect(yard.type(ann, 'mapinfo').join()).not.toContain('open sky')
  yard.stand(ann, 3, 0)
  expect(yard.type(ann, 'mapinfo').join()).toContain('under the open sky')
})

it('[CF-21.3] a creature drops the things that the map puts inside and its drawn treasure, except spells', async () => {
  const yard = await marketYard()
  const ann = yard.join('Ann', 2, 0)
  const level = yard.level(ann)
  for (let n = 0; n < 200 && level.creatures.size > 0; n++) yard.walk(ann, 'e')
  expect(level.creatures.size).toBe(0)
  const left = listPiles([1, 2, 3].flatMap((x) => level.thingsAt(x, 0)))
  expect(left).toContain('1 blade')
  expect(left.some((thing) => thing.includes('bowl of milk'))).toBe(true)
  expect(left.some((thing) => thing.includes('spark'))).toBe(false)
})

it('[CF-12.12] [CF-21.4] a shop without a shopkeeper sells the things on its floor, and the floor itself has no price', async () => {
  const yard = await marketYard()
  const ann = yard.join('Ann', 0, 0)
  expect(yard.type(ann, 'examine stall')).toEqual(['That is stall.'])
  yard.give(ann, 'arch blade', 1)
  yard.type(ann, 'drop blade')
  expect(ann.player.inventory.some(({ archetype }) => archetype.id === 'arch blade')).toBe(false)
  expect(ann.player.inventory.some(({ archetype }) => archetype.traits.role === 'money')).toBe(true)
})

it('[CF-4.13] [CF-21.5] [CF-21.6] a shop mat lets players enter, and leave after payment in imported coins, and blocks players who cannot pay', async () => {
  const more = [
    'Object doormat\nname doormat\nface post.111\nno_pick 1\ntype 69\nmove_on walk\nend\n',
    'Object silvercoin\nname silver coin\nname_pl silver coins\nface milk.111\ntype 36\nnrof 1\nvalue 1\nend\n',
    'Object goldcoin\nname gold coin\nname_pl gold coins\nface milk.111\ntype 36\nnrof 1\nvalue 10\nend\n',
  ]
  const shop = mapOf([5, 1], ['doormat 1,0', 'doormat 3,0'], { floors: { 4: 'stall' } })
  const yard = await yardWith(more, shop)
  const ann = yard.join('Ann', 0, 0)
  yard.walk(ann, 'e')
  expect(positionOf(ann)).toEqual([3, 0])
  yard.walk(ann, 'e')
  expect(yard.type(ann, 'take')).toContain('It costs 41 gold coins, six silver coins.')
  yard.walk(ann, 'w')
  expect([positionOf(ann), listPiles(ann.player.inventory)]).toEqual([[4, 0], ['1 blade']])
  yard.give(ann, 'coin_gold', 5)
  expect(yard.type(ann, 'west')).toEqual(['You pay 41 gold coins, six silver coins.'])
  expect(positionOf(ann)).toEqual([1, 0])
  const has = ann.player.inventory.map(({ archetype, count }) => `${count} ${archetype.id}`).sort()
  expect(has).toEqual(['1 arch blade', '4 arch silvercoin', '8 arch goldcoin'])
  yard.restart()
  expect(positionOf(ann)).toEqual([1, 0])
  yard.world.createCharacter({ name: 'Bob' })
  const money = yard
    .comeBack('Bob')
    .player.inventory.filter(({ archetype }) => archetype.traits.role === 'money')
  expect(money.map(({ archetype, count }) => `${count} ${archetype.id}`)).toEqual(['8 arch goldcoin'])
  // When the player returns, built-in coins become imported coins of the same value.
  yard.give(ann, 'coin_gold', 2)
  yard.give(ann, 'coin_copper', 7)
  yard.leave('Ann')
  const back = yard
    .comeBack('Ann')
    .player.inventory.map(({ archetype, count }) => `${count} ${archetype.id}`)
    .sort()
  expect(back).toEqual(['1 arch blade', '11 arch silvercoin', '28 arch goldcoin'])
})

it('[CF-21.7] poison poisons the drinker, a clock shows the time, an altar accepts prayer, and a girdle can be worn', async () => {
  const more = [
    'Object vial\nname vial\nface milk.111\ntype 7\nfood 5\nweight 10\nend\n',
    'Object clock\nname clock\nface post.111\ntype 9\nweight 10\nend\n',
    'Object shrine\nname shrine\nface post.111\ntype 56\nno_pick 1\nend\n',
    'Object girdle\nname girdle\nface post.111\ntype 113\nStr 2\nweight 10\nend\n',
  ]
  const yard = await yardWith(more, mapOf([1, 1], ['shrine 0,0']))
  const ann = yard.join('Ann', 0, 0)
  const { player } = ann
  for (const name of ['vial', 'clock', 'girdle']) yard.give(ann, `arch ${name}`)
  player.food = 500
  yard.type(ann, 'apply vial')
  expect([player.food, player.effects.get('poison')?.strength]).toEqual([505, 1])
  expect(yard.type(ann, 'apply clock')).toEqual(yard.type(ann, 'time'))
  player.grace = 0
  yard.type(ann, 'apply')
  expect(player.grace).toBeGreaterThan(0)
  const before = player.stats.abilities.Str
  yard.type(ann, 'apply girdle')
  expect(player.stats.abilities.Str).toBe(before + 2)
  expect(yard.type(ann, 'body').join('\n')).toContain('around your waist')
})

it('[CF-22.9] a potion restores hp or spell points, depending on the spell of its archetype', async () => {
  const spellOf = (name: string, says: string) =>
    `Object ${name}\ntype 101\nsubtype ${says}\ninvisible 1\nend\n`
  const potionOf = (name: string, held: string) =>
    `Object ${name}\nname ${name}\nface milk.111\ntype 5\nnrof 1\nweight 10\narch ${held}\nend\nend\n`
  const more = [
    ...[spellOf('mend', '21\ndam 40'), spellOf('clear', '21\nlast_sp 99'), spellOf('call', '27\ndam 40')],
    ...[potionOf('draught', 'mend'), potionOf('cordial', 'clear'), potionOf('smoke', 'call')],
  ]
  const yard = await yardWith(more, market)
  const ann = yard.join('Ann', 1, 0)
  const { player } = ann
  for (const name of ['draught', 'cordial', 'smoke']) yard.give(ann, `arch ${name}`)
  player.hp = 1
  player.sp = 0
  yard.type(ann, 'apply draught')
  // The built-in healing spell alone restores at most 10.
  expect(player.stats.maxHp).toBeGreaterThan(11)
  expect(player.hp).toBe(player.stats.maxHp)
  yard.type(ann, 'apply cordial')
  expect(player.sp).toBeGreaterThan(0)
  expect(yard.type(ann, 'apply smoke')).toEqual(['You cannot use the smoke.'])
  expect(listPiles(player.inventory)).toEqual(['1 smoke'])
})

it('[CF-21.8] a shop inventory lists all wares with prices', async () => {
  const more = 'Object list\nname list\nface post.111\nno_pick 1\ntype 150\nend\n'
  const yard = await yardWith(
    [more],
    mapOf([3, 1], ['list 2,0', 'milk 2,0'], { floors: { 0: 'stall', 1: 'stall' } }),
  )
  const ann = yard.join('Ann', 2, 0)
  yard.type(ann, 'take milk')
  expect(yard.type(ann, 'apply')).toEqual([
    'This shop has:\nblade: four gold coins, one silver coin, six copper coins\nblade: four gold coins, one silver coin, six copper coins',
  ])
})

it('[CF-21.9] [CF-20.8] tools and scrolls provide supported skills, crystals store spell points, and an invalid exit is closed', async () => {
  const more = [
    'Object symbol\nname symbol\nface milk.111\ntype 74\nskill praying\nweight 10\nend\n',
    'Object rod\nname fishing rod\nface milk.111\ntype 74\nskill fishing\nweight 10\nend\n',
    'Object script\nname script\nface milk.111\ntype 130\nskill sorcery\nweight 10\nend\n',
    'Object crystal\nname crystal\nface milk.111\ntype 156\nmaxsp 5\nweight 10\nend\n',
  ]
  const yard = await yardWith(more, mapOf([2, 1], ['stair 1,0']))
  const ann = yard.join('Ann', 0, 0)
  yard.give(ann, 'arch symbol')
  yard.give(ann, 'arch rod')
  expect(yard.type(ann, 'apply symbol').join()).not.toContain('cannot')
  expect(ann.player.readied).toEqual({ with: 'skill', name: 'praying' })
  expect(yard.type(ann, 'apply rod').join()).toContain('You cannot use the fishing rod.')
  Object.assign(ann.player.origin.abilities, { Int: 20 })
  ann.player.markUnsaved()
  yard.give(ann, 'arch script')
  yard.type(ann, 'apply script')
  expect([ann.player.skills.has('sorcery'), listPiles(ann.player.inventory).includes('1 script')]).toEqual([
    true,
    false,
  ])
  yard.give(ann, 'arch crystal')
  const most = ann.player.stats.maxSp
  ann.player.sp = most
  yard.type(ann, 'apply crystal')
  yard.restart()
  ann.player.sp = most - 1
  expect([ann.player.inventory.find(({ charges }) => charges)?.charges, most > 1]).toEqual([
    Math.min(5, Math.floor(most / 2)),
    true,
  ])
  expect(yard.type(ann, 'apply crystal')).toContain('You take spell points from it.')
  expect(ann.player.sp).toBe(most)
  yard.stand(ann, 1, 0)
  expect(yard.type(ann, 'apply')).toContain('The stair is closed.')
})
