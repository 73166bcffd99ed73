// The behaviour of monsters, NPCs and guards. [CF-13.11] [CF-13.12]
import { describe, expect, it } from 'vitest'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import { replyToSpeech } from '../../../../../games/crossfire/rules/scripts/npc-replies.ts'
import { damageMonster } from '../../../../../games/crossfire/rules/vitals/apply-damage.ts'
import { Arena } from '../../harness/rules-arena.ts'

const hall = `
###############
#.............#
#.............#
#.....###.....#
#.............#
###############`
const place = ({ location }: Thing) => (location?.in === 'cell' ? [location.x, location.y] : undefined)
/** A random value for which only events with a probability of 1 occur. */
const never = 0.999

describe('a hunting monster', () => {
  it('[CF-13.12] approaches a visible player and attacks when adjacent', () => {
    const arena = new Arena(hall)
    const ann = arena.join('Ann', 1, 1, { has: [] })
    const goblin = arena.creature('goblin', 5, 1)
    arena.chance(never)
    // 0.22 actions per tick: one action every fifth tick.
    arena.tick(5)
    expect(place(goblin)).toEqual([4, 1])
    expect(goblin.life!.targetTag).toBe(ann.player.tag)
    arena.tick(10)
    expect(place(goblin)).toEqual([2, 1])
    expect(ann.takeTexts()).toEqual([])
    arena.tick(5)
    expect(ann.takeTexts()).toEqual(['The goblin hits you.'])
    expect(goblin.life!.facing).toBe(7)
    expect(ann.player.hp).toBe(ann.player.stats.maxHp - 4)
  })

  it('[CF-13.12] faces the direction of its step', () => {
    const arena = new Arena(hall)
    arena.join('Ann', 1, 1)
    const rat = arena.creature('rat', 4, 4)
    const before = arena.level.revisionAt(4, 4)
    arena.chance(never)
    arena.tick(5)
    expect(place(rat)).toEqual([3, 3])
    expect(rat.life!.facing).toBe(8)
    expect(arena.level.revisionAt(4, 4)).toBeGreaterThan(before)
  })

  it('[CF-13.12] does not see players beyond its range or behind walls', () => {
    const far = new Arena(hall)
    far.join('Ann', 1, 1)
    const rat = far.creature('rat', 6, 1)
    const walled = new Arena(hall)
    walled.join('Ann', 7, 2)
    const goblin = walled.creature('goblin', 7, 4)
    for (const arena of [far, walled]) {
      arena.chance(never)
      arena.tick(40)
    }
    expect(place(rat)).toEqual([6, 1])
    expect(place(goblin)).toEqual([7, 4])
  })

  it('[CF-13.12] walks around another monster in its way', () => {
    const arena = new Arena(hall)
    arena.join('Ann', 1, 2)
    const [first, second] = [arena.creature('goblin', 4, 2), arena.creature('goblin', 3, 2)]
    arena.chance(never)
    arena.tick(15)
    expect([place(first), place(second)]).toEqual(expect.arrayContaining([[2, 2]]))
    const beside = [place(first)!, place(second)!].filter(([x]) => x! <= 2)
    expect(beside).toHaveLength(2)
  })

  it('[CF-13.12] pursues at most 15 cells from its home', () => {
    const arena = new Arena(`${'#'.repeat(40)}\n#${'.'.repeat(38)}#\n${'#'.repeat(40)}`)
    const ann = arena.join('Ann', 8, 1, { has: [] })
    const wolf = arena.creature('wolf', 4, 1)
    arena.chance(never)
    // The player stays three steps ahead of the monster.
    for (let x = 8; x < 38; x++) {
      arena.level.removePlayer(ann.player)
      ann.player.x = x
      arena.level.addPlayer(ann.player)
      arena.tick(3)
    }
    expect(place(wolf)![0]).toBeLessThanOrEqual(4 + 15)
    expect(wolf.life!.targetTag).toBeUndefined()
    arena.chance(0.2)
    arena.tick(300)
    expect(place(wolf)![0]).toBeLessThanOrEqual(4 + 6)
    expect(ann.player.hp).toBe(ann.player.stats.maxHp)
  })

  it('[CF-13.12] flees at low hp', () => {
    const arena = new Arena(hall)
    arena.join('Ann', 1, 1)
    const goblin = arena.creature('goblin', 2, 1)
    goblin.life!.hp = 1
    arena.chance(never)
    arena.tick(10)
    expect(place(goblin)).toEqual([4, 1])
  })

  it('[CF-13.12] shoots at players in a straight line if it is an archer', () => {
    const arena = new Arena(hall)
    const ann = arena.join('Ann', 1, 1, { has: [] })
    const archer = arena.creature('bone_archer', 6, 1)
    arena.chance(0)
    arena.tick(6)
    expect(arena.level.effects.size).toBe(1)
    expect(place(archer)).toEqual([6, 1])
    archer.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(never)
    arena.tick(8)
    expect(ann.takeTexts()).toContain('You are hit by a magic missile.')
    expect(ann.player.hp).toBe(ann.player.stats.maxHp - 8)
  })

  it('[CF-13.11] regenerates hp if its archetype sets a regeneration', () => {
    const arena = new Arena(hall)
    arena.join('Ann', 1, 1)
    const lord = arena.creature('bone_lord', 13, 4)
    lord.life!.hp = 100
    lord.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.tick(100)
    expect(lord.life!.hp).toBe(104)
  })

  it('[CF-13.12] roams near its home without a target', () => {
    const arena = new Arena(`${'.'.repeat(40)}\n`.repeat(30))
    arena.join('Ann', 0, 0)
    const bat = arena.creature('bat', 20, 15)
    const seen = new Set<string>()
    for (let look = 0; look < 200; look++) {
      arena.tick(10)
      const [x, y] = place(bat)!
      seen.add(`${x},${y}`)
      expect(Math.max(Math.abs(x! - 20), Math.abs(y! - 15))).toBeLessThanOrEqual(7)
    }
    expect(seen.size).toBeGreaterThan(10)
  })
})

