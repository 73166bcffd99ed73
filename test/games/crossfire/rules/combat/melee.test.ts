// Melee, missiles and drops. [CF-13]
import { beforeEach, describe, expect, it } from 'vitest'
import { combinePercentages } from '../../../../../games/crossfire/model/players/derived-stats.ts'
import { msUntilReady } from '../../../../../games/crossfire/model/time/action-timing.ts'
import { fireReadiedAction } from '../../../../../games/crossfire/rules/actions/fire.ts'
import { runDueRepeats, startRepeating } from '../../../../../games/crossfire/rules/actions/repeat.ts'
import { throwThing } from '../../../../../games/crossfire/rules/actions/shoot-and-throw.ts'
import { rollDamage, rollHit } from '../../../../../games/crossfire/rules/combat/damage-rolls.ts'
import { attackTarget } from '../../../../../games/crossfire/rules/combat/melee.ts'
import { applyStatusToPlayer } from '../../../../../games/crossfire/rules/vitals/status-effects.ts'
import { Arena } from '../../harness/rules-arena.ts'

const room = `
#########
#.......#
#.......#
#########`
const swordsman = { has: ['sword'], skills: { 'one handed weapons': 0 } }
/** Random values for which a d20 rolls 1, 10 and 20. */
const [one, ten, twenty] = [0, 0.45, 0.999]
const east = 3

let arena: Arena
beforeEach(() => {
  arena = new Arena(room)
})

describe('hits and damage', () => {
  it.each([
    [one, 0, 30, false],
    [twenty, 30, 0, true],
    [ten, 17, 7, true],
    [ten, 18, 7, false],
  ])('[CF-13.2] a hit roll of %s with wc %i against ac %i gives %s', (random, wc, ac, hit) => {
    arena.chance(random)
    expect(rollHit(arena.scene, wc, ac)).toBe(hit)
  })

  it.each([
    [one, 10, 0, 1],
    [twenty, 10, 0, 10],
    [twenty, 10, 25, 8],
    [one, 10, 90, 1],
    [twenty, 10, 100, 0],
    [twenty, 10, -20, 12],
  ])(
    '[CF-13.4] a damage roll of %s with maximum %i and %i percent resistance gives %i',
    (random, most, resisted, damage) => {
      arena.chance(random)
      expect(rollDamage(arena.scene, most, resisted)).toBe(damage)
    },
  )

  it('[CF-13.5] several resistances apply in sequence and never reach 100 percent', () => {
    expect(combinePercentages([])).toBe(0)
    expect(combinePercentages([50, 50])).toBe(75)
    expect(combinePercentages([10, 10])).toBe(19)
    expect(combinePercentages([99, 99])).toBe(99)
    expect(combinePercentages([10, -20])).toBe(-10)
  })
})

describe('combat stats', () => {
  const figures = (settings: Parameters<Arena['join']>[3]) =>
    new Arena(room).join('Ann', 1, 1, settings).player.stats

  it('[CF-8.9] start at base values with bare hands and average abilities', () => {
    const { wc, ac, damage, armour, maxHp, weaponSpeed, speed, weightLimit } = figures({
      has: [],
      skills: { punching: 0 },
    })
    expect({ wc, ac, damage, armour, maxHp, speed, weightLimit }).toEqual({
      ...{ wc: 19, ac: 10, damage: 2, armour: 0, maxHp: 23, speed: 0.75, weightLimit: 60_000 },
    })
    expect(weaponSpeed).toBeCloseTo(0.1616)
  })

  it('[CF-8.9] add up from sword, shield, mail and strength', () => {
    const { wc, ac, damage, armour } = figures({
      ...{ has: ['sword', 'shield', 'mail'], abilities: { Str: 14 } },
      skills: { 'one handed weapons': 0 },
    })
    expect({ wc, ac, damage, armour }).toEqual({ wc: 17, ac: 5, damage: 9, armour: 28 })
  })

  it('[CF-8.9] include a penalty for a weapon without its skill', () => {
    expect(figures({ has: ['sword'], skills: {} }).wc).toBe(21)
  })

  it('[CF-8.8] include jewellery bonuses, up to an ability of 30', () => {
    expect(figures({ has: ['ring_strength'] }).abilities.Str).toBe(12)
    expect(figures({ has: ['ring_strength'], abilities: { Str: 29 } }).abilities.Str).toBe(30)
  })

  it('[CF-8.11] include a slowdown above half of the weight limit', () => {
    const ann = arena.join('Ann', 1, 1, { has: [] })
    expect(ann.player.stats.speed).toBe(0.75)
    arena.give(ann, 'mail')
    expect(ann.player.stats.speed).toBe(0.75)
    arena.give(ann, 'mail')
    expect(ann.player.stats.speed).toBeLessThan(0.6)
  })
})

