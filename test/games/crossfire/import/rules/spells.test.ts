import { expect, it } from 'vitest'
import { ImportCoverage } from '../../../../../games/crossfire/import/catalog/coverage.ts'
import { parseArchetypes, parseMapObjects } from '../../../../../games/crossfire/import/format/objects.ts'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import { SpellSync } from '../../../../../games/crossfire/protocol/client-view/spell-sync.ts'
import { type FromServer, fromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { spellCost } from '../../../../../games/crossfire/rules/magic/casting.ts'
import { requireSpell } from '../../../../../games/crossfire/rules/magic/spells.ts'
import { listPiles, positionOf, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall, readScroll } from '../harness/imported-hall.ts'
import { archetypesOf } from '../harness/object-lines.ts'
import * as world from '../harness/small-world.ts'
import treasures from './data/spells.trs'

const archetypes = [
  // The archetypes of effects and creatures of spells.
  'glint 102 face milk.111 no_pick 1',
  'bang 102 face crate.111 no_pick 1',
  'flame 102 face post.111 no_pick 1',
  'ox 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 1 speed 0 level 1 Wis 12',
  'ghoul 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 1 speed 0 level 1 undead 1',
  'imp 0 face cat.131 monster 1 alive 1 hp 5 ac 5 wc 1 dam 3 speed 0.5 level 1',
  'mage 0 face cat.131 monster 1 alive 1 hp 50 ac 20 dam 1 speed 1 level 1 Wis 12 stand_still 1 can_cast_spell 1 randomitems lore / lance',
  // Spells.
  'lance 101 subtype 4 dam 20 dam_modifier 1 range 8 attacktype 2 other_arch glint skill evocation level 1 sp 3 path_attuned 8',
  'shell 101 subtype 5 dam 9 range 6 food 4 attacktype 4 other_arch glint',
  'breath 101 subtype 7 dam 9 range 3 attacktype 4 other_arch flame',
  'nova 101 subtype 16 dam 9 range 2 attacktype 2 other_arch flame',
  'stun 101 subtype 7 range 4 dam 20 attacktype 4096 other_arch flame',
  'turning 101 subtype 7 range 4 attacktype 8192 other_arch flame',
  'peace 101 subtype 34 range 3 unaggressive 1 other_arch glint',
  'dispelling 101 subtype 7 range 4 attacktype 524288 other_arch flame',
  'mine 101 subtype 8 dam 40 duration 1 range 3 attacktype 1 other_arch bang',
  'roaming_spark 101 subtype 35 dam 5 duration 12 attacktype 8 other_arch glint',
  'flock 101 subtype 36 duration 3 other_arch shell',
  'wrath 101 subtype 10 dam 30 range 1 attacktype 1048576 other_arch flame skill praying grace 3',
  'mend 101 subtype 21 dam 5 attacktype 33 skill praying',
  'might 101 subtype 24 duration 250 Str 3 resist_fire 40 ac 2 exp 5',
  'night_eyes 101 subtype 24 duration 250 can_see_in_dark 1',
  'wings 101 subtype 24 duration 250',
  'recovery 101 subtype 24 duration 250 hp 1',
  'embers 101 subtype 24 duration 250 attacktype 4',
  'webs 101 subtype 7 range 4 other_arch web_cone',
  'web_cone 102 face milk.111 no_pick 1 other_arch web',
  'web 0 face milk.111 no_pick 1 move_slow walk',
  'truce 101 subtype 7 range 4 other_arch flame',
  'glow 101 subtype 44 range 5 other_arch glint',
  'veil 101 subtype 19 duration 250 race undead',
  'surprise 101 subtype 9 randomitems lore',
  'watcher 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 1 speed 1 level 1 Wis 12 undead 1',
  'bruin 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 1 speed 1 level 1 Wis 12',
  'spark_hater 0 face cat.131 monster 1 alive 1 hp 500 ac 20 dam 1 speed 0 level 1 resist_physical 100',
  'stray_changer 57 face stair.111 no_pick 1',
  'changer 57 face stair.111 no_pick 1 speed 1 slaying /hall hp 9 sp 5',
  'call_imp 101 subtype 12 duration 250 other_arch imp',
  'call_many 101 subtype 27 level 2 randomitems pets',
  'call_stone 101 subtype 12 other_arch hedge',
  'fence 101 subtype 15 duration 250 range 1 dam 3 attacktype 4 other_arch flame',
  'rampart 101 subtype 15 duration 250 range 1 other_arch hedge',
  'drain 101 subtype 37 dam -5',
  'dawn 101 subtype 43 dam -4',
  'dim 101 subtype 43 dam 2',
  'step 101 subtype 13 range 4',
  'survey 101 subtype 14',
  'insight 101 subtype 17',
  'crumble 101 subtype 23 range 2',
  'sense 101 subtype 33 range 5 known_magical 1 other_arch glint',
  'smell 101 subtype 33 range 5 monster 1 other_arch glint',
  'fletch 101 subtype 39 duration 4 other_arch quill',
  'undo 101 subtype 38',
  'fill 101 subtype 28 dam 16',
  'gaze 101 subtype 20 range 9',
  'hide 101 subtype 19 duration 250',
  'fate 101 subtype 45 dam 4',
  'endless 101 subtype 36 other_arch endless',
  'call_circle 101 subtype 27 randomitems circle',
  'case 109 face milk.111 weight 100 randomitems circle',
  'blank 101 subtype 2',
  'stub 109 face milk.111 weight 100 randomitems dull',
  'purge 101 subtype 21 attacktype 33554432',
  'muddle 101 subtype 24 attacktype 32 other_arch glint',
  'haze 67 face milk.111 no_pick 1',
  'mist 102 subtype 7 face milk.111 no_pick 1',
  'call_haze 101 subtype 27 other_arch haze',
  // Spell holders.
  'page 111 face milk.111 nrof 1 weight 10 randomitems lore',
  'stick 109 face milk.111 weight 100 level 4 randomitems lore',
  'rod 3 face milk.111 weight 100 level 4 maxhp 2 randomitems lore',
  'tome 85 face milk.111 weight 100 randomitems lore',
  'tonic 5 face milk.111 weight 100 nrof 1 resist_cold 90',
  'elixir 5 face milk.111 weight 100 nrof 1 attacktype 65536',
  'draught 5 face milk.111 weight 100 nrof 1 / mend',
  'quill 13 face milk.111 nrof 1 weight 5 dam 2 race arrows name_pl quills',
  'muzzle 62 face hedge.111 no_pick 1 move_block all direction 7 speed 0.5 / lance',
  'glyph 154 face post.111 no_pick 1 hp 1 level 5',
]

const hall = (...things: readonly string[]) => openHall({ archetypes, treasures }, ...things)

const creature = (yard: Yard, ann: RecordingListener, x: number, y = 3) => yard.level(ann).creatureAt(x, y)
const hpAt = (yard: Yard, ann: RecordingListener, x: number, y = 3) => creature(yard, ann, x, y)!.life!.hp
const effects = (yard: Yard, ann: RecordingListener) =>
  [...yard.level(ann).effects].map(({ archetype }: Thing) => archetype.id.split('\n')[0])

it('[CF-22.1] a spell learnt from a book survives a restart, has its archetype’s cost, and takes its casting time plus a tick', async () => {
  const { yard, ann } = await hall('ox 6,3')
  const { player } = ann
  player.skills.set('evocation', 0)
  Object.assign(player.origin.abilities, { Int: 20 })
  player.markUnsaved()
  yard.give(ann, 'arch tome\npacketboat_spell lance')
  yard.type(ann, 'apply tome of lance')
  expect([...player.spells]).toContain('arch lance')
  player.sp = 3
  yard.type(ann, 'cast lance')
  expect(player.readied).toEqual({ with: 'spell', name: 'arch lance' })
  yard.world.save()
  yard.restart()
  expect([...ann.player.spells]).toContain('arch lance')
  const own = ann.player.archetypes!.spell!('arch lance')!
  expect(own.tag).toBeGreaterThan(1000)
  expect(own.path).toBe(8)
  ann.player.sp = 6
  for (const spell of [own.tag, 'lance']) yard.type(ann, `invoke ${spell}`)
  expect(ann.player.sp).toBe(0)
  expect([own.ticks, yard.world.runCommand(ann.player, 'invoke lance')]).toEqual([3, 4 * yard.world.tickMs])
  expect(yard.type(ann, 'invoke lance')).toEqual(['You do not have enough spell points.'])
})

it('[CF-22.1] [CF-14.1] clients receive the costs and picture of a new spell, and the number of a removed spell', async () => {
  const { ann } = await hall()
  const sent: FromServer[] = []
  const shown: number[] = []
  const told = new SpellSync((packet) => sent.push(packet), {
    sendFace: (face) => shown.push(face),
    sendAnimation() {},
  })
  ann.player.spells.clear()
  ann.player.spells.add('arch lance')
  ann.player.markUnsaved()
  told.sync(ann.player, 2)
  ann.player.spells.clear()
  ann.player.markUnsaved()
  told.sync(ann.player, 2)
  const [added, deleted] = sent.map((packet) => fromServer.decode(fromServer.encode(packet)))
  const spell = { name: 'lance', level: 1, mana: 3, grace: 0, path: 8, damage: 20 }
  expect(added).toMatchObject({ type: 'addspell', spells: [spell] })
  expect(shown).toEqual(added?.type === 'addspell' ? [added.spells[0]!.face] : undefined)
  expect(deleted).toMatchObject({ type: 'delspell', tag: ann.player.archetypes!.spell!('arch lance')!.tag })
})

it('[CF-22.3] a bolt has the picture of its imported effect and passes through targets', async () => {
  const { yard, ann } = await hall('ox 4,3', 'ox 6,3')
  readScroll(yard, ann, 'lance')
  expect(effects(yard, ann)).toEqual(['arch glint'])
  yard.tick(8)
  expect(hpAt(yard, ann, 4)).toBeLessThan(500)
  expect(hpAt(yard, ann, 6)).toBeLessThan(500)
  expect(effects(yard, ann)).toEqual([])
})

it('[CF-22.3] a bullet bursts at its end, a swarm has several missiles, and a ball wanders until it is spent', async () => {
  const { yard, ann } = await hall('ox 5,3', 'ox 6,4')
  readScroll(yard, ann, 'shell')
  yard.tick(4)
  expect(hpAt(yard, ann, 5)).toBeLessThan(500)
  expect(hpAt(yard, ann, 6, 4)).toBeLessThan(500)
  yard.tick(10)
  readScroll(yard, ann, 'flock')
  expect(effects(yard, ann)).toHaveLength(3)
  yard.tick(20)
  readScroll(yard, ann, 'roaming_spark')
  expect(effects(yard, ann)).toEqual(['arch glint'])
  yard.tick(20)
  expect(effects(yard, ann)).toEqual([])
})

it('[CF-22.3] a bomb stays in place and then explodes', async () => {
  const { yard, ann } = await hall('ox 3,3')
  readScroll(yard, ann, 'mine')
  yard.tick(3)
  expect(hpAt(yard, ann, 3)).toBe(500)
  expect(effects(yard, ann)).toEqual(['arch bang'])
  yard.tick(3)
  expect(hpAt(yard, ann, 3)).toBeLessThan(500)
  expect(ann.player.hp).toBe(ann.player.stats.maxHp)
})

it('[CF-22.4] a cone hits targets ahead but not behind walls, and a blast hits targets in all directions', async () => {
  const { yard, ann } = await hall('ox 4,3', 'ox 4,4', 'ox 2,5', 'hedge 4,2', 'hedge 4,1', 'ox 5,1')
  readScroll(yard, ann, 'breath')
  expect([hpAt(yard, ann, 4) < 500, hpAt(yard, ann, 4, 4) < 500]).toEqual([true, true])
  expect([hpAt(yard, ann, 2, 5), hpAt(yard, ann, 5, 1)]).toEqual([500, 500])
  readScroll(yard, ann, 'nova')
  expect(hpAt(yard, ann, 2, 5)).toBeLessThan(500)
})

it('[CF-22.4] a smite hits the nearest visible target ahead and its neighbours', async () => {
  const { yard, ann } = await hall('ox 7,4', 'ox 8,4', 'ox 1,3')
  readScroll(yard, ann, 'wrath')
  expect([hpAt(yard, ann, 7, 4) < 500, hpAt(yard, ann, 8, 4) < 500]).toEqual([true, true])
  expect(hpAt(yard, ann, 1)).toBe(500)
})

it('[CF-22.5] held creatures do nothing, turning affects only undead, and calmed creatures stop attacking', async () => {
  const { yard, ann } = await hall('ox 4,3', 'ghoul 4,4')
  const ailing = (y: number) => [...(creature(yard, ann, 4, y)!.life!.statusEffects?.keys() ?? [])]
  for (let n = 0; n < 10 && ailing(3).length === 0; n++) readScroll(yard, ann, 'stun')
  expect(ailing(3)).toEqual(['held'])
  const before = ailing(3)
  for (let n = 0; n < 10 && !ailing(4).includes('afraid'); n++) readScroll(yard, ann, 'turning')
  expect(ailing(4)).toContain('afraid')
  expect(ailing(3)).toEqual(before)
  for (let n = 0; n < 10 && !ailing(3).includes('calm'); n++) readScroll(yard, ann, 'peace')
  expect(ailing(3)).toContain('calm')
})

it('[CF-22.6] healing cures ailments, and bonuses from spells and potions end after some time and survive a restart', async () => {
  const { yard, ann } = await hall()
  ann.player.hp = 1
  ann.player.effects.set('confused', { endsAt: Number.MAX_SAFE_INTEGER, strength: 1 })
  yard.give(ann, 'arch draught')
  yard.type(ann, 'apply draught')
  expect(ann.player.hp).toBe(6)
  expect(ann.player.effects.has('confused')).toBe(false)
  const before = ann.player.stats
  readScroll(yard, ann, 'might')
  yard.world.save()
  yard.restart()
  const after = ann.player.stats
  expect(after.abilities.Str).toBe(before.abilities.Str + 3)
  expect(after.resists.fire).toBe(40)
  expect(after.ac).toBe(before.ac - 2)
  expect(after.speed).toBeCloseTo(before.speed + 0.5)
  yard.give(ann, 'arch tonic')
  yard.type(ann, 'apply tonic')
  expect(ann.player.stats.resists.cold).toBe(90)
  yard.tick(260)
  expect(ann.player.stats.abilities.Str).toBe(before.abilities.Str)
  yard.tick(1000)
  expect(ann.player.stats.resists.cold).toBeUndefined()
})

it('[CF-22.6] a potion that cures unsupported ailments is used up, fog is placed as a wall, and confusion affects targets ahead', async () => {
  const { yard, ann } = await hall('ox 4,3')
  yard.give(ann, 'arch elixir')
  expect(yard.type(ann, 'apply elixir')).toContain('You were not wounded.')
  expect(ann.player.inventory).toEqual([])
  readScroll(yard, ann, 'call_haze')
  expect(effects(yard, ann)).toContain('arch haze')
  const ills = () => [...(creature(yard, ann, 4)!.life!.statusEffects?.keys() ?? [])]
  for (let n = 0; n < 10 && ills().length === 0; n++) readScroll(yard, ann, 'muddle')
  expect(ills()).toEqual(['confused'])
})

it('[CF-22.6] a mana spell with a negative `dam` takes spell points from the player ahead', async () => {
  const { yard, ann } = await hall()
  const bob = yard.join('Bob', 3, 3)
  bob.player.sp = 8
  readScroll(yard, ann, 'drain')
  expect(bob.player.sp).toBe(3)
})

it('[CF-22.7] summoned creatures fight monsters and disappear after a time or a restart', async () => {
  const { yard, ann } = await hall('ox 5,3')
  readScroll(yard, ann, 'call_imp')
  const imp = creature(yard, ann, 3)
  expect(imp?.archetype.traits.role).toBe('person')
  yard.tick(60)
  expect(hpAt(yard, ann, 5)).toBeLessThan(500)
  yard.tick(260)
  expect(yard.level(ann).creatures.size).toBe(1)
  readScroll(yard, ann, 'call_many')
  expect(yard.level(ann).creatures.size).toBe(2)
  yard.world.save()
  yard.restart()
  expect(yard.level(ann).creatures.size).toBe(1)
})

it('[CF-22.7] players swap places with summoned creatures', async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'call_imp')
  const imp = creature(yard, ann, 3)
  expect(yard.type(ann, 'east')).toEqual([])
  expect([positionOf(ann), imp?.location]).toMatchObject([[3, 3], { x: 2, y: 3 }])
})

