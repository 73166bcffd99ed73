// Casting and the effects of spells. [CF-14]
import { beforeEach, describe, expect, it } from 'vitest'
import { allArchetypes, archetypeById } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import { builtinCharacterRules } from '../../../../../games/crossfire/builtin/characters/index.ts'
import { faceNumberOf } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { findSkill } from '../../../../../games/crossfire/model/players/characters.ts'
import { tickMicros } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { fireReadiedAction } from '../../../../../games/crossfire/rules/actions/fire.ts'
import {
  castCommand,
  castSpell,
  invokeCommand,
  performSpell,
  spellCost,
  spellDamage,
} from '../../../../../games/crossfire/rules/magic/casting.ts'
import {
  builtinSpells,
  findSpell,
  requireSpell,
  spellPaths,
} from '../../../../../games/crossfire/rules/magic/spells.ts'
import { Arena, type HeroSettings } from '../../harness/rules-arena.ts'

const spells = [...builtinSpells().values()]

const room = `
#########
#.......#
#.......#
#.......#
#########`
const east = 3
const wizard: HeroSettings = {
  has: [],
  skills: { sorcery: 0, evocation: 0 },
  spells: ['magic_missile', 'light', 'fire_bolt'],
}
const priest: HeroSettings = {
  has: [],
  skills: { praying: 0 },
  spells: ['heal', 'protection', 'create_food', 'cure_poison'],
}
const high = 0.999

let arena: Arena
beforeEach(() => {
  arena = new Arena(room)
})

describe('the spell list', () => {
  it('[CF-14.5] numbers spells from 1 and gives each a unique name, and an existing face, skill and path', () => {
    expect(spells.map(({ tag }) => tag)).toEqual(spells.map((_, place) => place + 1))
    expect(spells).toHaveLength(10)
    expect(new Set(spells.map(({ name }) => name)).size).toBe(spells.length)
    for (const { face, skill, path } of spells) {
      expect(faceNumberOf(face)).toBeGreaterThan(0)
      if (skill !== undefined)
        expect(findSkill(builtinCharacterRules, skill)?.number).toBeGreaterThanOrEqual(140)
      expect(path === 0 || spellPaths.some(({ bit }) => bit === path)).toBe(true)
    }
  })

  it('[CF-14.5] contains every spell that things and monsters name, and its bolts have existing effects', () => {
    for (const { traits } of allArchetypes().values()) {
      if ('spell' in traits && typeof traits.spell === 'string') expect(findSpell(traits.spell)).toBeDefined()
      if (traits.role === 'monster' && traits.casts)
        expect(requireSpell(traits.casts.spell!).effect.type).toBe('bolt')
    }
    for (const { effect } of spells) {
      if (effect.type !== 'bolt') continue
      expect(archetypeById(effect.flightArchetype).layer).toBe('effect')
      if (effect.explosion) expect(archetypeById(effect.explosion.effectId).layer).toBe('effect')
    }
  })
})

