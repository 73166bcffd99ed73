import { expect, it } from 'vitest'
import { PlayerView } from '../../../../../games/crossfire/model/view/player-view.ts'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall, readScroll } from '../harness/imported-hall.ts'

const archetypes = [
  'ox 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc 5 dam 1 speed 0 level 3',
  'boar 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 5 speed 1 level 3 Wis 12',
  'sleeper 0 face cat.131 monster 1 alive 1 hp 500 ac 20 wc -20 dam 5 speed 1 level 3 Wis 12 sleep 1',
  'shaman 0 face cat.131 monster 1 alive 1 hp 50 ac 20 wc 20 dam 1 speed 1 level 1 Wis 12 stand_still 1 can_cast_spell 1 randomitems NONE',
  'hex 101 subtype 26 range 5 duration 250 ac -1 wc -1 skill praying',
  'consecrate 101 subtype 40 level 8 skill praying',
  'transmute 101 subtype 30 duration 1 duration_modifier 5 dam_modifier 1',
  'revive 101 subtype 1 skill praying',
  'taunt 101 subtype 34 level 5 range 10 undead 1 monster 1',
  'strife 101 subtype 34 level 5 range 5 berserk 1',
  'Oma 50 monster 1 alive 1 can_use_weapon 1 can_use_armour 1 can_use_shield 1 race imps,cats slaying oxen attacktype 4 resist_fire 30 randomitems Oma',
  'oma_avatar 8 invisible 1 name avatar other_arch giant',
  'giant 46 face cat.131 monster 1 alive 1 hp 50 ac 5 wc 1 dam 30 speed 0.5 level 20',
  'imp 0 face cat.131 monster 1 alive 1 hp 5 ac 5 wc 1 dam 3 speed 0.5 level 1',
  'demon 0 face cat.131 monster 1 alive 1 hp 5 ac 5 wc 1 dam 3 speed 0.5 level 90',
  'call_avatar 101 subtype 12 level 20 race avatar duration 380 duration_modifier 5 skill praying',
  'call_servant 101 subtype 12 level 12 race holy~servant skill praying',
  'call_cult 101 subtype 27 level 6 race GODCULTMON attack_movement 16 skill praying',
  'blaze 101 subtype 46 duration 100 dam 6 attacktype 4 other_arch blaze_force skill praying',
  'haven 101 subtype 46 duration 100 attacktype 524288 other_arch blaze_force skill praying',
  'blaze_force 102 subtype 46 face milk.111 no_pick 1',
  'lance 101 subtype 4 dam 20 range 12 attacktype 2 other_arch blaze_force',
  'muzzle 62 face hedge.111 no_pick 1 move_block all direction 7 speed 0.5 / lance',
  'float 101 subtype 24 duration 250 move_type fly_low',
  'glass 101 subtype 24 duration 250 xrays 1',
  'feather 5 face milk.111 weight 10 nrof 1 move_type fly_low',
  'pitfall 94 face stair.111 no_pick 1 hp 9 sp 1 speed 0.2',
  'screen 0 face hedge.111 no_pick 1 move_block all blocksview 1',
  'gateway 101 subtype 47 slaying portal',
  'portal 66 face stair.111 no_pick 1',
  'hatch 66 face stair.111 no_pick 1 slaying /pit hp 2 sp 1',
  'Ork 50 monster 1 alive 1 can_use_weapon 1 can_use_armour 1 can_use_shield 1 randomitems NONE',
  'altar_oma 56 face post.111 no_pick 1 other_arch Oma level 5',
  'altar_ork 56 face post.111 no_pick 1 other_arch Ork level 5',
  'high_altar 56 face post.111 no_pick 1 other_arch Ork level 50',
  'smallnugget 60 face milk.111 nrof 1 weight 40 value 40',
  'largenugget 60 face milk.111 nrof 1 weight 400 value 400',
  'idol 0 face milk.111 weight 100 value 20000',
  'anvil 0 face milk.111 weight 5000 value 20000',
  'pot 122 face milk.111 weight 100 is_cauldron 1',
  'gem 60 face milk.111 nrof 1 weight 10 value 16000 identified 1',
  'remains 157 face milk.111 weight 75000',
  'page 111 face milk.111 nrof 1 weight 10',
]

const treasures = 'treasure Oma\n  arch oma_avatar\nend\n'
const races = '# A comment.\nRACE imps\n  !imp\n  @ox\n  demon\n  nobody\n'
const hall = (...things: readonly string[]) =>
  openHall({ archetypes, treasures, races, maps: { pit: [], den: [] } }, ...things)

const creature = (yard: Yard, ann: RecordingListener, x: number, y = 3) => yard.level(ann).creatureAt(x, y)!
const follow = ({ player }: RecordingListener, god: string) => {
  player.faith = { god, granted: new Set() }
  player.markUnsaved()
}