it('[CF-22.8] a wall spell blocks the way for a time, and fire damages those who step into it', async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'rampart')
  expect([2, 3, 4].map((y) => yard.level(ann).blocksMovement(3, y))).toEqual([true, true, true])
  yard.tick(260)
  expect(yard.level(ann).blocksMovement(3, 3)).toBe(false)
  readScroll(yard, ann, 'fence')
  yard.walk(ann, 'e')
  yard.tick(4)
  expect(ann.texts()).toContain('The flame hurts you.')
})

it("[CF-22.8] created arrows go to the caster's inventory", async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'fletch')
  expect(listPiles(ann.player.inventory)).toEqual(['4 quill'])
})

it('[CF-22.9] a monster has the spells of its map and of its treasure list, and casts them at players', async () => {
  const { yard, ann } = await hall('mage 6,3')
  for (let n = 0; n < 200 && ann.player.hp === ann.player.stats.maxHp; n++) yard.tick(1)
  expect(ann.player.hp).toBeLessThan(ann.player.stats.maxHp)
  const inside = yard.level(ann).plan.spawns[0]!.inside!
  expect(inside.map(({ id }) => id)).toEqual(['arch lance', 'arch lance'])
})

it('[CF-22.9] a wall casts the spell of its archetype or of its map, and a rune casts on the player who steps on it', async () => {
  const { yard, ann } = await hall('muzzle 10,3', 'muzzle 10,5 / breath', 'glyph 2,1 other_arch shell')
  const hurt = (ticks: number): boolean => {
    ann.player.hp = 500
    yard.tick(ticks)
    return ann.player.hp < 500
  }
  expect(hurt(16)).toBe(true)
  yard.stand(ann, 8, 5)
  expect(hurt(4)).toBe(true)
  yard.stand(ann, 1, 1)
  expect(hurt(4)).toBe(false)
  yard.walk(ann, 'e')
  yard.tick(1)
  expect(ann.player.hp).toBeLessThan(500)
})

