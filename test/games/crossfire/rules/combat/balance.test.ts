// The balance of fights for new characters. A bot player fights in the barrow and the dungeon, in simulated time.
import { describe, expect, it } from 'vitest'
import { dungeonMonsters } from '../../../../../games/crossfire/builtin/archetypes/dungeon.ts'
import { experienceTable } from '../../../../../games/crossfire/builtin/characters/experience-table.ts'
import { floorName, generateFloor } from '../../../../../games/crossfire/builtin/dungeon/floor.ts'
import { weekNumberAt } from '../../../../../games/crossfire/model/loading/weekly-dungeon.ts'
import { BotPlayer, type BotSettings, type Outcome, startTime } from '../../scenarios/bot-player.ts'

const door = { level: 'barrow', x: 6, y: 20 }
const monsters = ['rat', 'goblin', 'bat', 'slime', 'spider']
const seeds = ['a', 'b', 'c', 'd', 'e'] as const

function played(manner: BotSettings) {
  return seeds.map((seed) => new BotPlayer(seed, door, manner).play(30))
}

describe('a new fighter with sword, shield and bread', () => {
  it('[CF-13.15] clears the floor in 10 to 20 minutes by resting in time and avoiding the boss', () => {
    const outcomes = played({
      ...{ hunts: monsters, rests: 70, rested: 100, pauses: 30_000 },
      fears: { id: 'goblin_chief', cells: 2 },
    })
    expect(outcomes.filter(({ died }) => died)).toEqual([])
    expect(outcomes.map(({ left }) => left)).toEqual([0, 0, 0, 0, 0])
    const middle = outcomes.map(({ minutes }) => minutes).sort((a, b) => a - b)[2]!
    expect(middle).toBeGreaterThan(10)
    expect(middle).toBeLessThan(20)
  })

  it('[CF-13.15] dies within two minutes by attacking everything, including the boss, without resting', () => {
    const outcomes = played({ hunts: [...monsters, 'goblin_chief'], rests: 0, rested: 0 })
    for (const { died, minutes } of outcomes) {
      expect(died).toBe(true)
      expect(minutes).toBeLessThan(2)
    }
  })

  it('[CF-13.16] plays the same game with the same clock, seed and commands', () => {
    const play = () => {
      const ann = new BotPlayer('twice', door, { hunts: monsters, rests: 70, rested: 100 })
      const outcome = ann.play(2)
      const { hp, experience, x, y } = ann.player
      return { ...outcome, hp, experience, x, y, told: ann.texts }
    }
    expect(play()).toEqual(play())
  })
})

describe('[CF-19.8] a fighter with starting equipment in the dungeon', () => {
  const week = weekNumberAt(startTime)
  function playedOnFloor(floor: number, level: number, rests: number, minutes: number): Outcome[] {
    return [1, 2, 3].map((deep) => {
      const rows = generateFloor({ seed: deep, week }, floor).rows.split('\n')
      const y = rows.findIndex((row) => row.includes('<'))
      const camp = { level: floorName({ week }, floor), x: rows[y]!.indexOf('<'), y }
      const experience = experienceTable[level - 1]!
      const manner = { hunts: dungeonMonsters.flat(), rests, rested: 100, pauses: 10_000, deep, experience }
      return new BotPlayer(`deep ${deep}`, camp, manner).play(minutes)
    })
  }
  const lived = (outcomes: readonly Outcome[]) => outcomes.filter(({ died }) => !died).length

  it.each([3, 4])('clears the first floor at level %i by resting in time', (level) => {
    const outcomes = playedOnFloor(1, level, 70, 40)
    expect([lived(outcomes), outcomes.map(({ left }) => left)]).toEqual([3, [0, 0, 0]])
  })
  it('dies within two minutes without resting', () => {
    for (const { died, minutes } of playedOnFloor(1, 4, 0, 5))
      expect([died, minutes < 2]).toEqual([true, true])
  })
  it('does not clear the third or fifth floor in twenty minutes', () => {
    for (const floor of [3, 5])
      for (const { died, left } of playedOnFloor(floor, 4, 70, 20)) expect(died || left > 0).toBe(true)
  })
})
