// Skills and their use. [CF-14.6]
import { describe, expect, it } from 'vitest'
import { allArchetypes } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import { builtinCharacterRules } from '../../../../../games/crossfire/builtin/characters/index.ts'
import { findSkill } from '../../../../../games/crossfire/model/players/characters.ts'
import { actionMicros } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { fireReadiedAction } from '../../../../../games/crossfire/rules/actions/fire.ts'
import {
  pray,
  readySkill,
  search,
  useSkill,
} from '../../../../../games/crossfire/rules/actions/use-skills.ts'
import { builtinSpells } from '../../../../../games/crossfire/rules/magic/spells.ts'
import { Arena } from '../../harness/rules-arena.ts'

const room = `
#####
#...%
#...#
#####`
const east = 3
const high = 0.999

const { skills, races, classes, startingKit } = builtinCharacterRules

describe('the skill list', () => {
  it('[CF-14.6] uses each stat number from 140 once', () => {
    expect(skills.map(({ number }) => number)).toEqual(skills.map((_, place) => 140 + place))
    expect(new Set(skills.map(({ name }) => name)).size).toBe(skills.length)
    expect(findSkill(builtinCharacterRules, 'praying')?.number).toBe(147)
    expect(findSkill(builtinCharacterRules, 'juggling')).toBe(undefined)
  })

  it('[CF-14.6] contains every skill that things and classes name', () => {
    const named = [
      ...[...allArchetypes().values()].flatMap(({ traits }) => ('skill' in traits ? [traits.skill] : [])),
      ...classes.flatMap((each) => startingKit(races[0]!, each, 0).skills),
      ...[...builtinSpells().values()].flatMap(({ skill }) => skill ?? []),
    ]
    for (const name of named) expect(findSkill(builtinCharacterRules, name), name).toBeDefined()
  })
})

describe('search', () => {
  it('[CF-14.13] finds an adjacent secret door by chance, and gives experience', () => {
    const arena = new Arena(room)
    const ann = arena.join('Ann', 3, 1, { has: [], skills: { searching: 0 } })
    arena.chance(high)
    expect(search(arena.scene, ann.player)).toBe(3 * actionMicros(ann.player))
    expect(arena.at(4, 1)).toEqual(['secret_wall_dungeon'])
    expect(ann.takeTexts()).toEqual(['You search but find nothing.'])
    arena.chance(0.53)
    useSkill(arena.scene, ann.player, 'searching')
    expect(arena.at(4, 1)).toEqual(['door'])
    expect(ann.takeTexts()).toEqual(['You find a secret door!'])
    expect(ann.player.skills.get('searching')).toBe(25)
  })

  it('[CF-14.13] reaches two cells only at a higher skill level', () => {
    const arena = new Arena(room)
    const ann = arena.join('Ann', 2, 1, { has: [], skills: { searching: 0 } })
    arena.chance(0)
    search(arena.scene, ann.player)
    expect(arena.at(4, 1)).toEqual(['secret_wall_dungeon'])
    ann.player.skills.set('searching', 40_000)
    search(arena.scene, ann.player)
    expect(arena.at(4, 1)).toEqual(['door'])
  })
})

describe('praying', () => {
  it('[CF-14.14] restores grace up to the maximum, twice as much on holy ground', () => {
    const arena = new Arena('.m')
    const ann = arena.join('Ann', 0, 0, { has: [], skills: { praying: 0 }, abilities: { Wis: 14 } })
    ann.player.grace = 0
    expect(pray(arena.scene, ann.player)).toBe(1_200_000)
    expect(ann.player.grace).toBe(3)
    arena.leave(ann)
    const ben = arena.join('Ben', 1, 0, { has: [], skills: { praying: 0 }, abilities: { Wis: 14 } })
    ben.player.grace = 0
    useSkill(arena.scene, ben.player, 'praying')
    expect(ben.player.grace).toBe(6)
    useSkill(arena.scene, ben.player, 'praying')
    expect(ben.player.grace).toBe(ben.player.stats.maxGrace)
    useSkill(arena.scene, ben.player, 'praying')
    expect(ben.takeTexts()).toEqual(['You pray.', 'You pray.', 'Your prayers are answered.'])
  })
})

describe('use_skill and ready_skill', () => {
  const fighter = { has: ['sword'], skills: { 'one handed weapons': 0, throwing: 0, bargaining: 0 } }

  it('[CF-14.6] accept a skill’s name or its beginning, and refuse skills that the player lacks', () => {
    const arena = new Arena(room)
    const ann = arena.join('Ann', 1, 1, fighter)
    readySkill(arena.scene, ann.player, 'one')
    expect(ann.player.readied).toEqual({ with: 'skill', name: 'one handed weapons' })
    readySkill(arena.scene, ann.player, 'praying')
    readySkill(arena.scene, ann.player, 'juggling')
    readySkill(arena.scene, ann.player, '')
    useSkill(arena.scene, ann.player, 'bargaining')
    expect(ann.takeTexts()).toEqual([
      'You ready one handed weapons.',
      'You do not have the skill praying.',
      'There is no such skill.',
      'one handed weapons: level 1, 0 experience\nthrowing: level 1, 0 experience\nbargaining: level 1, 0 experience',
      'That skill works by itself.',
    ])
    expect(ann.player.readied).toEqual({ with: 'skill', name: 'one handed weapons' })
  })

  it('[CF-14.6] make fire use the readied skill, and refuse a skill for which the player wields the wrong weapon', () => {
    const arena = new Arena(room)
    const ann = arena.join('Ann', 1, 1, fighter)
    const goblin = arena.creature('goblin', 2, 1)
    arena.chance(high)
    readySkill(arena.scene, ann.player, 'one handed weapons')
    expect(fireReadiedAction(arena.scene, ann.player, east)).toBe(
      Math.round(120_000 / ann.player.stats.weaponSpeed),
    )
    expect(goblin.life!.hp).toBe(5)
    ann.player.skills.set('punching', 0)
    ann.takeTexts()
    useSkill(arena.scene, ann.player, 'punching')
    expect(ann.takeTexts()).toEqual(['You wield the wrong weapon for that.'])
    fireReadiedAction(arena.scene, ann.player, 5)
    expect(ann.takeTexts()).toEqual(['There is nobody to hit.'])
  })

  it('[CF-13.9] throw the thing that is named after the skill throwing', () => {
    const arena = new Arena('......')
    const ann = arena.join('Ann', 0, 0, fighter)
    arena.give(ann, 'apple')
    ann.player.facing = east
    arena.chance(0)
    useSkill(arena.scene, ann.player, 'throwing apple')
    expect(ann.has('apple')).toBe(0)
    arena.tick(8)
    expect(arena.at(3, 0)).toEqual(['apple'])
  })
})