it('[CF-22.16] a curse worsens ac and wc of the first foe ahead for a time', async () => {
  const { yard, ann } = await hall('ox 5,3', 'ox 6,3', 'shaman 2,1 / hex')
  expect(readScroll(yard, ann, 'hex')).toContain('You curse the ox.')
  expect([...creature(yard, ann, 5).life!.statusEffects!.keys()]).toEqual(['cursed'])
  expect(creature(yard, ann, 6).life!.statusEffects).toBe(undefined)
  ann.player.facing = 7
  expect(readScroll(yard, ann, 'hex')).toContain('There is no one in that direction to curse.')
  const { ac, wc } = ann.player.stats
  for (let n = 0; n < 200 && !ann.player.effects.has('cursed'); n++) yard.tick(1)
  expect([ann.player.stats.ac, ann.player.stats.wc]).toEqual([ac + 1, wc + 1])
})

it.each([
  { altar: 'altar_ork', god: 'Oma', told: 'You consecrate the altar to Oma.', becomes: 'Oma' },
  { altar: 'high_altar', god: 'Oma', told: 'You are not powerful enough', becomes: 'Ork' },
  { altar: 'altar_ork', god: undefined, told: 'You follow no god', becomes: 'Ork' },
  { altar: undefined, god: 'Oma', told: 'You are not standing at an altar.', becomes: undefined },
])(
  '[CF-22.17] a player with the god $god who consecrates the altar $altar reads: $told',
  async ({ altar, god, told, becomes }) => {
    const { yard, ann } = await hall(...(altar ? [`${altar} 2,3`] : []))
    if (god) follow(ann, god)
    expect(readScroll(yard, ann, 'consecrate').join()).toContain(told)
    yard.world.save()
    yard.restart()
    const traits = yard.level(ann).topThingWithRole(2, 3, 'altar')?.archetype.traits
    expect(traits?.role === 'altar' ? traits.god : undefined).toBe(becomes)
  },
)

it.each([
  { case: 'five percent of the value', things: ['idol 3,3'], left: ['2 largenugget', '5 smallnugget'] },
  { case: 'half of that for gems', things: ['gem 3,3'], left: ['1 largenugget'] },
  { case: 'nothing for cauldrons and things farther away', things: ['pot 3,3', 'idol 4,3'], left: ['1 pot'] },
  { case: 'nothing once the weight is spent', things: ['anvil 2,2', 'idol 3,3'], left: ['1 idol'] },
])('[CF-22.18] alchemy yields $case', async ({ things, left }) => {
  const { yard, ann } = await hall(...things)
  readScroll(yard, ann, 'transmute')
  expect(listPiles(yard.level(ann).thingsAt(3, 3)).slice(1)).toEqual(left)
})

it('[CF-22.19] resurrection raises no player, because players respawn at once, and destroys the body', async () => {
  const { yard, ann } = await hall()
  expect(readScroll(yard, ann, 'revive')).toContain('You need a body for this spell.')
  yard.give(ann, 'arch remains')
  yard.type(ann, 'drop remains')
  yard.walk(ann, 'w')
  ann.player.facing = 3
  expect(readScroll(yard, ann, 'revive')).toContain('The soul cannot be reached.')
  expect(yard.level(ann).thingsAt(2, 3)).toHaveLength(1)
})

it('[CF-22.12] a taunt wakes creatures and turns them against the caster', async () => {
  const { yard, ann } = await hall('sleeper 6,3')
  yard.tick(10)
  expect(creature(yard, ann, 6).life!.targetTag).toBe(undefined)
  const sleeper = creature(yard, ann, 6)
  for (let n = 0; n < 10 && sleeper.life!.targetTag === undefined; n++) readScroll(yard, ann, 'taunt')
  yard.tick(20)
  expect(sleeper.location).not.toMatchObject({ x: 6, y: 3 })
})

it('[CF-22.12] strife makes creatures attack the nearest creature or player', async () => {
  const { yard, ann } = await hall('boar 6,3', 'ox 8,3')
  const ox = creature(yard, ann, 8)
  for (let n = 0; n < 10 && !creature(yard, ann, 6).life!.statusEffects?.has('berserk'); n++)
    readScroll(yard, ann, 'strife')
  yard.tick(20)
  expect(ox.life!.hp).toBeLessThan(500)
})

it('[CF-22.20] an aura burns everybody next to the caster for a time, also after a restart', async () => {
  const { yard, ann } = await hall('ox 3,3', 'ox 5,3')
  readScroll(yard, ann, 'blaze')
  yard.tick(20)
  expect(creature(yard, ann, 3).life!.hp).toBeLessThan(480)
  expect(creature(yard, ann, 5).life!.hp).toBe(500)
  expect([...yard.level(ann).effects].length).toBeGreaterThan(0)
  yard.world.save()
  yard.restart()
  expect([...ann.player.effects.keys()]).toEqual(['aura arch blaze'])
  yard.tick(100)
  expect(ann.texts()).toContain('Your aura fades.')
})

