// Whether a newcomer has a fair chance: somebody plays the barrow's upper floor by himself, in simulated time.
import { describe, expect, it } from 'vitest'
import { Adventurer, type Manner } from '../adventurer.ts'

const door = { level: 'barrow', x: 6, y: 20 }
const vermin = ['rat', 'goblin', 'bat', 'slime', 'spider']
const seeds = ['a', 'b', 'c', 'd', 'e'] as const

function played(manner: Manner) {
  return seeds.map((seed) => new Adventurer(seed, door, manner).play(30))
}

describe('a new fighter with sword, shield and bread', () => {
  it('[CF-13.15] who rests in time and keeps from the chief clears the floor in 10 to 20 minutes', () => {
    const outcomes = played({
      ...{ hunts: vermin, rests: 70, rested: 100, pauses: 30_000 },
      fears: { id: 'goblin_chief', cells: 2 },
    })
    expect(outcomes.filter(({ died }) => died)).toEqual([])
    expect(outcomes.map(({ left }) => left)).toEqual([0, 0, 0, 0, 0])
    const middle = outcomes.map(({ minutes }) => minutes).sort((a, b) => a - b)[2]!
    expect(middle).toBeGreaterThan(10)
    expect(middle).toBeLessThan(20)
  })

  it('[CF-13.15] who never rests and runs into the hall of the chief is dead within two minutes', () => {
    const outcomes = played({ hunts: [...vermin, 'goblin_chief'], rests: 0, rested: 0 })
    for (const { died, minutes } of outcomes) {
      expect(died).toBe(true)
      expect(minutes).toBeLessThan(2)
    }
  })

  it('[CF-13.16] the same clock, chance and commands make the same game', () => {
    const play = () => {
      const ann = new Adventurer('twice', door, { hunts: vermin, rests: 70, rested: 100 })
      const outcome = ann.play(2)
      const { hp, experience, x, y } = ann.player
      return { ...outcome, hp, experience, x, y, told: ann.told }
    }
    expect(play()).toEqual(play())
  })
})