it('[CF-22.2] [CF-22.9] an altar casts its spell on the player who makes the offering', async () => {
  const { yard, ann } = await hall('board 2,3 / mend')
  yard.give(ann, 'arch milk', 2)
  ann.player.hp = 1
  yard.type(ann, 'drop milk')
  yard.tick(1)
  expect(ann.player.hp).toBe(6)
})

it('[CF-22.9] wands, rods and scrolls of a map cast the spell that the map puts inside, or a drawn spell', async () => {
  const { yard, ann } = await hall('stick 2,3 / breath', 'rod 2,3', 'page 2,3 nrof 3', 'ox 4,3')
  yard.type(ann, 'take')
  for (const each of ['stick', 'rod', 'page']) yard.type(ann, `take ${each}`)
  for (const each of ['rod', 'page', 'stick']) yard.type(ann, `apply ${each}`)
  expect(listPiles(ann.player.inventory).toSorted()).toEqual([
    '1 rod of lance (lvl 4)',
    '1 stick of breath (lvl 4)',
    '2 page of lance (lvl 1)',
  ])
  yard.type(ann, 'apply rod of lance')
  const rod = ann.player.inventory.find(({ archetype }) => archetype.name.one.startsWith('rod of lance'))!
  for (let n = 0; n < 3; n++) yard.type(ann, 'fire 3')
  yard.type(ann, 'fire_stop')
  expect(rod.charges).toBe(0)
  yard.tick(5)
  expect(hpAt(yard, ann, 4)).toBeLessThan(500)
  yard.tick(85)
  expect(rod.charges).toBe(2)
  yard.type(ann, 'apply stick of breath')
  const before = hpAt(yard, ann, 4)
  yard.type(ann, 'fire 3')
  yard.type(ann, 'fire_stop')
  expect(hpAt(yard, ann, 4)).toBeLessThan(before)
  readScroll(yard, ann, 'fill')
  expect(rod.charges).toBe(2)
})

