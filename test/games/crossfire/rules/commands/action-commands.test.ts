// Commands for skills, magic, trade and the time of day. [CF-9.5]
import { expect, it } from 'vitest'
import { gameDayMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'
import { actionCommands } from '../../../../../games/crossfire/rules/commands/action-commands.ts'
import { Arena, type Hero } from '../../harness/rules-arena.ts'

function told(arena: Arena, hero: Hero, word: string, words = ''): string[] {
  hero.takeTexts()
  const command = actionCommands.find((each) => each.name === word || each.aliases?.includes(word))!
  command.run(arena.scene, hero.player, words, undefined)
  return hero.takeTexts()
}

it('[CF-9.5] commands for time, spells, skills, stats, payment, search, prayer and throwing run their rules', () => {
  const arena = new Arena('.....')
  const ann = arena.join('Ann', 0, 0, {
    ...{ has: ['dagger'], skills: { praying: 0, searching: 0 }, spells: ['heal', 'light'] },
  })
  arena.now = 1000 * gameDayMs
  arena.give(ann, 'coin_silver', 3)
  arena.give(ann, 'apple')
  arena.chance(0.999)
  expect(told(arena, ann, 'time')).toEqual(['It is 0:00, night.'])
  expect(told(arena, ann, 'spells')).toEqual([
    'minor healing: 4 grace. Heals the caster.\n' + 'light: 2 sp. Lights your surroundings for a while.',
  ])
  expect(told(arena, ann, 'skills')).toEqual([
    'praying: level 1, 0 experience\nsearching: level 1, 0 experience',
  ])
  expect(told(arena, ann, 'stats')).toEqual([
    'Level 1, 0 experience, 2000 to the next level.\n' +
      'Str 10, Int 10, Wis 10, Dex 10, Con 10, Cha 10, Pow 10\n' +
      'Hp 23 of 23, sp 6 of 6, grace 6 of 6.\n' +
      'Food 900 of 999. You have three silver coins.',
  ])
  expect(told(arena, ann, 'pay')).toEqual(['You owe nothing.'])
  expect(told(arena, ann, 'search')).toEqual(['You search but find nothing.'])
  expect(told(arena, ann, 'pray')).toEqual(['Your prayers are answered.'])
  told(arena, ann, 'throw', 'apple')
  expect(ann.has('apple')).toBe(0)
})

it('[CF-9.5] each command has a unique name and a help text', () => {
  const words = actionCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(new Set(words).size).toBe(words.length)
  for (const { help } of actionCommands) expect(help).toMatch(/^[A-Z].*\.$/)
})