describe('casting', () => {
  it('[CF-14.7] readies a bolt with cast; fire launches the bolt and costs spell points and time', () => {
    const ann = arena.join('Ann', 1, 1, wizard)
    arena.chance(high)
    castCommand(arena.scene, ann.player, 'magic missile')
    expect(ann.takeTexts()).toEqual(['You ready magic missile.'])
    const { sp } = ann.player
    expect(fireReadiedAction(arena.scene, ann.player, east)).toBe(4 * tickMicros)
    expect(ann.player.sp).toBe(sp - 2)
    expect(arena.at(2, 1)).toEqual(['magic_missile'])
    expect(ann.player.facing).toBe(east)
  })

  it.each([
    ['1', 'magic missile'],
    ['Magic Missile', 'magic missile'],
    ['fire', 'fire bolt'],
  ])('[CF-14.7] accepts a spell’s number, name or the beginning of the name: %s', (words, name) => {
    const ann = arena.join('Ann', 1, 1, wizard)
    castCommand(arena.scene, ann.player, words)
    expect(ann.takeTexts()).toEqual([`You ready ${name}.`])
  })

  it('[CF-14.7] refuses unknown spells, and lists known ones without an argument', () => {
    const ann = arena.join('Ann', 1, 1, wizard)
    for (const words of ['frost bolt', '4', 'xyzzy']) {
      castCommand(arena.scene, ann.player, words)
      invokeCommand(arena.scene, ann.player, words)
    }
    expect(new Set(ann.takeTexts())).toEqual(new Set(['You do not know such a spell.']))
    castCommand(arena.scene, ann.player, '')
    expect(
      ann
        .takeTexts()[0]!
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['magic missile', 'light', 'fire bolt'])
  })

  it('[CF-14.7] fails without cost if points or the skill are missing', () => {
    const ann = arena.join('Ann', 1, 1, wizard)
    ann.player.facing = east
    ann.player.sp = 1
    ann.player.repeatedAction = { kind: 'fire', direction: east }
    invokeCommand(arena.scene, ann.player, 'magic missile')
    expect(ann.takeTexts()).toEqual(['You do not have enough spell points.'])
    expect(ann.player.sp).toBe(1)
    expect(ann.player.repeatedAction).toBeUndefined()
    ann.player.sp = 9
    ann.player.skills.delete('sorcery')
    invokeCommand(arena.scene, ann.player, 'magic missile')
    expect(ann.takeTexts()).toEqual(['You do not have the skill sorcery.'])
    expect([ann.player.sp, arena.level.effects.size]).toEqual([9, 0])
  })

  it('[CF-14.6] accepts a holy symbol in the inventory instead of the skill', () => {
    const ann = arena.join('Ann', 1, 1, { ...priest, skills: {} })
    arena.give(ann, 'holy_symbol')
    ann.player.hp = 1
    arena.chance(high)
    invokeCommand(arena.scene, ann.player, 'minor healing')
    expect(ann.player.hp).toBe(11)
  })

  it('[CF-14.7] fumbles once in twenty casts, which costs points without an effect', () => {
    const ann = arena.join('Ann', 1, 1, wizard)
    ann.player.facing = east
    arena.chance(0)
    invokeCommand(arena.scene, ann.player, 'magic missile')
    expect(ann.takeTexts()).toEqual(['You fumble the magic missile.'])
    expect([ann.player.sp, arena.level.effects.size]).toEqual([ann.player.stats.maxSp - 2, 0])
    expect(ann.takeSounds()).toEqual([3])
  })

  it('[CF-14.9] costs more in mail, except for prayers', () => {
    const ann = arena.join('Ann', 1, 1, { ...wizard, has: ['mail', 'shield'] })
    expect(spellCost(ann.player, requireSpell('fire_bolt'))).toEqual({ sp: 7, grace: 0 })
    expect(spellCost(ann.player, requireSpell('heal'))).toEqual({ sp: 0, grace: 4 })
  })

  it('[CF-14.9] damages and heals more at higher skill levels', () => {
    const ann = arena.join('Ann', 1, 1, { ...wizard, skills: { sorcery: 14_000, praying: 0 } })
    expect(spellDamage(ann.player, requireSpell('magic_missile'))).toBe(8 + 3)
    expect(spellDamage(ann.player, requireSpell('heal'))).toBe(10)
    expect(spellDamage(ann.player, requireSpell('light'))).toBe(0)
  })
})

describe('bolts', () => {
  it('[CF-14.10] of magic missile never miss, and a kill gives experience to the skill', () => {
    const ann = arena.join('Ann', 1, 1, wizard)
    const rat = arena.creature('rat', 3, 1)
    rat.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(high)
    castSpell(arena.scene, ann.player, requireSpell('magic_missile'), east)
    arena.tick(2)
    expect(arena.level.creatures.size).toBe(0)
    expect(ann.player.skills.get('sorcery')).toBe(40)
  })

  it('[CF-14.10] of fire explode at their end, and damage monsters nearby but not players', () => {
    const ann = arena.join('Ann', 1, 2, wizard)
    const [struck, near, far] = [
      arena.creature('goblin', 4, 2),
      arena.creature('goblin', 5, 3),
      arena.creature('goblin', 7, 2),
    ]
    const ben = arena.join('Ben', 4, 3)
    for (const each of [struck, near, far]) each!.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(high)
    castSpell(arena.scene, ann.player, requireSpell('fire_bolt'), east)
    arena.tick(2)
    // The bolt does 8 damage, and the explosion does 6 damage.
    expect(struck!.location).toBeUndefined()
    expect(near!.life!.hp).toBe(12 - 6)
    expect(far!.life!.hp).toBe(12)
    expect(ben.player.hp).toBe(ben.player.stats.maxHp)
    expect(arena.at(5, 3)).toContain('burst')
    expect(ann.takeSounds()).toContain(18)
    arena.tick(5)
    expect(arena.level.effects.size).toBe(0)
  })
})