it('[CF-22.9] spells are drawn repeatedly until a supported spell is drawn', async () => {
  const { yard, ann } = await hall(...[2, 3, 4, 5, 6, 7].map((x) => `stub ${x},3`))
  const cast = [2, 3, 4, 5, 6, 7].map((x) => {
    const { traits } = yard.level(ann).thingsAt(x, 3).at(-1)!.archetype
    return traits.role === 'wand' ? traits.spell : traits.role
  })
  expect(new Set(cast)).toEqual(new Set(['arch lance']))
})

it('[CF-22.9] spells and treasure lists that refer to themselves are followed only once', async () => {
  const { yard, ann } = await hall('case 2,3', 'case 3,3', 'case 4,3', 'case 5,3')
  const names = [2, 3, 4, 5].map((x) => listPiles(yard.level(ann).thingsAt(x, 3)).at(-1))
  for (const name of names) expect(['1 case', '1 case of lance']).toContain(name)
  expect(ann.player.archetypes!.spell!('arch endless')).toBeUndefined()
  expect(ann.player.archetypes!.spell!('arch call_circle')).toBeUndefined()
})

it('[CF-22.10] utility spells reveal, open, teleport and change light', async () => {
  const { yard, ann } = await hall('ox 6,3', 'bank 3,4', 'snare 3,3', 'stick 4,2 magic 2')
  expect(yard.level(ann).extraDarkness).toBe(0)
  readScroll(yard, ann, 'dawn')
  expect(yard.level(ann).extraDarkness).toBe(-4)
  readScroll(yard, ann, 'dim')
  expect(yard.level(ann).extraDarkness).toBe(-2)
  readScroll(yard, ann, 'survey')
  expect(ann.maps).toHaveLength(1)
  expect(readScroll(yard, ann, 'gaze')).toContain('ox: level 1, 500 of 500 hp.')
  expect(readScroll(yard, ann, 'insight').join()).toContain('hp')
  readScroll(yard, ann, 'smell')
  expect(listPiles(yard.level(ann).thingsAt(6, 3))).toContain('1 glint')
  readScroll(yard, ann, 'sense')
  expect(listPiles(yard.level(ann).thingsAt(4, 2))).toContain('1 glint')
  expect(yard.level(ann).blocksMovement(3, 4)).toBe(true)
  readScroll(yard, ann, 'crumble')
  expect(yard.level(ann).blocksMovement(3, 4)).toBe(false)
  expect(readScroll(yard, ann, 'undo')).toContain('You disarm a trap.')
  expect(readScroll(yard, ann, 'undo')).toContain('There is no trap here.')
  readScroll(yard, ann, 'step')
  expect([ann.player.x, ann.player.y]).toEqual([5, 3])
  readScroll(yard, ann, 'hide')
  expect(ann.player.effects.has('unseen')).toBe(true)
})

