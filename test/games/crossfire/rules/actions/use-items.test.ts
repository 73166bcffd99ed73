// Applying items. [CF-15.4]
import { describe, expect, it } from 'vitest'
import { fireReadiedAction } from '../../../../../games/crossfire/rules/actions/fire.ts'
import { useThing } from '../../../../../games/crossfire/rules/actions/use-items.ts'
import { Arena, type HeroSettings } from '../../harness/rules-arena.ts'

const high = 0.999

function having(id: string, settings: HeroSettings = {}, count = 1) {
  const arena = new Arena('......')
  const ann = arena.join('Ann', 0, 0, { has: [], skills: {}, spells: [], ...settings })
  const thing = arena.give(ann, id, count)
  arena.chance(high)
  return { arena, ann, thing, apply: () => useThing(arena.scene, ann.player, thing) }
}

describe('eating and drinking', () => {
  it('[CF-15.4] consumes one piece and raises food to at most 999, and consumes nothing at 999', () => {
    const { ann, thing, apply } = having('bread', {}, 3)
    ann.player.food = 500
    apply()
    expect([ann.player.food, thing.count]).toEqual([650, 2])
    ann.player.food = 990
    apply()
    apply()
    expect([ann.player.food, thing.count]).toEqual([999, 1])
    expect(ann.takeTexts()).toEqual([
      'The loaf of bread tastes good.',
      'The loaf of bread tastes good.',
      'You cannot eat another bite.',
    ])
  })

  it('[CF-15.4] a potion applies its spell for anybody and is consumed', () => {
    const { ann, apply } = having('potion_healing')
    ann.player.hp = 1
    ann.player.food = 100
    apply()
    expect([ann.player.hp, ann.player.food, ann.has('potion_healing')]).toEqual([11, 110, 0])
  })

  it('[CF-15.4] a potion of power restores spell points up to the maximum', () => {
    const { ann, apply } = having('potion_power')
    ann.player.sp = 0
    apply()
    expect(ann.player.sp).toBe(ann.player.stats.maxSp)
  })
})

describe('reading', () => {
  it('[CF-14.15] a scroll casts once for anybody, at its own level, without cost', () => {
    const { arena, ann, apply } = having('scroll_fire_bolt')
    ann.player.sp = 0
    ann.player.facing = 3
    const goblin = arena.creature('goblin', 2, 0)
    goblin.life!.actionPoints = Number.NEGATIVE_INFINITY
    apply()
    arena.tick()
    // At one level above that of the spell, the bolt does 9 damage, and then the explosion does 7 damage.
    expect(goblin.location).toBeUndefined()
    expect(ann.has('scroll_fire_bolt')).toBe(0)
  })

  it('[CF-14.15] a spellbook teaches players with the skill and is consumed', () => {
    const { ann, apply } = having('book_magic_missile', { skills: { sorcery: 0 } })
    ann.player.isUnsaved = false
    apply()
    expect([...ann.player.spells]).toEqual(['magic_missile'])
    expect(ann.has('book_magic_missile')).toBe(0)
    expect(ann.takeSounds()).toEqual([2])
    expect(ann.player.isUnsaved).toBe(true)
  })

  it.each([
    ['book_magic_missile', {}, 'You need the skill sorcery.'],
    [
      'book_frost_bolt',
      { skills: { evocation: 2000 } },
      'It is too hard for you: it needs evocation at level 4.',
    ],
    [
      'book_magic_missile',
      { skills: { sorcery: 0 }, spells: ['magic_missile'] },
      'You already know magic missile.',
    ],
  ])('[CF-14.15] does not use up %s if the player cannot learn from it', (id, settings, told) => {
    const { ann, apply } = having(id, settings)
    const known = ann.player.spells.size
    apply()
    expect(ann.takeTexts()).toEqual([told])
    expect([ann.has(id), ann.player.spells.size]).toEqual([1, known])
  })
})