describe('respawning', () => {
  const spawns = [{ id: 'rat', x: 5, y: 1, respawnMinutes: 4 }]
  const minute = 500

  it('[CF-13.11] pauses on a map without players, as do the movements of monsters', () => {
    const arena = new Arena(hall)
    const ann = arena.join('Ann', 1, 1)
    const goblin = arena.creature('goblin', 5, 1)
    arena.leave(ann)
    arena.tick(100)
    expect(place(goblin)).toEqual([5, 1])
    expect(goblin.life!.actionPoints).toBe(0)
  })

  it('[CF-13.11] happens after its time, when the next player enters the map', () => {
    const arena = new Arena(hall, { spawns })
    const ann = arena.join('Ann', 1, 4, { has: ['sword'] })
    const rat = arena.creature('rat', 2, 4, 0)
    arena.chance(never)
    damageMonster(arena.scene, rat, 100, ann.player)
    expect(arena.level.respawnTimes.size).toBe(1)
    arena.tick(5 * minute)
    expect(arena.level.creatures.size).toBe(0)
    arena.leave(ann)
    arena.join('Ben', 1, 4)
    expect([...arena.level.creatures].map(place)).toEqual([[5, 1]])
    expect(arena.level.respawnTimes.size).toBe(0)
    expect(arena.level.creaturesUnsaved).toBe(true)
  })

  it('[CF-13.11] does not happen early, and never for spawns without a time', () => {
    const arena = new Arena(hall, {
      spawns: [...spawns, { id: 'goblin_chief', x: 7, y: 1, respawnMinutes: undefined }],
    })
    const ann = arena.join('Ann', 1, 4, { has: ['sword'] })
    arena.chance(never)
    damageMonster(arena.scene, arena.creature('rat', 2, 4, 0), 100, ann.player)
    damageMonster(arena.scene, arena.creature('goblin_chief', 2, 4, 1), 100, ann.player)
    arena.tick(3 * minute)
    arena.leave(ann)
    const ben = arena.join('Ben', 1, 4)
    expect(arena.level.creatures.size).toBe(0)
    arena.tick(60 * minute)
    arena.leave(ben)
    arena.join('Cyd', 1, 4)
    expect([...arena.level.creatures].map(({ archetype }) => archetype.id)).toEqual(['rat'])
  })
})

