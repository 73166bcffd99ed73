// The table of sounds. [CF-11.2] [CF-11.3]
import { expect, it } from 'vitest'
import {
  blowSound,
  soundKinds,
  sounds,
  spellSound,
  woundSound,
} from '../../../../../games/crossfire/protocol/events/sounds.ts'

it('[CF-11.2] every 1997 sound number from 0 to 22 is used once', () => {
  const numbers = Object.values(sounds).map(({ legacy }) => legacy.sound)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, number) => number))
})

it('[CF-11.3] every sound has a kind, an action and a name for current clients', () => {
  for (const { kind, action, name } of Object.values(sounds)) {
    expect(soundKinds[kind]).toBeGreaterThan(0)
    expect(action).toMatch(/^[a-z]+$/)
    expect(name).toMatch(/^[a-z]+$/)
  }
})

it.each([
  [1, 9, 7],
  [5, 9, 8],
  [9, 9, 9],
])('[CF-11.2] a blow that does %i of at most %i damage plays sound %i', (damage, most, number) => {
  expect(blowSound(damage, most).legacy.sound).toBe(number)
})

it.each([
  [1, 20, 11],
  [5, 20, 12],
  [9, 20, 13],
])('[CF-11.2] a loss of %i of %i hp plays sound %i', (damage, hp, number) => {
  expect(woundSound(damage, hp).legacy.sound).toBe(number)
})

it("[CF-11.2] a spell's sound follows its position in the list", () => {
  expect(spellSound(2, 'frost bolt')).toEqual({
    legacy: { sound: 2, kind: 'spell' },
    kind: 'spell',
    action: 'cast',
    name: 'frost bolt',
  })
})