describe('melee attacks', () => {
  it('[CF-13.1] [CF-13.3] do damage with a sound and an effect on a hit, and report a miss', () => {
    const ann = arena.join('Ann', 1, 1, swordsman)
    const goblin = arena.creature('goblin', 2, 1)
    arena.chance(twenty)
    attackTarget(arena.scene, ann.player, goblin)
    // 7 damage, less 5 percent
    expect(goblin.life!.hp).toBe(12 - 7)
    expect(ann.takeTexts()).toEqual(['You hit the goblin.'])
    expect(ann.takeSounds()).toEqual([9])
    expect(arena.at(2, 1)).toContain('hit')
    arena.chance(one)
    attackTarget(arena.scene, ann.player, goblin)
    expect(ann.takeTexts()).toEqual(['You miss the goblin.'])
    expect(goblin.life!.targetTag).toBe(ann.player.tag)
    arena.tick(3)
    expect(arena.at(2, 1)).not.toContain('hit')
  })

  it('[CF-13.1] do not harm NPCs or players', () => {
    const ann = arena.join('Ann', 1, 1)
    const ben = arena.join('Ben', 1, 2)
    const guard = arena.creature('guard', 2, 1)
    arena.chance(twenty)
    attackTarget(arena.scene, ann.player, guard)
    attackTarget(arena.scene, ann.player, ben.player)
    expect(guard.life!.hp).toBe(1)
    expect(ben.player.hp).toBe(ben.player.stats.maxHp)
    expect(ann.takeTexts()).toEqual([])
  })

  it('[CF-13.10] that kill a monster drop its items and give experience to the player and the skill', () => {
    const ann = arena.join('Ann', 1, 1, swordsman)
    const ben = arena.join('Ben', 1, 2)
    const rat = arena.creature('rat', 2, 1)
    // With these random values the attack hits with high damage, and the monster drops all its things.
    arena.chance(twenty, twenty, 0)
    attackTarget(arena.scene, ann.player, rat)
    expect(rat.location).toBeUndefined()
    expect(arena.level.creatures.size).toBe(0)
    expect(arena.level.creaturesUnsaved).toBe(true)
    expect(arena.at(2, 1)).toEqual(['rat_tail', 'cheese', 'hit', 'puff'])
    expect(ann.player.experience).toBe(40)
    expect(ann.player.skills.get('one handed weapons')).toBe(40)
    expect(ann.takeTexts()).toEqual(['You hit the rat.', 'You killed the rat.'])
    expect(ben.takeTexts()).toEqual(['Ann killed a rat.'])
    expect(ann.takeSounds()).toEqual([9, 14])
  })

  it('[CF-13.10] place drops on an adjacent cell if the cell of the monster is full, and its remains disappear later', () => {
    const ann = arena.join('Ann', 1, 1, swordsman)
    for (let piles = 0; piles < 50; piles++) arena.lay('book', 2, 1)
    const goblin = arena.creature('goblin', 2, 1)
    goblin.life!.hp = 1
    arena.chance(twenty, twenty, 0)
    attackTarget(arena.scene, ann.player, goblin)
    expect(arena.at(2, 1)).not.toContain('coin_copper')
    expect(arena.at(2, 1)).toContain('bones')
    const around = [arena.at(1, 1), arena.at(3, 1), arena.at(1, 2), arena.at(2, 2), arena.at(3, 2)].flat()
    expect(around).toContain('coin_copper')
    arena.tick(2250)
    expect(arena.at(2, 1)).toContain('bones')
    arena.tick(250)
    expect(arena.at(2, 1)).not.toContain('bones')
  })

  it('[CF-13.5] of a cold weapon do no damage to a monster immune to cold', () => {
    const ann = arena.join('Ann', 1, 1, { ...swordsman, has: ['crown_blade'] })
    const lord = arena.creature('bone_lord', 2, 1)
    arena.chance(twenty)
    attackTarget(arena.scene, ann.player, lord)
    expect(lord.life!.hp).toBe(140)
    expect(ann.takeTexts()).toEqual(['You hit the bone lord without effect.'])
  })

  it('[CF-13.1] of monsters do less damage through armour', () => {
    const ann = arena.join('Ann', 1, 1, { has: ['mail'] })
    const wolf = arena.creature('wolf', 2, 1)
    const { hp } = ann.player
    arena.chance(twenty)
    attackTarget(arena.scene, wolf, ann.player)
    // 6 damage, less 25 percent
    expect(ann.player.hp).toBe(hp - 5)
    expect(ann.takeTexts()).toEqual(['The wolf hits you.'])
    expect(ann.takeSounds()).toEqual([12])
    arena.chance(one)
    attackTarget(arena.scene, wolf, ann.player)
    expect(ann.takeTexts()).toEqual(['The wolf misses you.'])
  })

  it('[CF-22.5] of paralyzing monsters hold a player for at most 6 seconds, however many monsters attack', () => {
    const arena = new Arena('...')
    const { player } = arena.join('Ann', 1, 0)
    arena.chance(0)
    for (let blows = 0; blows < 10; blows++)
      applyStatusToPlayer(arena.scene, player, { effect: 'held', ms: 5000 })
    expect(msUntilReady(player, arena.now)).toBe(5000)
  })

  it('[CF-13.6] of poisonous monsters can poison the player for a while', () => {
    const ann = arena.join('Ann', 1, 1, { has: [] })
    const spider = arena.creature('spider', 7, 2)
    arena.chance(twenty, 0)
    attackTarget(arena.scene, spider, ann.player)
    expect(ann.takeTexts()).toEqual(['The cave spider hits you.', 'You are poisoned!'])
    const { hp } = ann.player
    arena.chance(0.999)
    spider.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.tick(160)
    expect(ann.player.hp).toBe(hp - 10 + 2)
    arena.tick(10)
    expect(ann.takeTexts()).toEqual(['The poison has left you.'])
    expect(ann.player.effects.size).toBe(0)
  })
})

