import { describe, expect, it } from 'vitest'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import { ArchetypeCatalog } from '../../../../../games/crossfire/import/catalog/archetype-catalog.ts'
import { parseArchetypes } from '../../../../../games/crossfire/import/format/objects.ts'
import { parseArtifacts } from '../../../../../games/crossfire/import/format/recipes.ts'
import { parseTreasureLists } from '../../../../../games/crossfire/import/format/treasures.ts'
import { maxTreasureSteps } from '../../../../../games/crossfire/import/world/step-budget.ts'
import {
  TreasureGenerator,
  type TreasurePurpose,
} from '../../../../../games/crossfire/import/world/treasure-generator.ts'
import { abilityBonus } from '../../../../../games/crossfire/model/players/ability-bonus.ts'
import { skillLevel } from '../../../../../games/crossfire/model/players/derived-stats.ts'
import type { GameState, Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import { isUnidentified } from '../../../../../games/crossfire/model/things/identification.ts'
import { InventorySync } from '../../../../../games/crossfire/protocol/client-view/inventory-sync.ts'
import { defaultClientSettings } from '../../../../../games/crossfire/protocol/dialects/client-settings.ts'
import { Dialect1997 } from '../../../../../games/crossfire/protocol/dialects/dialect-1997.ts'
import { ModernDialect } from '../../../../../games/crossfire/protocol/dialects/dialect-modern.ts'
import { type FromServer, itemFlags } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { identifyBySkill } from '../../../../../games/crossfire/rules/actions/items/identify.ts'
import { Random } from '../../../../../games/shared/random.ts'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'
import { archFolderWith, latin1, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'
import * as world from '../harness/small-world.ts'
import artifacts from './data/identification.arc'

const ownArchetypes =
  archetypesOf(
    [
      'knife 15 dam 5 weight 1000 value 100 attacktype 1',
      'relic 15 dam 5 weight 1000 value 100 magic 3',
      'cap 34 ac 1 weight 500 value 50',
      'mitten 100 ac 1 weight 100 value 20',
      'dart_bow 14 dam 3 weight 900 race arrows',
      'quill 13 nrof 1 weight 5 dam 2 race arrows name_pl quills',
      'ring 70 nrof 1 weight 20 value 500 name_pl rings',
      'amulet 39 nrof 1 weight 100 value 200',
      'flask 5 nrof 1 weight 500 value 200 name_pl flasks',
      'tonic 5 nrof 1 weight 500 Str 2',
      'draught 5 nrof 1 weight 500 packetboat_spell mend',
      'page 111 nrof 1 weight 10 value 3 name_pl pages',
      'lesson 130 nrof 1 weight 10 face milk.111 identified_name primer identified_face post.111',
      'rod 3 weight 100',
      'nugget 24 nrof 1 weight 10 value 9',
      'chalice 60 nrof 1 weight 10 value 9',
      'sack 122 weight 10 container 9000',
      'coin 36 nrof 1 value 1 name_pl coins',
      'table 139 slaying money food 10 no_pick 1',
      'chapel 18 slaying money food 5 no_pick 1',
      'mend 101 subtype 21 dam 5 value 10 invisible 1',
      'reveal 101 subtype 32 dam 2 dam_modifier 5 invisible 1',
      'loosen 101 subtype 31 cursed 1 invisible 1',
      'release 101 subtype 31 damned 1 invisible 1',
      'feel_magic 101 subtype 33 known_magical 1 range 2 other_arch milk invisible 1',
      'feel_curse 101 subtype 33 known_cursed 1 range 2 other_arch milk invisible 1',
    ],
    'face milk.111',
  ) + archetypesOf(['stall 68 face meadow.111 is_floor 1 no_pick 1 auto_apply 1 randomitems blades'])

const treasures = ['knife', 'cap', 'ring', 'amulet', 'flask', 'quill', 'milk']
  .map((each) => `treasure ${each}s\narch ${each}\nmagic 3\nend\n`)
  .concat('treasure blades\narch knife\nmagic 3\nend\ntreasure plain\narch knife\nend\n')
  .join('')

function catalogAndGenerator() {
  const parsed = parseArchetypes('archetypes', world.archetypes + ownArchetypes)
  const all = new Map(parsed.map((each) => [each.arch, each]))
  const catalog = new ArchetypeCatalog(all, { faceNumber: () => 1, animated: () => undefined })
  const treasureGenerator = new TreasureGenerator(
    parseTreasureLists('treasures', treasures),
    catalog,
    parseArtifacts('artifacts', artifacts),
  )
  return { catalog, treasureGenerator }
}

/** Draws `count` things, each with another seed, and returns them before and after their identification. */
function drawings(list: string, difficulty: number, count = 2000, purpose?: TreasurePurpose) {
  const { catalog, treasureGenerator } = catalogAndGenerator()
  return Array.from({ length: count }, (_, seed) => {
    const budget = { left: maxTreasureSteps }
    const [held] = treasureGenerator.draw(list, new Random(seed, 'x'), difficulty, budget, purpose)
    const kind = catalog.get(held!.id)
    return { kind, known: catalog.identified(kind) }
  })
}

const share = <T>(of: readonly T[], is: (each: T) => boolean) => of.filter(is).length / of.length

async function room(...things: readonly string[]): Promise<{ yard: Yard; ann: RecordingListener }> {
  const map = mapOf([3, 1], [], { header: 'difficulty 5\n', floors: { 1: 'stall' } }) + things.join('')
  const folder = archFolderWith(ownArchetypes, { treasures, artifacts })
  const yard = await openImportedYard(folder, { 'maps/room': latin1(map) })
  return { yard, ann: yard.join('Ann', 0, 0) }
}

const bad = 'arch knife\nmagic -2\ncursed 1\nidentified 0'
const good = 'arch knife\nmagic 2\nidentified 0'
const named = (ann: RecordingListener, name: string) =>
  ann.player.inventory.find(({ archetype }) => archetype.name.one === name) as Thing
const wields = (ann: RecordingListener) =>
  ann.player.inventory.filter(({ applied }) => applied).map(({ archetype }) => archetype.name.one)

function flagsTold(
  { player }: RecordingListener,
  Dialect: typeof ModernDialect | typeof Dialect1997,
): number[] {
  const said: FromServer[] = []
  const send = (packet: FromServer) => {
    said.push(packet)
  }
  const rest = {
    clientSettings: defaultClientSettings,
    serverProtocolVersion: 1029,
    faceMode: 2,
    wantsSound: false,
    gallery: builtinGallery,
  } as const
  new InventorySync(send, { sendFace() {}, sendAnimation() {} }).sync(player, new Dialect({ send, ...rest }))
  return said.flatMap((packet) =>
    (packet.type === 'item1' || packet.type === 'item2') && packet.location === player.tag
      ? packet.items.map(({ flags }) => flags)
      : [],
  )
}

describe('[CF-25.1] unidentified items', () => {
  it('an unidentified item forms its own pile; items that the map identifies or that are for sale are identified', async () => {
    const { yard, ann } = await room(
      'arch ring\nStr 2\nmsg\nIt was hers.\nendmsg\nend\n',
      'arch ring\nStr 2\nidentified 1\nend\n',
      'arch milk\nend\n',
      'arch nugget\nend\n',
      'arch nugget\ntitle of Beauty\nend\n',
      'arch chalice\nend\n',
      'arch knife\nunpaid 1\nmagic 1\nend\n',
    )
    const lies = yard.level(ann).thingsAt(0, 0).slice(1)
    expect(listPiles(lies)).toEqual([
      '1 ring',
      '1 ring (Str+2)',
      '1 bowl of milk',
      '1 nugget',
      '1 nugget',
      '1 chalice',
      '1 knife +1',
    ])
    expect(lies.flatMap((each, place) => (isUnidentified(each) ? [place] : []))).toEqual([0, 4, 5])
    yard.type(ann, 'take all')
    expect(yard.type(ann, 'examine ring').join()).not.toContain('It was hers.')
    yard.restart()
    const rings = ann.player.inventory.filter(({ archetype }) => archetype.name.one.startsWith('ring'))
    expect(rings.map(({ archetype }) => [archetype.name.one, archetype.unidentified])).toEqual([
      ['ring (Str+2)', undefined],
      ['ring', {}],
    ])
    const [, ware] = yard.level(ann).thingsAt(1, 0)
    expect(ware!.archetype.unidentified).toBeUndefined()
  })

  it('an identified item has the name and face that its archetype sets for identified items, unless the map sets them', async () => {
    const { yard, ann } = await room(
      'arch lesson\nend\n',
      'arch lesson\nidentified 1\nend\n',
      'arch lesson\nidentified 1\nname slate\nend\n',
    )
    const lies = yard.level(ann).thingsAt(0, 0).slice(1)
    expect(lies.map(({ archetype }) => archetype.name.one)).toEqual(['lesson', 'primer', 'slate'])
    const [before, after] = lies.map(({ archetype }) => archetype.appearance?.face)
    expect(before).not.toBe(after)
  })

  it('[CF-7.19] all clients receive revealed properties, only current clients receive the unidentified state, and only unidentified things have the flag magic', async () => {
    const { yard, ann } = await room()
    for (const id of [
      bad,
      `${bad}\nknown_cursed 1`,
      `${good}\nknown_magical 1`,
      'arch knife\nmagic -2\ndamned 1',
      'arch knife',
    ])
      yard.give(ann, id)
    const { unidentified, magic, cursed, damned } = itemFlags
    expect(flagsTold(ann, ModernDialect)).toEqual([
      unidentified,
      unidentified | cursed,
      unidentified | magic,
      damned,
      0,
    ])
    expect(flagsTold(ann, Dialect1997)).toEqual([0, cursed, magic, damned, 0])
  })
})

describe('[CF-25.2] random magic', () => {
  it.each([
    [1, 0.05],
    [50, 0.15],
    [900, 0.25],
  ])(
    'at difficulty %i affects a share of %d of draws, up to the limit of the list entry, and a third of those items are cursed',
    (difficulty, chance) => {
      const drawn = drawings('caps', difficulty, 6000)
      const magic = drawn.flatMap(({ known }) => {
        const [, plus] = /^cap ([+-]\d)$/.exec(known.name.one) ?? []
        return plus === undefined ? [] : [{ plus: Number(plus), known }]
      })
      expect(Math.abs(magic.length / 6000 - chance)).toBeLessThan(0.015)
      expect(new Set(magic.map(({ plus }) => Math.abs(plus)))).toEqual(new Set([1, 2, 3]))
      expect(share(magic, ({ plus }) => Math.abs(plus) === 1)).toBeGreaterThan(0.65)
      expect(Math.abs(share(magic, ({ plus }) => plus < 0) - 0.33)).toBeLessThan(0.1)
      for (const { plus, known } of magic) {
        expect(known.curse).toBe(plus < 0 ? 'cursed' : undefined)
        expect(known.traits).toMatchObject({ ac: 1 + plus })
        expect([known.weight, known.magic]).toEqual([500 - 50 * plus, true])
      }
    },
  )

  it('skips items that exclude it, and items for sale are never cursed', () => {
    expect(drawings('plain', 900).every(({ known }) => !/[+-]/.test(known.name.one))).toBe(true)
    const wares = ['knifes', 'rings', 'flasks'].flatMap((list) => drawings(list, 50, 1000, 'wares'))
    expect(wares.every(({ kind }) => !kind.curse && !kind.unidentified)).toBe(true)
    expect(wares.some(({ kind }) => /\+2$/.test(kind.name.one))).toBe(true)
  })
})

it.each([
  [0, 40],
  [1, 35],
  [2, 35],
  [3, 30],
  [-1, 40],
  [-2, 45],
])('[CF-25.2] the blows of a weapon with magic %i take %i percent longer', async (magic, slowdownPercent) => {
  const { yard, ann } = await room()
  const { archetype } = yard.give(ann, `arch knife\nlast_sp 8\nmagic ${magic}\nwc 1`)
  expect(archetype.traits).toMatchObject({ slowdownPercent, wc: 1 })
})

describe('[CF-25.3] artifacts', () => {
  it("are drawn by chance, depending on magic, difficulty and names, and change the item's attributes", () => {
    const drawn = drawings('knifes', 50, 30_000)
    const titles = drawn.map(({ known }) => /^knife( of \w+)?/.exec(known.name.one)![1])
    expect(new Set(titles)).toEqual(new Set([undefined, ' of Ease', ' of Burden']))
    const ease = drawn.find(({ known }) => known.name.one.startsWith('knife of Ease +1'))!
    expect(ease.kind.name).toEqual({ one: 'knife', many: 'knife' })
    expect(ease.known).toMatchObject({
      weight: 450,
      text: 'Light as a leaf.',
      traits: { role: 'weapon', damage: 11, wc: 0 },
      bonuses: { abilities: { Str: 1 }, resists: { fire: 30 } },
    })
    expect(ease.kind.text).toBeUndefined()
    expect(ease.known.value).toBe(Math.floor(500 * 1.15))
    const burden = drawn.filter(({ known }) => known.name.one.includes('of Burden'))
    expect(burden.every(({ known }) => known.curse === 'cursed' && known.weight === 4000)).toBe(true)
    expect(burden.some(({ known }) => / -\d$/.test(known.name.one))).toBe(true)
    expect(burden.some(({ known }) => / \+\d$/.test(known.name.one))).toBe(false)
    expect(drawings('knifes', 19).some(({ known }) => known.name.one.includes('Burden'))).toBe(false)
    expect(drawings('knifes', 50, 40)).toMatchObject(
      drawings('knifes', 50, 40).map(({ kind }) => ({ kind: { id: kind.id } })),
    )
  })

  it('a potion without effect becomes an artifact', () => {
    const drawn = drawings('flasks', 1)
    expect(share(drawn, ({ known }) => known.name.one === 'flask')).toBeLessThan(0.01)
    expect(share(drawn, ({ known }) => known.name.one === 'flask of mending')).toBeGreaterThan(0.4)
    expect(share(drawn, ({ known }) => known.name.one === 'flask of vigour')).toBeGreaterThan(0.4)
    expect(drawn.every(({ kind }) => kind.name.many === 'flasks')).toBe(true)
  })

  it('affect the player who wears or wields them', async () => {
    const { yard, ann } = await room()
    yard.give(ann, 'arch cap\nStr 2\nresist_fire 30\nexp 2')
    const { abilities, speed } = ann.player.stats
    yard.type(ann, 'apply cap')
    expect(ann.player.stats).toMatchObject({
      abilities: { Str: abilities.Str + 2 },
      resists: { fire: 30 },
    })
    expect(ann.player.stats.speed).toBeGreaterThan(speed)
  })
})

describe('[CF-25.4] plain rings and amulets', () => {
  const properties = (name: string) =>
    Array.from(name.matchAll(/\(([^)]+?) ?([+-]\d+)\)/g), ([, what, by]) => [what!, Number(by)] as const)
  const rings = drawings('rings', 1, 2000)
  const ringProperties = rings.map(({ known }) => properties(known.name.one))

  it('a ring has no property or up to three of a dozen kinds, and its name lists them', () => {
    expect(rings.every(({ kind }) => kind.name.one === 'ring')).toBe(true)
    const counts = [0, 1, 2, 3].map((count) => share(ringProperties, ({ length }) => length === count))
    for (const [count, expected] of [0.05, 0.73, 0.18, 0.04].entries())
      expect(Math.abs(counts[count]! - expected)).toBeLessThan(0.03)
    expect(rings.filter(({ known }) => known.name.one === 'ring of adornment').length).toBeGreaterThan(0)
    const kinds = new Set(
      ringProperties.flat().map(([what]) => what.replace(/^resist .*|^armour$/, 'resist')),
    )
    expect([...kinds].sort().join(' ')).toBe(
      'Cha Con Dex Int Pow Str Wis ac dam magic regeneration resist speed sustenance wc',
    )
    const against = ringProperties.flat().filter(([what]) => /^resist|armour/.test(what))
    expect(new Set(against.map(([what]) => what)).size).toBe(19)
    expect(against.every(([, percent]) => percent >= 10 && percent <= 35)).toBe(true)
  })

  it('a third of plain rings are negative and cursed, and a second or third property can be negative without a curse', () => {
    expect(Math.abs(share(rings, ({ kind }) => kind.curse === 'cursed') - 0.33)).toBeLessThan(0.04)
    for (const [at, { kind }] of rings.entries()) {
      const [first] = ringProperties[at]!
      if (kind.curse) expect(ringProperties[at]!.every(([, by]) => by < 0)).toBe(true)
      else if (ringProperties[at]!.length === 1 && first![1] < 0) expect(first![0]).not.toMatch(/resist/)
    }
    const further = ringProperties.filter((of, at) => !rings[at]!.kind.curse && of.length > 1)
    expect(Math.abs(share(further, (of) => of.some(([, by]) => by < 0)) - 0.55)).toBeLessThan(0.1)
  })

  it('an amulet has one property, armour class or a resistance', () => {
    const amulets = drawings('amulets', 1, 400).map(({ known }) => properties(known.name.one))
    expect(amulets.every(({ length }) => length === 1)).toBe(true)
    expect(Math.abs(share(amulets, ([first]) => first![0] === 'ac') - 0.5)).toBeLessThan(0.1)
    expect(amulets.every(([first]) => /^(ac|armour|resist .+)$/.test(first![0]))).toBe(true)
  })
})

describe('[CF-25.5] identification by use', () => {
  it('identifies a whole pile, which then merges with equal items', async () => {
    const { yard, ann } = await room()
    yard.give(ann, 'arch ring\nStr 2')
    yard.give(ann, 'arch ring\nStr 2\nidentified 0', 3)
    expect(yard.type(ann, 'apply ring')).toEqual([
      'You identify it: three rings (Str+2).',
      'You wear the ring (Str+2).',
    ])
    expect(listPiles(ann.player.inventory).toSorted()).toEqual(['1 ring (Str+2)', '3 ring (Str+2)'])
  })

  it('identifies a potion on drinking, and gives no experience for unusable items', async () => {
    const { yard, ann } = await room()
    yard.give(ann, 'arch draught\nidentified 0', 2)
    yard.give(ann, 'arch nugget\ntitle of Beauty\nidentified 0')
    expect(yard.type(ann, 'apply draught')[0]).toContain('draught of mend')
    expect(listPiles(ann.player.inventory)).toContain('1 draught of mend')
    yard.type(ann, 'apply nugget')
    expect(listPiles(ann.player.inventory)).toContain('1 nugget')
  })
})

describe('[CF-25.6] identification by altar and skill', () => {
  it('an altar identifies items as long as the money lasts, beginning with the marked item', async () => {
    const { yard, ann } = await room('arch table\nend\n')
    yard.give(ann, good)
    yard.give(ann, 'arch cap\nmagic 1\nidentified 0')
    yard.give(ann, 'arch mitten\nmagic 1\nidentified 0')
    yard.give(ann, 'arch coin', 100)
    yard.type(ann, 'mark mitten')
    expect(yard.type(ann, 'drop 25 coin').slice(1)).toEqual([
      'You identify it: a mitten +1.',
      'You identify it: a knife +2.',
      'Your payment does not suffice for more.',
    ])
    expect(listPiles(yard.level(ann).thingsAt(0, 0))).toContain('5 coin')
    yard.type(ann, 'drop 10 coin')
    expect(listPiles(ann.player.inventory)).toContain('1 cap +1')
    expect(yard.type(ann, 'drop 10 coin')).toContain('You have nothing to identify.')
    expect(listPiles(yard.level(ann).thingsAt(0, 0))).toContain('15 coin')
  })

  const of = {
    smithery: 'knife',
    bowyer: 'quill',
    jeweler: 'ring',
    thaumaturgy: 'rod',
    literacy: 'page',
    alchemy: 'flask',
  } as const

  it.each(Object.entries(of))('the skill %s identifies a %s and nothing else', async (skill, name) => {
    const { yard, ann } = await room('arch knife\nmagic 1\nend\n')
    const { player } = ann
    for (const each of Object.values(of))
      if (each !== 'knife') yard.give(ann, `arch ${each}\ntitle of Use\nidentified 0\npacketboat_spell mend`)
    const all = [...player.inventory, ...yard.level(ann).thingsAt(0, 0).slice(1)]
    expect(all.every(({ archetype }) => archetype.unidentified)).toBe(true)
    expect(yard.type(ann, `use_skill ${skill}`)[0]).toContain('You do not have the skill')
    player.skills.set(skill, 0)
    let told: readonly string[] = []
    for (let n = 0; n < 60 && !all.some(({ archetype }) => !archetype.unidentified); n++)
      told = yard.type(ann, `use_skill ${skill}`)
    expect(told[0]).toContain('You identify it')
    for (let n = 0; n < 10; n++) yard.type(ann, `use_skill ${skill}`)
    expect(
      all
        .filter(({ archetype }) => !archetype.unidentified)
        .map(({ archetype }) => archetype.name.one.split(' ')[0]),
    ).toEqual([name])
    expect(player.skills.get(skill)).toBe(10)
  })

  it.each([
    ['without a plus', '', 0],
    ['of +1', 'magic 1\n', 5],
    ['of -2', 'magic -2\n', 10],
  ])('a knife %s is identified %s percent less often', async (_, magic, less) => {
    const { yard, ann } = await room()
    const { player } = ann
    yard.give(ann, `arch knife\n${magic}identified 0`)
    player.skills.set('smithery', 0)
    const chance =
      40 + 4 * skillLevel(player, 'smithery') + 5 * abilityBonus(player.stats.abilities.Int) - less
    const isKnownAt = (drawn: number) => {
      identifyBySkill({ context: { random: () => drawn / 100 } } as GameState, player, 'smithery')
      return player.inventory[0]!.archetype.unidentified === undefined
    }
    expect([isKnownAt(chance + 0.5), isKnownAt(chance - 0.5)]).toEqual([false, true])
  })

  it('the skills sense magic and sense curse mark magical and cursed items', async () => {
    const { yard, ann } = await room()
    const { player } = ann
    for (const id of [good, bad, 'arch knife\nidentified 0']) yard.give(ann, id)
    for (const skill of ['sense magic', 'sense curse']) player.skills.set(skill, 0)
    for (let n = 0; n < 30; n++) yard.type(ann, 'use_skill sense magic')
    expect(player.inventory.map(({ archetype }) => archetype.unidentified)).toEqual([
      { magic: true },
      { magic: true },
      {},
    ])
    for (let n = 0; n < 30; n++) yard.type(ann, 'use_skill sense curse')
    expect(player.inventory.map(({ archetype }) => archetype.unidentified?.curse)).toEqual([
      undefined,
      true,
      undefined,
    ])
  })
})

describe('[CF-25.7] identification by spell', () => {
  const cast = (yard: Yard, ann: RecordingListener, spell: string) => {
    yard.give(ann, `arch page\npacketboat_spell ${spell}`)
    return yard.type(ann, `apply page of ${spell.replace('_', ' ')}`).slice(1)
  }

  it('identifies a number of items, first carried items and then items on the ground', async () => {
    const { yard, ann } = await room('arch cap\nmagic 1\nend\n')
    yard.give(ann, good)
    expect(cast(yard, ann, 'reveal')).toEqual(['You identify it: a knife +2.', 'You identify it: a cap +1.'])
    expect(cast(yard, ann, 'reveal')).toEqual(['You have nothing unidentified.'])
  })

  it('marks magical and cursed items nearby and in the inventory', async () => {
    const { yard, ann } = await room('arch cap\nmagic 1\nx 2\nend\n')
    for (const id of [good, bad]) yard.give(ann, id)
    cast(yard, ann, 'feel_magic')
    expect(yard.level(ann).thingsAt(2, 0)[1]!.archetype.unidentified).toEqual({ magic: true })
    cast(yard, ann, 'feel_curse')
    expect(ann.player.inventory.map(({ archetype }) => archetype.unidentified)).toEqual([
      { magic: true },
      { magic: true, curse: true },
    ])
  })
})

describe('[CF-25.8] a curse', () => {
  const cursed = async (id: string) => {
    const { yard, ann } = await room('arch chapel\nx 2\narch loosen\nend\nend\n')
    yard.give(ann, id)
    yard.give(ann, 'arch knife\nmagic 1\nname better knife')
    yard.give(ann, 'arch sack')
    yard.give(ann, 'arch coin', 50)
    expect(yard.type(ann, 'apply knife')[0]).toContain('It is ')
    return { yard, ann }
  }

  it('prevents players from taking off an applied item, also after a restart', async () => {
    const { yard, ann } = await cursed(bad)
    const stays = 'You cannot remove the knife -2: it is cursed.'
    expect(yard.type(ann, 'apply knife -2')).toEqual([stays])
    expect(yard.type(ann, 'drop knife -2')).toEqual([stays])
    expect(yard.type(ann, 'apply better knife')).toEqual([stays])
    yard.type(ann, 'apply sack')
    yard.world.moveItem(ann.player, named(ann, 'sack').tag, named(ann, 'knife -2').tag, 0)
    expect(ann.texts()).toContain(stays)
    yard.restart()
    expect(yard.type(ann, 'drop knife -2')).toEqual([stays])
    expect(wields(ann)).toEqual(['knife -2'])
  })

  it('is removed by a spell or an altar, and damnation is removed only by a stronger spell', async () => {
    for (const [id, spell, free] of [
      [bad, 'loosen', true],
      ['arch knife\ndamned 1\nmagic -2\nidentified 0', 'loosen', false],
      ['arch knife\ndamned 1\nmagic -2\nidentified 0', 'release', true],
    ] as const) {
      const { yard, ann } = await cursed(id)
      yard.give(ann, `arch page\npacketboat_spell ${spell}`)
      expect(yard.type(ann, `apply page of ${spell}`)[1]).toBe(
        free ? 'You can remove the knife -2 again.' : 'None of your things is cursed.',
      )
      yard.type(ann, 'apply knife -2')
      expect(wields(ann)).toEqual(free ? [] : ['knife -2'])
      if (free) expect(named(ann, 'knife -2').archetype.id).toBe('arch knife\nmagic -2')
    }
    const { yard, ann } = await cursed(bad)
    yard.stand(ann, 2, 0)
    expect(yard.type(ann, 'drop 5 coin')).toContain('You can remove the knife -2 again.')
  })

  it('that the archetype sets is removed from a single item, which keeps its other attributes', () => {
    const { catalog } = catalogAndGenerator()
    const kind = catalog.get('arch knife\ncursed 1\nmagic -1')
    expect(catalog.uncursed(kind).id).toBe('arch knife\nmagic -1')
    expect(catalog.uncursed(catalog.get('arch loosen'))).toBe(catalog.get('arch loosen'))
  })
})

describe('[CF-25.9] a cursed potion', () => {
  it('every second drawn potion is cursed', () => {
    expect(Math.abs(share(drawings('flasks', 1), ({ kind }) => kind.curse === 'cursed') - 0.5)).toBeLessThan(
      0.04,
    )
  })

  it('has the opposite effect, and burns the player who drinks it if it held a spell', async () => {
    const { yard, ann } = await room()
    const { player } = ann
    const { Str } = player.stats.abilities
    yard.give(ann, 'arch tonic\ncursed 1\nidentified 0')
    yard.type(ann, 'apply tonic')
    expect(player.stats.abilities.Str).toBe(Str - 2)
    yard.give(ann, 'arch tonic')
    yard.type(ann, 'apply tonic')
    player.hp = 300
    yard.give(ann, 'arch draught\ncursed 1\nidentified 0')
    expect(yard.type(ann, 'apply draught')).toContain('It burns like fire!')
    expect(player.hp).toBeLessThan(300)
    expect(player.hp).toBeGreaterThanOrEqual(280)
  })
})

it('[CF-25.10] unidentified and cursed items are worth less, items with a bonus are worth more, and shops identify the items that they buy', async () => {
  const { catalog } = catalogAndGenerator()
  const worth = (id: string) => catalog.get(`arch ${id}`).value
  expect(
    ['knife', 'knife\nmagic 2', 'knife\nmagic -1', 'knife\ncursed 1', 'knife\ndamned 1'].map(worth),
  ).toEqual([100, 132, 86, 80, 60])
  expect(['relic', 'relic\nmagic 5', 'relic\nmagic 3'].map(worth)).toEqual([100, 132, 100])
  expect(
    ['', '\nmagic 4', '\nvalue 9000', '\ncursed 1'].map((more) => worth(`knife\nidentified 0${more}`)),
  ).toEqual([70, 70, 70, 56])
  expect([worth('page\npacketboat_spell mend'), worth('page\npacketboat_spell mend\nidentified 0')]).toEqual([
    30, 2,
  ])
  const { yard, ann } = await room()
  yard.stand(ann, 1, 0)
  yard.give(ann, good)
  expect(yard.type(ann, 'drop knife').slice(-2)).toEqual([
    'You identify it: a knife +2.',
    'You drop a knife +2.',
  ])
  expect(listPiles(yard.level(ann).thingsAt(1, 0))).toContain('1 knife +2')
})

it('[CF-25.12] [CF-25.6] the first reading of a book and an identification give the experience of the skill, and hard books cannot be read', async () => {
  const { yard, ann } = await openHall({
    archetypes: [
      'skill_literacy 43 skill literacy subtype 8 exp 80 level 365 invisible 1',
      'tome 8 face milk.111 weight 10 level 5 msg Hello',
      'codex 8 face milk.111 weight 10 level 7 msg Deep~words',
      'prayer 111 face milk.111 weight 10',
      'script 111 face milk.111 weight 10 / spell_glow',
      'spell_glow 101 subtype 24 duration 100 Str 1 level 1',
    ],
  })
  const { player } = ann
  const giveUnidentified = (name: string) => yard.give(ann, `arch ${name}\nidentified 0`)
  const book = giveUnidentified('tome')
  expect(yard.type(ann, 'apply tome').join()).toContain('Hello')
  // Without the skill, nothing is learned from the book.
  expect([player.experience, book.archetype.unidentified]).toEqual([0, undefined])
  player.skills.set('literacy', 0)
  player.markUnsaved()
  giveUnidentified('codex')
  yard.give(ann, 'arch script')
  expect(yard.type(ann, 'apply codex')).toEqual(['The codex is beyond your comprehension.'])
  for (let times = 0; times < 2; times++) {
    expect(yard.type(ann, 'apply tome')).toEqual(['Hello'])
    expect(player.skills.get('literacy')).toBe(292)
  }
  yard.type(ann, 'apply script')
  expect(player.skills.get('literacy')).toBe(2 * 292)
  for (const name of ['tome', 'prayer']) giveUnidentified(name)
  for (let tries = 0; tries < 40; tries++) yard.type(ann, 'use_skill literacy')
  expect(player.skills.get('literacy')).toBe(4 * 292)
})

describe('texts of a world with skills', () => {
  const archetypes = [
    'skill_literacy 43 skill literacy subtype 8 invisible 1',
    'skill_sorcery 43 skill sorcery subtype 35 invisible 1',
    'skill_smithery 43 skill smithery subtype 3 invisible 1',
    'tome 8 face milk.111 weight 10 skill literacy msg Hello',
    'script 111 face milk.111 weight 10 skill literacy / spell_glow',
    'grimoire 85 face milk.111 weight 10 skill literacy / spell_glow',
    'primer 130 face milk.111 weight 10 skill smithery',
    'spell_glow 101 subtype 24 duration 100 Str 1 level 1 skill sorcery sp 2',
    'skill_praying 43 skill praying subtype 30 invisible 1',
    'psalter 85 face milk.111 weight 10 skill literacy / spell_bless',
    'spell_bless 101 subtype 24 duration 100 Str 1 level 1 skill praying grace 2',
  ]

  it.each(['tome', 'script', 'grimoire'])(
    '[CF-25.12] %s is neither read nor identified nor used up by a player who lacks its skill',
    async (name) => {
      const { yard, ann } = await openHall({ archetypes })
      const text = yard.give(ann, `arch ${name}\nidentified 0`)
      expect(yard.type(ann, `apply ${name}`)).toEqual([
        `You cannot read the ${name}: you need the skill literacy.`,
      ])
      expect([ann.player.inventory.includes(text), isUnidentified(text)]).toEqual([true, true])
    },
  )

  /** The messages of 60 studies by a player with `Int`, `Wis` and experience in literacy. */
  async function study(
    name: string,
    abilities: { readonly Int: number; readonly Wis: number },
    literacy = 0,
  ) {
    const { yard, ann } = await openHall({ archetypes })
    const { player } = ann
    Object.assign(player.origin.abilities, abilities)
    const told = new Set<string | undefined>()
    for (let n = 0; n < 60; n++) {
      player.spells.clear()
      player.skills.delete('smithery')
      for (const skill of ['sorcery', 'praying']) player.skills.set(skill, 0)
      player.skills.set('literacy', literacy)
      player.markUnsaved()
      yard.give(ann, `arch ${name}`)
      told.add(yard.type(ann, `apply ${name}`).at(-1))
    }
    expect(player.inventory.some(({ archetype }) => archetype.id.startsWith(`arch ${name}`))).toBe(false)
    return [...told].sort()
  }
  const levelTwenty = 8_500_000
  const [foolish, clever, wise] = [
    { Int: 8, Wis: 8 },
    { Int: 20, Wis: 1 },
    { Int: 1, Wis: 20 },
  ]

  it.each([
    ['grimoire', 'spell glow'],
    ['psalter', 'spell bless'],
    ['primer', 'smithery'],
  ])('[CF-25.13] the study of a %s succeeds or fails, and always uses it up', async (name, taught) => {
    expect(await study(name, foolish)).toEqual([`You fail to learn ${taught}.`, `You learn ${taught}.`])
  })

  it('[CF-25.13] with Int 20 a player learns every spell and skill, with Wis 20 every prayer, and with level 20 of literacy every spell', async () => {
    expect(await study('grimoire', clever)).toEqual(['You learn spell glow.'])
    expect(await study('primer', clever)).toEqual(['You learn smithery.'])
    expect(await study('psalter', wise)).toEqual(['You learn spell bless.'])
    expect(await study('grimoire', foolish, levelTwenty)).toEqual(['You learn spell glow.'])
    for (const [name, abilities] of [
      ['grimoire', wise],
      ['primer', wise],
      ['psalter', clever],
    ] as const)
      expect((await study(name, abilities))[0]).toContain('You fail to learn')
    expect((await study('primer', foolish, levelTwenty))[0]).toContain('You fail to learn')
  })

  it('[CF-25.12] a spell learnt from a spellbook gives experience in literacy', async () => {
    const { yard, ann } = await openHall({ archetypes })
    const { player } = ann
    Object.assign(player.origin.abilities, clever)
    for (const skill of ['literacy', 'sorcery']) player.skills.set(skill, 0)
    player.markUnsaved()
    yard.give(ann, 'arch grimoire')
    yard.type(ann, 'apply grimoire')
    expect(player.skills.get('literacy')).toBe(
      player.characterRules.skills.find(({ name }) => name === 'literacy')!.experience,
    )
  })
})