it('[CF-22.20] an aura of countering stops spells next to the caster', async () => {
  const { yard, ann } = await hall('muzzle 9,3 / lance')
  readScroll(yard, ann, 'haven')
  yard.tick(80)
  expect(ann.texts().join()).not.toContain('You are hit')
  yard.tick(60)
  expect(ann.texts().join()).toContain('You are hit')
})

it('[CF-22.21] a portal leads from the place where it is opened to the remembered place and back, also after a restart', async () => {
  const { yard, ann } = await hall('hatch 8,3')
  const portals = () =>
    yard
      .level(ann)
      .thingsAt(ann.player.x, ann.player.y)
      .slice(1)
      .map(({ name }) => name?.one)
  expect(readScroll(yard, ann, 'gateway').join()).toContain('You fix this place in your mind.')
  yard.stand(ann, 8, 3)
  yard.type(ann, 'apply')
  expect(yard.level(ann).name).toBe('/pit')
  readScroll(yard, ann, 'gateway')
  expect(portals()).toEqual(["Ann's portal"])
  yard.world.save()
  yard.restart()
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, ann.player.x, ann.player.y]).toEqual(['/hall', 2, 3])
  yard.type(ann, 'apply')
  expect(yard.level(ann).name).toBe('/pit')
  // Creates another pair of portals, which replaces the first pair.
  readScroll(yard, ann, 'gateway')
  expect(portals()).toEqual(["Ann's portal"])
  yard.walk(ann, 'e')
  readScroll(yard, ann, 'gateway')
  expect(yard.level(ann).name).toBe('/pit')
  yard.type(ann, 'apply')
  expect([yard.level(ann).name, ann.player.x]).toEqual(['/pit', 2])
  expect(portals()).toEqual(["Ann's portal"])
})

it('[CF-22.21] [CF-16.11] the remembered place is deleted with the character', async () => {
  const { yard, ann } = await hall()
  readScroll(yard, ann, 'gateway')
  yard.leave('Ann')
  yard.world.deleteCharacters(['Ann'])
  const again = yard.join('Ann', 2, 3)
  expect(readScroll(yard, again, 'gateway').join()).toContain('You fix this place in your mind.')
})

it.each([
  { spell: 'call_avatar', god: 'Oma', names: ['avatar of Oma'] },
  { spell: 'call_servant', god: 'Oma', names: [] },
  { spell: 'call_avatar', god: 'Ork', names: [] },
  { spell: 'call_avatar', god: undefined, names: [] },
  { spell: 'call_cult', god: 'Oma', names: ['imp'] },
  { spell: 'call_cult', god: 'Ork', names: [] },
])('[CF-22.7] $spell by a player with the god $god summons $names', async ({ spell, god, names }) => {
  const { yard, ann } = await hall()
  if (god) follow(ann, god)
  readScroll(yard, ann, spell)
  const pets = [...ann.player.pets]
  expect([...new Set(pets.map(({ archetype }) => archetype.name.one))]).toEqual(names)
  const [first] = pets
  if (names[0] !== 'avatar of Oma') return
  expect(first!.life!.hp).toBe(430)
  expect(first!.archetype.traits).toMatchObject({
    pet: { attack: ['physical', 'fire'], resists: { fire: 30 }, slaying: ['oxen'], damage: 30 },
  })
})

it.each(['float', 'feather'])(
  '[CF-22.6] [CF-20.14] with %s a player crosses a hole and picks nothing up',
  async (by) => {
    const { yard, ann } = await hall('pitfall 3,3', 'gem 4,3')
    if (by === 'float') readScroll(yard, ann, by)
    else {
      yard.give(ann, 'arch feather')
      yard.type(ann, 'apply feather')
    }
    yard.walk(ann, 'e')
    yard.tick(2)
    expect(ann.player.x).toBe(3)
    yard.walk(ann, 'e')
    expect(yard.type(ann, 'take gem')).toEqual(['You float above the ground and cannot reach it.'])
    yard.tick(1100)
    yard.walk(ann, 'w')
    yard.tick(2)
    expect([ann.player.x, ann.player.y]).toEqual([9, 1])
  },
)

it('[CF-22.6] nothing hides the nearest cells from a player who sees through walls', async () => {
  const { yard, ann } = await hall('screen 3,2', 'screen 3,3', 'screen 3,4')
  const sees = (dx: number) => {
    const view = new PlayerView(ann.player, yard.now, [], () => undefined, 9)
    return view.cellAt(dx, 0) !== undefined
  }
  expect([sees(1), sees(2), sees(3)]).toEqual([true, false, false])
  readScroll(yard, ann, 'glass')
  expect([sees(1), sees(2), sees(3)]).toEqual([true, true, false])
})