describe('respawning outdoors', () => {
  it('[CF-13.11] also happens while players are on the map, but out of their sight', () => {
    const spawns = [
      { id: 'wolf', x: 38, y: 0, respawnMinutes: 4 },
      { id: 'wolf', x: 5, y: 0, respawnMinutes: 4 },
    ]
    const arena = new Arena('.'.repeat(40), { spawns, outside: true })
    const ann = arena.join('Ann', 0, 0)
    spawns.forEach(({ x, y }, index) => {
      damageMonster(arena.scene, arena.creature('wolf', x, y, index), 100, ann.player)
    })
    arena.tick(1999)
    expect(arena.level.creatures.size).toBe(0)
    arena.tick(1)
    expect([...arena.level.creatures].map(place)).toEqual([[38, 0]])
    expect([...arena.level.respawnTimes.keys()]).toEqual([1])
  })
})

describe('NPCs', () => {
  it('[CF-15.12] answer known words regardless of case; the nearest NPC answers, and all players nearby hear the answer', () => {
    const arena = new Arena(hall)
    const ann = arena.join('Ann', 2, 1)
    const ben = arena.join('Ben', 13, 1)
    arena.creature('guard', 3, 1)
    arena.creature('elder', 5, 1)
    replyToSpeech(ann.player, 'What of the BARROW?')
    expect(ann.takeTexts()).toEqual(['The guard says: South-east, behind the graves. Take a torch.'])
    expect(ben.takeTexts()).toHaveLength(1)
    replyToSpeech(ann.player, 'xyzzy')
    expect(ann.takeTexts()).toEqual([
      'The guard says: Keep the peace, and the peace keeps you. Mind the wolves.',
    ])
    replyToSpeech(ben.player, 'hello')
    expect(ben.takeTexts()).toHaveLength(1)
  })

  it('[CF-13.12] stroll near their home', () => {
    const arena = new Arena(`${'.'.repeat(40)}\n`.repeat(30))
    arena.join('Ann', 0, 0)
    const child = arena.creature('child', 20, 15)
    arena.tick(2000)
    const [x, y] = place(child)!
    expect(Math.max(Math.abs(x! - 20), Math.abs(y! - 15))).toBeLessThanOrEqual(7)
    expect([x, y]).not.toEqual([20, 15])
  })
})

describe('guards', () => {
  it('[CF-13.17] kill monsters near their post and return, without experience for anybody', () => {
    const arena = new Arena(hall)
    const ann = arena.join('Ann', 5, 1, { has: [] })
    const guard = arena.creature('guard', 10, 1)
    const wolf = arena.creature('wolf', 7, 1)
    const { experience } = ann.player
    arena.chance(never)
    arena.tick(120)
    expect(wolf.location).toBeUndefined()
    expect(ann.player.experience).toBe(experience)
    arena.tick(60)
    expect(place(guard)).toEqual([10, 1])
  })

  it('[CF-13.17] ignore monsters too far from their post', () => {
    const arena = new Arena(`${'#'.repeat(40)}\n#${'.'.repeat(38)}#\n${'#'.repeat(40)}`)
    arena.join('Ann', 38, 1)
    const guard = arena.creature('guard', 2, 1)
    const skeleton = arena.creature('bone_archer', 12, 1)
    arena.chance(never)
    arena.tick(60)
    expect(place(guard)).toEqual([2, 1])
    expect(skeleton.location).toBeDefined()
  })
})
