// Levels of experience. [CF-8]
import { describe, expect, it } from 'vitest'
import { experienceTable } from '../../../../../games/crossfire/builtin/characters/experience-table.ts'
import {
  gainExperience,
  loseExperience,
} from '../../../../../games/crossfire/model/players/gain-experience.ts'
import {
  addExperience,
  experienceForKill,
  levelAt,
  maxExperience,
} from '../../../../../games/crossfire/model/players/levels.ts'
import { Arena } from '../../harness/rules-arena.ts'

const ours = { levels: experienceTable }

describe('the experience table', () => {
  it('[CF-8.3] has 115 levels: the first needs 0 experience, the second 2000, and each step is larger than the previous one', () => {
    expect(experienceTable).toHaveLength(115)
    expect(experienceTable.slice(0, 4)).toEqual([0, 2000, 6500, 14_000])
    const steps = experienceTable.slice(1).map((needs, index) => needs - experienceTable[index]!)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  })

  it('[CF-8.3] contains integers that fit into 32 bits', () => {
    expect(experienceTable.every(Number.isSafeInteger)).toBe(true)
    expect(maxExperience(ours)).toBeLessThan(2 ** 32)
  })

  it('[CF-8.3] gives each level at exactly the experience that it needs', () => {
    experienceTable.forEach((needs, index) => {
      expect(levelAt(ours, needs)).toBe(index + 1)
      if (needs > 0) expect(levelAt(ours, needs - 1)).toBe(index)
    })
    expect(levelAt(ours, maxExperience(ours))).toBe(115)
  })

  it('[CF-8.4] limits experience to integers between 0 and the maximum', () => {
    expect(addExperience(ours, 100, -200)).toBe(0)
    expect(addExperience(ours, 100, 0.7)).toBe(100)
    expect(addExperience(ours, maxExperience(ours), 5)).toBe(maxExperience(ours))
  })

  it.each([
    [1, 1, 100],
    [5, 1, 100],
    [1, 2, 90],
    [1, 6, 50],
    [1, 10, 10],
    [1, 80, 10],
  ])('[CF-8.4] a monster of level %i is worth %s experience to a player of level %i', (foe, own, part) => {
    expect(experienceForKill(100, foe, own)).toBe(part)
  })
})

describe('gaining and losing levels', () => {
  const arena = new Arena('...')
  const game = arena.scene
  const hero = () => new Arena('...').join('Ann', 0, 0, { skills: { searching: 0 } })

  it('[CF-8.4] [CF-8.9] a new level sends a message and adds the new hp at once', () => {
    const ann = hero()
    const { maxHp, maxSp, maxGrace } = ann.player.stats
    gainExperience(game, ann.player, 1999)
    expect(ann.takeTexts()).toEqual([])
    gainExperience(game, ann.player, 1)
    expect(ann.takeTexts()).toEqual(['You are now of level 2.'])
    expect(arena.events).toEqual([
      { kind: 'level', text: 'Ann is of level 2', counts: { Ann: { levels: 1 } } },
    ])
    expect(ann.player.stats.maxHp).toBe(maxHp + 5)
    expect(ann.player.hp).toBe(ann.player.stats.maxHp)
    expect(ann.player.stats.maxSp).toBeGreaterThan(maxSp)
    expect(ann.player.stats.maxGrace).toBeGreaterThan(maxGrace)
  })

  it('[CF-8.10] experience also goes to the skill used, but does not add a missing skill', () => {
    const ann = hero()
    gainExperience(game, ann.player, 2500, 'searching')
    gainExperience(game, ann.player, 10, 'praying')
    expect([...ann.player.skills]).toEqual([['searching', 2500]])
    expect(ann.player.experience).toBe(2510)
    expect(ann.takeTexts()).toEqual(['Your searching: now level 2.', 'You are now of level 2.'])
  })

  it('[CF-13.14] death takes a tenth of all experience, lowers levels, and marks the player unsaved', () => {
    const ann = hero()
    gainExperience(game, ann.player, 2000, 'searching')
    ann.takeTexts()
    ann.player.isUnsaved = false
    loseExperience(ann.player, { experiencePercent: 10 })
    expect(ann.player.experience).toBe(1800)
    expect(ann.player.skills.get('searching')).toBe(1800)
    expect(ann.takeTexts()).toEqual(['You have sunk to level 1.'])
    expect(ann.player.isUnsaved).toBe(true)
  })

  it.each([
    [{ experiencePercent: 60, maxLostLevels: 1 }, 14_000, 6500],
    [{ experiencePercent: 20, maxLostLevels: 3 }, 14_000, 11_200],
    [{ experiencePercent: 50, maxLostLevels: 9 }, 2500, 1250],
    [{ experiencePercent: 50, maxLostLevels: 0 }, 2500, 2000],
  ])('[CF-13.14] a penalty of %j reduces %i experience to %i', (penalty, before, after) => {
    const { player } = hero()
    player.experience = before
    loseExperience(player, penalty)
    expect(player.experience).toBe(after)
  })
})
