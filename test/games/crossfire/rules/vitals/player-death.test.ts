// Death and respawning. [CF-13.13]
import { describe, expect, it } from 'vitest'
import { defaultRespawnPoint } from '../../../../../games/crossfire/builtin/characters/index.ts'
import { nearestFreeCell } from '../../../../../games/crossfire/model/level/relocation.ts'
import { attackTarget } from '../../../../../games/crossfire/rules/combat/melee.ts'
import { damagePlayer } from '../../../../../games/crossfire/rules/vitals/apply-damage.ts'
import { Arena } from '../../harness/rules-arena.ts'

const high = 0.999

describe('death', () => {
  it('[CF-13.13] [CF-13.14] takes a tenth of the experience and no items, and respawns the player with full hp', () => {
    const arena = new Arena('....')
    const ann = arena.join('Ann', 1, 0, { skills: { punching: 3000 } })
    const ben = arena.join('Ben', 3, 0)
    const wolf = arena.creature('wolf', 2, 0)
    const { player } = ann
    const had = player.inventory.map(({ archetype, count }) => [archetype.id, count])
    player.experience = 10_000
    player.markUnsaved()
    Object.assign(player, { hp: 1, sp: 0, grace: 0, food: 10 })
    player.effects.set('poison', { endsAt: 1e9, strength: 1 })
    player.repeatedAction = { kind: 'fire', direction: 1 }
    arena.chance(high)
    attackTarget(arena.scene, wolf, player)
    expect(arena.events).toEqual([
      { kind: 'death', text: 'Ann was killed by a wolf', counts: { Ann: { deaths: 1 } } },
    ])
    expect(player.experience).toBe(9000)
    expect(player.skills.get('punching')).toBe(2700)
    expect(player.inventory.map(({ archetype, count }) => [archetype.id, count])).toEqual(had)
    expect([player.levelName, player.x, player.y]).toEqual([
      'temple',
      defaultRespawnPoint.x,
      defaultRespawnPoint.y,
    ])
    expect(player.hp).toBe(player.stats.maxHp)
    expect([player.sp, player.grace, player.food]).toEqual([
      Math.floor(player.stats.maxSp / 2),
      Math.floor(player.stats.maxGrace / 2),
      500,
    ])
    expect([player.effects.size, player.repeatedAction]).toEqual([0, undefined])
    expect(arena.level.playersAt(1, 0)).toEqual([])
    expect(ann.takeTexts()).toEqual([
      'The wolf hits you.',
      'You were killed by a wolf.',
      'You respawn and lose some experience.',
    ])
    expect(ben.takeTexts()).toEqual(['Ann was killed by a wolf.'])
    expect(ann.takeSounds()).toContain(16)
  })

  it('[CF-13.13] respawns the player at the last bed used', () => {
    const arena = new Arena('....')
    const ann = arena.join('Ann', 1, 0)
    ann.player.respawnPoint = { level: 'arena', x: 3, y: 0 }
    damagePlayer(arena.scene, ann.player, 1000, 'a rat')
    expect([ann.player.levelName, ann.player.x, ann.player.y]).toEqual(['arena', 3, 0])
  })

  it('[CF-15.5] leaves unpaid wares on the ground for the shop', () => {
    const arena = new Arena('ss..')
    const ann = arena.join('Ann', 1, 0, { has: ['sword'] })
    const ring = arena.give(ann, 'ring_strength')
    ring.unpaid = true
    damagePlayer(arena.scene, ann.player, 1000, 'a rat')
    expect([ann.has('sword'), ann.has('ring_strength')]).toEqual([1, 0])
    expect(arena.at(1, 0)).toEqual(['ring_strength'])
    expect(ring.unpaid).toBeUndefined()
  })

  it('[CF-13.13] makes the monster choose another target', () => {
    const arena = new Arena('......')
    const ann = arena.join('Ann', 1, 0)
    const ben = arena.join('Ben', 5, 0, { has: [] })
    const wolf = arena.creature('wolf', 2, 0)
    ann.player.hp = 1
    arena.chance(high)
    attackTarget(arena.scene, wolf, ann.player)
    arena.tick(12)
    expect(wolf.life!.targetTag).toBe(ben.player.tag)
  })

  it('[CF-13.13] respawns the player at a point of the temple that is free', () => {
    const arena = new Arena('..')
    const { level, x, y } = defaultRespawnPoint
    expect(nearestFreeCell(arena.scene.levels.open(level), { x, y })).toEqual({ x, y })
  })
})