it('[CF-22.1] [CF-20.9] a wall that casts is supported if its spell is supported, and a spell if its subtype is supported', () => {
  const parsed = parseArchetypes('archetypes', world.archetypes + archetypesOf(archetypes))
  const all = new Map(parsed.map((each) => [each.arch, each]))
  const mute = (text: string): readonly string[] => {
    const coverage = new ImportCoverage(all)
    coverage.count(parseMapObjects('a map', text))
    return [...coverage.types.values()]
      .filter(({ things, living }) => living < things)
      .map(({ name }) => name)
      .sort()
  }
  const inside = (arch: string, name: string) => `arch ${arch}\narch ${name}\nend\nend\n`
  expect(mute('arch muzzle\nend\n')).toEqual([])
  expect(mute(inside('muzzle', 'fate'))).toEqual(['firewall', 'spell'])
  expect(mute(inside('muzzle', 'breath'))).toEqual([])
  expect(mute('arch glyph\nother_arch fate\nend\n')).toEqual(['rune'])
  expect(mute('arch glyph\nother_arch lance\nend\n')).toEqual([])
  expect(mute(inside('stick', 'wings'))).toEqual(['spell', 'wand'])
  for (const name of ['fate', 'wings', 'call_stone']) expect(mute(`arch ${name}\nend\n`)).toEqual(['spell'])
  expect(mute('arch stray_changer\nend\n')).toEqual(['player changer'])
  for (const name of ['tonic', 'elixir', 'purge', 'muddle', 'call_haze', 'mist', 'night_eyes', 'dispelling'])
    expect(mute(`arch ${name}\nend\n`)).toEqual([])
})

