// Regeneration, food, and death by hunger. [CF-15.1]
import { describe, expect, it } from 'vitest'
import { defaultRespawnPoint } from '../../../../../games/crossfire/builtin/characters/index.ts'
import { Arena, type HeroSettings } from '../../harness/rules-arena.ts'

/** Two minutes in ticks. */
const span = 1000

function idle(settings: HeroSettings = {}) {
  const arena = new Arena('...')
  const ann = arena.join('Ann', 0, 0, { has: [], ...settings })
  return { arena, ann, player: ann.player }
}

describe('regeneration', () => {
  it.each([
    [{}, 10],
    [{ abilities: { Con: 16 } }, 19],
    [{ abilities: { Con: 2 } }, 4],
  ])('[CF-15.3] of hp depends on level and Constitution: %o', (settings, points) => {
    const { arena, player } = idle(settings)
    player.hp = 1
    arena.tick(span)
    expect(player.hp).toBe(Math.min(player.stats.maxHp, 1 + points))
  })

  it('[CF-15.3] of spell points and grace stops at the maximum, and keeps points above it', () => {
    const { arena, player } = idle({ abilities: { Pow: 30, Wis: 30, Int: 30 } })
    Object.assign(player, { sp: 0, grace: 0 })
    arena.tick(200)
    expect([player.sp, player.grace]).toEqual([9, 8])
    Object.assign(player, { sp: player.stats.maxSp + 3, grace: player.stats.maxGrace })
    arena.tick(100)
    expect([player.sp, player.grace]).toEqual([player.stats.maxSp + 3, player.stats.maxGrace])
  })

  it('[CF-15.3] does not happen to all players on the same tick', () => {
    const arena = new Arena('..........')
    const players = Array.from({ length: 10 }, (_, x) => arena.join(`Ann${x}`, x, 0, { has: [] }).player)
    const hungryAt = new Set<number>()
    for (let tick = 0; tick < span; tick++) {
      const before = players.map(({ food }) => food)
      arena.tick(1)
      const hungry = players.filter(({ food }, at) => food < before[at]!)
      if (hungry.length > 0) hungryAt.add(tick)
      expect(hungry.length).toBeLessThan(players.length)
    }
    expect(hungryAt.size).toBeGreaterThan(100)
  })

  it('[CF-15.3] is faster with a healing amulet', () => {
    const { arena, player } = idle({ has: ['amulet_life'] })
    player.hp = 1
    arena.tick(500)
    expect(player.hp).toBe(1 + 13)
  })
})

describe('food', () => {
  it('[CF-15.1] decreases slowly, and faster during regeneration', () => {
    const resting = idle()
    resting.arena.tick(span)
    expect(resting.player.food).toBe(900 - 12)
    const mending = idle()
    mending.player.hp = 1
    mending.arena.tick(span)
    expect(mending.player.food).toBe(900 - 12 - 5)
  })

  it('[CF-15.2] causes messages to the player when it gets low', () => {
    const { arena, ann, player } = idle()
    player.food = 151
    arena.tick(span / 10)
    player.food = 51
    arena.tick(span / 10)
    player.food = 2
    arena.tick(span / 10)
    expect(ann.takeTexts()).toEqual(['You feel hungry.', 'You are very hungry.', 'You are starving!'])
  })

  it('[CF-15.2] at 0 makes the player eat carried food that is paid for', () => {
    const { arena, ann, player } = idle()
    arena.give(ann, 'meat').unpaid = true
    arena.give(ann, 'apple', 2)
    player.food = 0
    arena.tick(25)
    expect(player.food).toBe(50)
    expect([ann.has('apple'), ann.has('meat')]).toEqual([1, 1])
  })

  it('[CF-15.2] at 0 without supplies costs hp, stops regeneration, and finally kills the player', () => {
    const { arena, ann, player } = idle()
    player.food = 0
    player.hp = 3
    arena.tick(50)
    expect([player.hp, player.food]).toEqual([1, 0])
    arena.tick(25)
    expect(ann.takeTexts()[0]).toBe('You were killed by hunger.')
    expect(player.levelName).toBe(defaultRespawnPoint.level)
    expect(player.food).toBe(500)
  })
})