describe('other items', () => {
  it('[CF-15.11] one torch of a pile is lit, burns down and is removed; a torch that is put out keeps its remaining time', () => {
    const { arena, ann, apply } = having('torch', {}, 3)
    apply()
    expect(ann.player.lightRadius).toBe(3)
    const lit = ann.player.inventory.find(({ applied }) => applied)!
    expect([lit.count, lit.burns, ann.has('torch')]).toEqual([1, 5000, 3])
    arena.tick(1000)
    ann.takeTexts()
    useThing(arena.scene, ann.player, lit)
    expect([ann.player.lightRadius, lit.burns, ann.takeTexts()]).toEqual([
      0,
      4000,
      ['You put out the torch.'],
    ])
    useThing(arena.scene, ann.player, lit)
    arena.tick(3999)
    expect(ann.player.lightRadius).toBe(3)
    arena.tick(1)
    expect([ann.player.lightRadius, ann.has('torch')]).toEqual([0, 2])
    expect(ann.takeTexts()).toContain('Your torch has burned out.')
  })

  it('[CF-16.4] a torch of a pile is not lit while the inventory is full', () => {
    const { arena, ann, thing, apply } = having('torch', {}, 3)
    while (ann.player.inventory.length < 100) arena.give(ann, 'sword')
    ann.takeTexts()
    apply()
    expect([ann.player.inventory.length, thing.count, ann.takeTexts()]).toEqual([
      100,
      3,
      ['You cannot carry more things.'],
    ])
    thing.count = 1
    apply()
    expect(thing.applied).toBe('active')
  })

  it('[CF-15.11] a torch on the ground cannot be lit', () => {
    const { arena, ann } = having('torch')
    const torch = arena.lay('torch', 0, 0)
    useThing(arena.scene, ann.player, torch)
    expect([ann.takeTexts(), torch.applied, ann.player.lightRadius]).toEqual([
      ['Pick it up first.'],
      undefined,
      0,
    ])
  })

  it('[CF-13.13] a bed sets the respawn point', () => {
    const { arena, ann } = having('apple')
    ann.player.isUnsaved = false
    useThing(arena.scene, ann.player, arena.lay('bed', 1, 0))
    expect(ann.player.respawnPoint).toEqual({ level: 'arena', x: 1, y: 0 })
    expect(ann.player.isUnsaved).toBe(true)
    expect(ann.takeTexts()).toEqual(['You rest for a while. If you die, you respawn here.'])
  })

  it('[CF-14.14] an altar works for everybody and takes the time of a prayer', () => {
    const { arena, ann } = having('apple')
    ann.player.grace = 0
    useThing(arena.scene, ann.player, arena.lay('altar', 1, 0))
    expect(ann.player.grace).toBe(1)
    expect(ann.player.readyAtMicros).toBe(arena.now * 1000 - 120_000 + 1_200_000)
  })

  it.each(['ruby', 'pelt', 'coin_gold', 'key_crypt'])('[CF-15.4] applying a %s has no effect', (id) => {
    const { ann, apply } = having(id)
    apply()
    expect(ann.takeTexts()[0]).toMatch(/^You do not know what to do with the /)
    expect(ann.has(id)).toBe(1)
  })

  it('[CF-14.15] a wand casts until its charges are used up', () => {
    const { arena, ann, thing } = having('wand_magic_missile')
    const { player } = ann
    thing.applied = 'readied'
    arena.chance(0)
    player.readied = { with: 'wand', tag: thing.tag }
    player.sp = 0
    fireReadiedAction(arena.scene, player, 3)
    expect([thing.charges, arena.level.effects.size]).toEqual([7, 1])
    thing.charges = 0
    fireReadiedAction(arena.scene, player, 3)
    expect(ann.takeTexts()).toEqual(['You cast magic missile.', 'The wand of magic missile goes poof.'])
    expect(ann.takeSounds()).toEqual([0, 4])
  })
})