it('[CF-22.6] a regeneration spell restores hp faster, a searing spell adds an attack type to blows, and sight in the dark acts as a light', async () => {
  const { yard, ann } = await hall('spark_hater 3,3')
  const { player } = ann
  player.hp = 1
  yard.tick(100)
  const usual = player.hp
  readScroll(yard, ann, 'recovery')
  player.hp = 1
  yard.tick(100)
  expect(player.hp).toBeGreaterThan(usual)
  const strike = () => {
    for (let n = 0; n < 12; n++) yard.type(ann, 'east')
    return hpAt(yard, ann, 3)
  }
  expect(strike()).toBe(500)
  readScroll(yard, ann, 'embers')
  expect(strike()).toBeLessThan(500)
  readScroll(yard, ann, 'night_eyes')
  expect(player.lightRadius).toBe(3)
})

it('[CF-22.5] a spell of webs slows its target, and a truce calms it', async () => {
  const { yard, ann } = await hall('ox 4,3', 'ox 5,3')
  for (let n = 0; n < 10; n++) for (const name of ['webs', 'truce']) readScroll(yard, ann, name)
  const { statusEffects } = creature(yard, ann, 4)!.life!
  expect([...statusEffects!.keys()].sort()).toEqual(['calm', 'slow'])
})

it('[CF-22.10] countering removes effects that other spells have placed', async () => {
  const { yard, ann } = await hall()
  yard.stand(ann, 2, 5)
  readScroll(yard, ann, 'fence')
  readScroll(yard, ann, 'roaming_spark')
  yard.tick(6)
  const flames = () => [4, 5, 6].map((y) => yard.level(ann).thingsAt(3, y).length - 1)
  expect(Math.min(...flames())).toBe(1)
  yard.stand(ann, 1, 5)
  readScroll(yard, ann, 'dispelling')
  yard.tick(20)
  expect(flames()).toEqual([0, 0, 0])
})