describe('missiles', () => {
  const archer = { has: ['bow', 'arrow'], skills: { 'missile weapons': 0 } }

  it('[CF-13.7] move one cell per tick, hit, and drop unless they break', () => {
    const ann = arena.join('Ann', 1, 1, archer)
    const goblin = arena.creature('goblin', 4, 1)
    goblin.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(twenty)
    const took = fireReadiedAction(arena.scene, ann.player, east)
    expect(ann.has('arrow')).toBe(0)
    expect(arena.at(2, 1)).toEqual(['flying_arrow'])
    expect(ann.takeSounds()).toEqual([1])
    // Bare hands make 0.1616 attacks per tick. A shot takes 30 percent longer.
    expect(took).toBe(Math.round(120_000 / (0.1616 / 1.3)))
    arena.tick()
    expect(arena.at(3, 1)).toEqual(['flying_arrow'])
    arena.tick()
    expect(arena.level.effects.size).toBe(0)
    // The damage is 6 plus 3, reduced by 5 percent.
    expect(goblin.life!.hp).toBe(12 - 9)
    expect(ann.takeTexts()).toEqual(['Your arrow hits the goblin.'])
    expect(arena.at(4, 1)).toEqual(['arrow', 'goblin'])
  })

  it('[CF-13.7] pass targets that they miss, and end at walls, where they can break', () => {
    const ann = arena.join('Ann', 1, 1, archer)
    const goblin = arena.creature('goblin', 3, 1)
    goblin.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(one)
    fireReadiedAction(arena.scene, ann.player, east)
    arena.tick(7)
    expect(goblin.life!.hp).toBe(12)
    expect(arena.level.effects.size).toBe(0)
    expect(arena.at(7, 1)).toEqual([])
  })

  it('[CF-13.7] end at their range, and pass players and NPCs', () => {
    const arena = new Arena('.'.repeat(16))
    const ann = arena.join('Ann', 0, 0, archer)
    arena.join('Ben', 2, 0)
    arena.creature('guard', 4, 0)
    arena.chance(twenty)
    fireReadiedAction(arena.scene, ann.player, east)
    arena.tick(20)
    expect(arena.at(9, 0)).toEqual(['arrow'])
  })

  it('[CF-13.7] need paid arrows; without them firing stops', () => {
    const ann = arena.join('Ann', 1, 1, { ...archer, has: ['bow'] })
    arena.give(ann, 'arrow').unpaid = true
    ann.player.repeatedAction = { kind: 'fire', direction: east }
    fireReadiedAction(arena.scene, ann.player, east)
    expect(ann.takeTexts()).toEqual(['You have no arrows left.'])
    expect(ann.player.repeatedAction).toBeUndefined()
    ann.player.readied = undefined
    fireReadiedAction(arena.scene, ann.player, east)
    expect(ann.takeTexts()).toEqual(['You have nothing readied to fire.'])
  })

  it('[CF-13.8] come from a quiver too, and are not fired if the readied bow is gone', () => {
    const ann = arena.join('Ann', 1, 1, { ...archer, has: ['bow', 'quiver'] })
    const arrow = arena.scene.createThing('arrow')
    arrow.location = { in: 'container', container: ann.thing('quiver') }
    ann.thing('quiver').inside!.push(arrow)
    fireReadiedAction(arena.scene, ann.player, east)
    expect(arena.level.effects.size).toBe(1)
    expect(ann.thing('quiver').inside).toEqual([])
    ann.player.readied = { with: 'launcher', tag: 999_999 }
    fireReadiedAction(arena.scene, ann.player, east)
    expect(ann.takeTexts()).toEqual(['You have nothing readied to fire.'])
  })

  it('[CF-13.9] include a thrown dagger with half damage, range by strength, and a sound', () => {
    const ann = arena.join('Ann', 1, 1, { has: [], skills: { throwing: 0 } })
    arena.give(ann, 'dagger')
    ann.player.facing = east
    const rat = arena.creature('rat', 3, 1)
    rat.life!.actionPoints = Number.NEGATIVE_INFINITY
    arena.chance(twenty)
    throwThing(arena.scene, ann.player, '')
    arena.tick()
    expect(rat.life!.hp).toBe(5 - 2)
    expect(ann.takeTexts()).toEqual(['Your dagger hits the rat.'])
    expect(arena.at(3, 1)).toContain('dagger')
    throwThing(arena.scene, ann.player, 'dagger')
    expect(ann.takeTexts()).toEqual(['You have no such thing to throw.'])
  })
})

describe('[CF-9.9] a run', () => {
  it('attacks the monster in the way until it dies, and then continues', () => {
    const arena = new Arena('......')
    const ann = arena.join('Ann', 0, 0)
    const rat = arena.creature('rat', 2, 0)
    rat.life!.actionPoints = Number.NEGATIVE_INFINITY
    startRepeating(arena.scene, ann.player, 'run', '3')
    for (let turn = 0; turn < 200 && rat.location; turn++) {
      arena.now += 1000
      runDueRepeats(arena.scene, [ann.player], arena.now)
    }
    expect([rat.location, ann.player.repeatedAction]).toEqual([undefined, { kind: 'run', direction: 3 }])
    arena.now += 1000
    runDueRepeats(arena.scene, [ann.player], arena.now)
    expect(ann.player.x).toBe(2)
  })
})