describe('other spells', () => {
  it('[CF-14.8] healing depends on chance and skill, and gives experience only if it heals', () => {
    const ann = arena.join('Ann', 1, 1, { ...priest, skills: { praying: 6500 } })
    ann.player.hp = 1
    arena.chance(high)
    invokeCommand(arena.scene, ann.player, 'minor healing')
    // Two levels above that of the spell add 2 × 2 hp.
    expect(ann.player.hp).toBe(1 + 10 + 4)
    expect(ann.takeTexts()).toEqual(['Your wounds close.'])
    expect(ann.player.experience).toBe(8)
    Object.assign(ann.player, { hp: ann.player.stats.maxHp, grace: 9 })
    invokeCommand(arena.scene, ann.player, 'minor healing')
    expect(ann.takeTexts()).toEqual(['You were not wounded.'])
    expect(ann.player.experience).toBe(8)
  })

  it('[CF-14.12] protection improves armour and ac while it lasts', () => {
    const ann = arena.join('Ann', 1, 1, priest)
    const { ac, armour } = ann.player.stats
    arena.chance(high)
    castCommand(arena.scene, ann.player, 'protection')
    expect(ann.player.stats).toMatchObject({ ac: ac - 2, armour: armour + 10 })
    arena.tick(499)
    expect(ann.player.stats.ac).toBe(ac - 2)
    arena.tick(1)
    expect(ann.player.stats).toMatchObject({ ac, armour })
    expect(ann.takeTexts()).toEqual(['You feel shielded.', 'Your shield is gone.'])
  })

  it('[CF-14.12] light surrounds the caster, and casting it again extends it', () => {
    const arena = new Arena(room, { darkness: 4 })
    const ann = arena.join('Ann', 1, 1, wizard)
    arena.chance(high)
    castCommand(arena.scene, ann.player, 'light')
    expect(ann.player.lightRadius).toBe(4)
    arena.tick(1000)
    castCommand(arena.scene, ann.player, 'light')
    expect(ann.takeTexts()).toEqual(['A pale light gathers around you.'])
    arena.tick(1000)
    expect(arena.level.lights()).toEqual([{ x: 1, y: 1, radius: 4 }])
    arena.tick(500)
    expect(ann.player.lightRadius).toBe(0)
  })

  it('[CF-14.11] create food places the requested food or bread on the ground, but not in a shop', () => {
    const arena = new Arena('.s')
    const ann = arena.join('Ann', 0, 0, { ...priest, abilities: { Wis: 30 } })
    arena.chance(high)
    invokeCommand(arena.scene, ann.player, 'create food of booze')
    invokeCommand(arena.scene, ann.player, 'create food')
    invokeCommand(arena.scene, ann.player, 'create food of swords')
    expect(
      arena.level
        .thingsAt(0, 0)
        .slice(1)
        .map(({ archetype, count }) => [archetype.id, count]),
    ).toEqual([
      ['booze', 1],
      ['bread', 2],
    ])
    const inside = arena.join('Ben', 1, 0, { ...priest, abilities: { Wis: 30 } })
    invokeCommand(arena.scene, inside.player, 'create food')
    expect(inside.takeTexts()).toEqual(['There is no room for it here.'])
  })

  it('[CF-13.6] cure poison removes poison, and reports if there is none', () => {
    const ann = arena.join('Ann', 1, 1, { ...priest, abilities: { Wis: 20 } })
    arena.chance(high)
    ann.player.effects.set('poison', { endsAt: 1e9, strength: 1 })
    invokeCommand(arena.scene, ann.player, 'cure poison')
    invokeCommand(arena.scene, ann.player, 'cure poison')
    expect(ann.takeTexts()).toEqual(['The poison has left you.', 'You are not poisoned.'])
  })

  it('[CF-14.12] way home moves the caster to the respawn point after a delay', () => {
    const ann = arena.join('Ann', 1, 1, {
      ...wizard,
      skills: { sorcery: 14_000 },
      abilities: { Pow: 20, Int: 20 },
    })
    performSpell(arena.scene, ann.player, requireSpell('way_home'), east, 0)
    arena.tick(99)
    expect(ann.player.levelName).toBe('arena')
    arena.tick(1)
    expect([ann.player.levelName, ann.player.x, ann.player.y]).toEqual(['temple', 6, 5])
    expect(ann.takeTexts()).toEqual([
      'The air around you begins to hum.',
      'You return to your respawn point.',
    ])
  })
})