it('[CF-22.10] faery fire marks monsters with an effect, and wonder casts a spell of its list', async () => {
  const { yard, ann } = await hall('ox 5,3')
  readScroll(yard, ann, 'glow')
  expect(effects(yard, ann)).toContain('arch glint')
  for (let n = 0; n < 4; n++) readScroll(yard, ann, 'surprise')
  yard.tick(4)
  expect(hpAt(yard, ann, 5)).toBeLessThan(500)
})

it('[CF-22.10] a player who is invisible to the undead is visible to all other monsters', async () => {
  const { yard, ann } = await hall('watcher 5,3')
  readScroll(yard, ann, 'veil')
  const { hp } = ann.player
  yard.tick(30)
  expect(ann.player.hp).toBe(hp)
  const { yard: other, ann: eve } = await hall('bruin 5,3')
  readScroll(other, eve, 'veil')
  other.tick(30)
  expect(eve.player.hp).toBeLessThan(hp)
})

it('[CF-20.14] a player changer moves players to its destination', async () => {
  const { yard, ann } = await hall('changer 3,3')
  yard.walk(ann, 'e')
  yard.tick(3)
  expect(positionOf(ann)).toEqual([9, 5])
})

it('[CF-22.22] a spell costs more the further the caster’s level is above the spell’s level', async () => {
  const line = 'orb 101 subtype 4 skill evocation level 3 sp 5 maxsp 4 grace 2 maxgrace 8 other_arch milk'
  const { player } = (await openHall({ archetypes: [line] })).ann
  const orb = requireSpell('arch orb', player.archetypes)
  const costs = [1, 3, 5, 7].map((level) => {
    player.skills.set('evocation', player.characterRules.levels[level - 1]!)
    player.markUnsaved()
    return spellCost(player, orb)
  })
  expect(costs.map(({ sp, grace }) => [sp, grace])).toEqual([
    [5, 2],
    [5, 2],
    [7, 2],
    [10, 3],
  ])
  Object.assign(player.characterRules, { spellCostsAreFixed: true })
  const fixed = spellCost(player, orb)
  expect([fixed.sp, fixed.grace]).toEqual([5, 2])
})
