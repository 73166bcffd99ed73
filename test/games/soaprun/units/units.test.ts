import { describe, expect, it } from 'vitest'
import type { UnitDefinition } from '../../../../games/soaprun/board/board.ts'
import { itemBits, type Player, statusNumbers } from '../../../../games/soaprun/players/player.ts'
import { findNearest, nextStep } from '../../../../games/soaprun/units/path-finding.ts'
import {
  canvasTile,
  createSmallWorld,
  fenceTile,
  floorTile,
  formatNodes,
  type Place,
  type Settings,
  SmallWorld,
  unit,
  unitsStopTile,
  wallTile,
} from '../small-world.ts'

const { suspend, idle, dead, goal, ghost } = statusNumbers
const open = () => false

function walk(small: SmallWorld, count: number): string[] {
  return Array.from({ length: count }, () => {
    small.tick()
    return formatNodes(small.units().slice(0, 1))
  })
}

/** A world with a player on the place. */
function meet(place: Place, ...world: ConstructorParameters<typeof SmallWorld>) {
  const small = new SmallWorld(...world)
  return { small, player: small.enter(place) }
}

/** A world in which a player has touched unit 0 at 30,30. */
function carrying(...world: ConstructorParameters<typeof SmallWorld>) {
  const { small, player } = meet([30, 30], ...world)
  small.touch(player, 0)
  return { small, player }
}

function give(player: Player, item: number): void {
  player.items |= item
  player.trail.invalidate()
}

describe('a unit', () => {
  it('[SR-5.2] chooses the nearest player in range by Manhattan distance, and of equally near players the one with the highest index', () => {
    const player = (x: number, y: number) => ({ place: { x, y } })
    const crowd = [player(3, 0), player(0, 2), player(1, 1), player(-2, 0)]
    expect(findNearest({ x: 0, y: 0 }, crowd, 4, 3)).toBe(crowd[3])
    expect(findNearest({ x: 0, y: 0 }, crowd.slice(0, 3), 0, 3)).toBe(crowd[1])
    expect(findNearest({ x: 0, y: 0 }, [player(5, 0), player(0, 4)], 4, 3)).toBeUndefined()
  })

  it('[SR-5.3] steps along the path that ends nearest to the target', () => {
    // On the original server, a Closer takes this path to a player whom it cannot reach.
    const target = { x: 30, y: 22 }
    const safe = (x: number, y: number) => x >= 28 && x <= 32 && y >= 20 && y <= 24
    const road = [{ x: 26, y: 19 }]
    for (let n = 0; n < 7; n++) road.push(nextStep(road.at(-1)!, target, false, safe)!)
    expect(formatNodes(road)).toBe('26,19 26,20 26,21 26,22 27,22 27,23 27,22 27,23')
  })

  it('[SR-5.3] flees away from the target on the axis with the larger difference, along the path that ends farthest away', () => {
    expect(nextStep({ x: 26, y: 17 }, { x: 30, y: 19 }, true, open)).toEqual({ x: 26, y: 16 })
    expect(nextStep({ x: 24, y: 19 }, { x: 28, y: 19 }, true, open)).toEqual({ x: 24, y: 20 })
    expect(nextStep({ x: 26, y: 17 }, { x: 28, y: 19 }, true, open)).toEqual({ x: 25, y: 17 })
  })

  it('[SR-5.3] does not flee onto the target’s cell, even if no other cell is open', () => {
    const deadEnd = (_x: number, y: number) => y !== 17
    const alley = (x: number, y: number) => y !== 17 || x < 26
    expect(nextStep({ x: 26, y: 17 }, { x: 27, y: 17 }, true, deadEnd)).toEqual({ x: 25, y: 17 })
    expect(nextStep({ x: 26, y: 17 }, { x: 27, y: 17 }, true, alley)).toBeUndefined()
  })
})

describe('all units', () => {
  it('[SR-4.12] react only to living players who have made their first move', () => {
    const { small, player } = createSmallWorld([
      unit('Closer', 30, 24),
      unit('Crawl', 31, 23),
      unit('Snail', 29, 23),
    ])
    small.world.join()
    for (const status of [dead, goal, ghost] as const) {
      player.status = status
      small.tick(10)
      expect(formatNodes(small.units())).toBe('30,24 31,23 29,23')
      expect(small.units().map((one) => one.status)).toEqual([suspend, idle, suspend])
    }
    player.status = idle
    small.tick()
    expect(formatNodes(small.units())).toBe('30,23 31,22 29,22')
  })
})

describe('Closer', () => {
  it('[SR-5.10] sleeps until a player is within 4 columns and 3 rows, and steps in the tick in which it wakes', () => {
    const { small, player } = meet([34, 34], [unit('Closer', 30, 30)])
    small.tick(5)
    expect(small.first).toMatchObject({ status: suspend, x: 30, y: 30 })
    small.put(player, [34, 33])
    small.tick()
    expect(small.first).toMatchObject({ status: idle, x: 30, y: 31 })
  })

  it('[SR-5.10] steps every third tick', () => {
    const small = new SmallWorld([unit('Closer', 30, 30)])
    small.enter([34, 30])
    expect(walk(small, 8)).toEqual(['31,30', '31,30', '31,30', '32,30', '32,30', '32,30', '33,30', '33,30'])
  })

  it('[SR-5.10] walks home and then sleeps when no player is within 5 columns and 4 rows', () => {
    const { small, player } = meet([33, 30], [unit('Closer', 30, 30)])
    small.tick(4)
    expect(small.first).toMatchObject({ x: 32, y: 30 })
    small.put(player, [37, 35])
    expect(small.ticksUntil(() => small.first.x === 30)).toBe(6)
    expect(small.first).toMatchObject({ status: idle })
    expect(small.ticksUntil(() => small.first.status === suspend)).toBe(3)
  })

  it('[SR-5.5] stays dead for 36 ticks after a sword kill, reappears at home in a new generation, and acts again in tick 61', () => {
    const { small, player } = meet([32, 30], [unit('Closer', 30, 30)])
    give(player, itemBits.sword)
    small.tick()
    expect(small.touch(player, 0)).toBe(true)
    expect(player).toMatchObject({ status: idle, kills: 1 })
    expect(small.first).toMatchObject({ status: dead, generation: 0, x: 30, y: 31 })
    expect(small.ticksUntil(() => small.first.status !== dead)).toBe(36)
    expect(small.first).toMatchObject({ status: suspend, generation: 1, x: 30, y: 30 })
    expect(small.ticksUntil(() => small.first.status === idle)).toBe(25)
  })

  it('[SR-5.10] kills players who have no sword, and becomes a Wuss with its third kill', () => {
    const small = new SmallWorld([unit('Closer', 30, 30)])
    const victims = [small.enter([31, 30]), small.enter([31, 30]), small.enter([31, 30])]
    small.tick()
    for (const [n, player] of victims.entries()) {
      expect(small.first.type).toBe('Closer')
      expect(small.touch(player, 0)).toBe(true)
      expect(player.status).toBe(dead)
      expect(small.first).toMatchObject({ status: idle, kills: n + 1 })
    }
    expect(small.first.type).toBe('Wuss')
    expect(small.fields(victims[0]!).units[0]!.type).toBe(6)
  })

  it('[SR-5.10] counts its kills from 0 again after its death', () => {
    const small = new SmallWorld([unit('Closer', 30, 30)])
    const kill = (count: number) => {
      for (let n = 0; n < count; n++) expect(small.touch(small.enter([31, 30]), 0)).toBe(true)
    }
    const player = small.enter([31, 30])
    small.tick()
    kill(2)
    give(player, itemBits.sword)
    expect(small.touch(player, 0)).toBe(true)
    small.ticksUntil(() => small.first.status === idle)
    kill(2)
    expect(small.first).toMatchObject({ type: 'Closer', kills: 2 })
    kill(1)
    expect(small.first.type).toBe('Wuss')
  })

  it('[SR-5.4] is blocked by walls, tiles closed to units, painted canvas and other units, but not by fences', () => {
    const stopped = (ground: Settings, others: UnitDefinition[] = []) => {
      const small = new SmallWorld([unit('Closer', 30, 30), ...others], ground)
      small.enter([34, 30])
      small.tick()
      return small.first.x === 30
    }
    const ahead = (tile: number) => ({ tiles: { [tile]: '31,27 31,28 31,29 31,30 31,31 31,32 31,33' } })
    expect(stopped(ahead(wallTile))).toBe(true)
    expect(stopped(ahead(unitsStopTile))).toBe(true)
    expect(stopped(ahead(canvasTile + 1))).toBe(true)
    expect(stopped(ahead(canvasTile))).toBe(false)
    expect(stopped(ahead(fenceTile))).toBe(false)
    const row = (type: 'Sword' | 'Cross') => [-3, -2, -1, 0, 1, 2, 3].map((dy) => unit(type, 31, 30 + dy))
    expect(stopped({}, row('Sword'))).toBe(true)
    expect(stopped({}, row('Cross'))).toBe(false)
  })

  const corridor = '29,30 30,29 30,31 31,29 31,31'

  it.each([1, 2, 3])(
    '[SR-5.10] that was enclosed for %d ticks steps in the first tick with a free path',
    (ticks) => {
      const tiles = { [wallTile]: corridor, [canvasTile + 1]: '31,30' }
      const { small, player } = meet([31, 30], [unit('Closer', 30, 30)], { tiles })
      small.tick(ticks)
      expect(small.first).toMatchObject({ status: idle, x: 30 })
      expect(small.draw(player, '31,30', canvasTile)).toBe(true)
      small.tick()
      expect(small.first).toMatchObject({ x: 31, y: 30 })
    },
  )

  it.each([
    { type: 'Wuss', x: 31, what: 'enters the cell of a dead Wuss' },
    { type: 'Sword', x: 30, what: 'does not enter the home of a taken Sword' },
    { type: 'Shield', x: 30, what: 'does not enter the home of a taken Shield' },
  ] as const)('[SR-5.4] $what', ({ type, x }) => {
    const tiles = { [wallTile]: corridor, [fenceTile]: '32,30' }
    const small = new SmallWorld([unit('Closer', 30, 30), unit(type, 31, 30)], { tiles })
    small.enter([33, 30])
    const other = small.enter([33, 29])
    small.tick()
    small.put(other, [31, 31])
    expect(small.touch(other, 1)).toBe(true)
    small.put(other, [33, 29])
    small.tick(3)
    expect(small.first).toMatchObject({ status: idle, x })
  })

  it('[SR-5.4] cannot enter a cell once the cell is painted', () => {
    const tiles = { [wallTile]: corridor, [canvasTile]: '31,30' }
    const { small, player } = meet([31, 30], [unit('Closer', 30, 30)], { tiles })
    expect(small.world.draw(player, [player.place], 31, 30, 13)).toBe(true)
    small.tick(6)
    expect(small.first).toMatchObject({ status: idle, x: 30 })
    expect(small.world.draw(player, [player.place], 31, 30, canvasTile)).toBe(true)
    expect(small.ticksUntil(() => small.first.x === 31)).toBeLessThanOrEqual(3)
  })
})

describe('Wuss', () => {
  it('[SR-5.11] dies at the touch of any player, even without a sword, which counts as a kill, and returns as a Closer', () => {
    const { small, player } = meet([32, 30], [unit('Wuss', 30, 30)])
    small.tick()
    expect(small.touch(player, 0)).toBe(true)
    expect(player).toMatchObject({ status: idle, kills: 1, items: 0 })
    expect(small.first).toMatchObject({ status: dead, type: 'Closer', kills: 0 })
    expect(small.ticksUntil(() => small.first.status === idle)).toBe(61)
    expect(small.touch(player, 0)).toBe(true)
    expect(player.status).toBe(dead)
  })
})

describe('Crawl', () => {
  it('[SR-5.12] is always awake, attacks adjacent players every 6 ticks, and returns home in between', () => {
    const small = new SmallWorld([unit('Crawl', 30, 30)])
    expect(small.first.status).toBe(idle)
    const player = small.enter([32, 30])
    small.tick(10)
    expect(small.first).toMatchObject({ x: 30, y: 30 })
    small.put(player, [31, 30])
    const six = (place: string) => new Array<string>(6).fill(place)
    expect(walk(small, 19)).toEqual([...six('31,30'), ...six('30,30'), ...six('31,30'), '30,30'])
  })

  it.each([1, 2, 5])(
    '[SR-5.12] that was enclosed for %d ticks steps in the first tick with a free path',
    (ticks) => {
      const tiles = { [wallTile]: '29,30 30,29 30,31', [canvasTile + 1]: '31,30' }
      const { small, player } = meet([31, 30], [unit('Crawl', 30, 30)], { tiles })
      small.tick(ticks)
      expect(small.first).toMatchObject({ x: 30, y: 30 })
      expect(small.draw(player, '31,30', canvasTile)).toBe(true)
      small.tick()
      expect(small.first).toMatchObject({ x: 31, y: 30 })
    },
  )

  it('[SR-5.12] never becomes a Wuss, and stays dead for 81 ticks', () => {
    const small = new SmallWorld([unit('Crawl', 30, 30)])
    for (let n = 0; n < 4; n++) expect(small.touch(small.enter([31, 30]), 0)).toBe(true)
    expect(small.first).toMatchObject({ type: 'Crawl', kills: 4 })
    const player = small.enter([31, 30])
    give(player, itemBits.sword)
    small.touch(player, 0)
    expect(small.ticksUntil(() => small.first.status === suspend)).toBe(81)
    expect(small.ticksUntil(() => small.first.status === idle)).toBe(25)
  })
})

describe('Chase', () => {
  const chasing = () => meet([30, 25], [unit('Chase', 10, 10), unit('Shield', 30, 25)])

  it('[SR-5.13] sleeps until a player holds a shield, then steps every tick towards a holder within 21 columns and 16 rows', () => {
    const { small, player } = chasing()
    small.put(player, [11, 10])
    small.tick(10)
    expect(small.first).toMatchObject({ status: suspend, x: 10 })
    small.put(player, [30, 25])
    expect(small.touch(player, 1)).toBe(true)
    expect(small.ticksUntil(() => small.first.status === idle)).toBeLessThanOrEqual(3)
    expect(new Set(walk(small, 5)).size).toBe(5)
  })

  it('[SR-5.13] chases any player within 5 columns and 4 rows if the shield holder is out of range', () => {
    const { small, player } = chasing()
    small.touch(player, 1)
    small.put(player, [50, 40])
    small.tick(4)
    expect(small.first).toMatchObject({ status: suspend, x: 10, y: 10 })
    small.enter([14, 12])
    expect(small.ticksUntil(() => small.first.status === idle)).toBeLessThanOrEqual(3)
  })

  it.each([1, 2, 3])(
    '[SR-5.13] that has waited %d ticks steps in the tick in which a shield holder comes into range',
    (ticks) => {
      const small = new SmallWorld([unit('Chase', 10, 10)])
      const holder = small.enter([40, 10])
      give(holder, itemBits.shield)
      small.tick(ticks)
      expect(small.first).toMatchObject({ status: suspend, x: 10 })
      small.put(holder, [31, 10])
      small.tick()
      expect(small.first).toMatchObject({ status: idle, x: 11 })
    },
  )

  it('[SR-5.13] stops at its position when no player holds a shield', () => {
    const { small, player } = chasing()
    small.touch(player, 1)
    small.tick(8)
    const { x, y } = small.first
    expect(`${x},${y}`).not.toBe('10,10')
    small.world.leave(player)
    small.enter([12, 12])
    small.tick(20)
    expect(small.first).toMatchObject({ status: suspend, x, y })
  })
})

describe('Snail', () => {
  const corpse = floorTile + 16

  it('[SR-5.14] eats a corpse 9 ticks after its step onto the corpse, and steps towards the player 13 ticks later', () => {
    const { small, player } = meet([33, 39], [unit('Snail', 30, 40)], { tiles: { [corpse]: '30,39 28,39' } })
    small.tick(3)
    expect(small.first).toMatchObject({ status: suspend })
    small.put(player, [31, 39])
    small.tick()
    expect(small.first).toMatchObject({ status: idle, x: 30, y: 39 })
    small.fields(player)
    expect(small.ticksUntil(() => small.world.board.tile(30, 39) === floorTile)).toBe(9)
    expect(small.fields(player).tiles).toMatchObject([{ x: 30, y: 39, tile: floorTile }])
    expect(small.ticksUntil(() => small.first.x === 31)).toBe(13)
    expect(small.world.board.tile(28, 39)).toBe(corpse)
  })

  it('[SR-5.14] prefers an open cell with a corpse to the left, then above, right, and below', () => {
    const first = (tiles: Settings['tiles']) => {
      const small = new SmallWorld([unit('Snail', 30, 40)], { tiles })
      small.enter([31, 41])
      small.tick()
      const { x, y } = small.first
      return `${x},${y}`
    }
    expect(first({ [corpse]: '29,40 30,39 31,40 30,41' })).toBe('29,40')
    expect(first({ [corpse]: '30,39 31,40 30,41' })).toBe('30,39')
    expect(first({ [corpse]: '31,40 30,41' })).toBe('31,40')
    expect(first({ [corpse]: '30,41' })).toBe('30,41')
    expect(first({ [corpse]: '30,41', [unitsStopTile + 16]: '29,40' })).toBe('30,41')
  })

  it('[SR-5.14] sleeps at its position when no player is within 2 tiles, and then cannot be touched', () => {
    const { small, player } = meet([31, 40], [unit('Snail', 30, 40)])
    small.tick()
    expect(small.first).toMatchObject({ status: idle, x: 31, y: 40 })
    give(player, itemBits.sword)
    expect(small.touch(player, 0)).toBe(false)
    expect(player).toMatchObject({ status: idle, kills: 0 })
    small.put(player, [34, 40])
    expect(small.ticksUntil(() => small.first.status === suspend)).toBe(9)
    expect(small.first).toMatchObject({ x: 31, y: 40 })
  })

  it('[SR-5.14] stays on its target’s tile, and follows in the tick in which the target leaves', () => {
    const { small, player } = meet([31, 40], [unit('Snail', 30, 40)])
    small.tick(20)
    expect(small.first).toMatchObject({ status: idle, x: 31, y: 40 })
    small.put(player, [32, 40])
    small.tick()
    expect(small.first).toMatchObject({ status: idle, x: 32, y: 40 })
  })
})

describe('flames', () => {
  it('[SR-5.15] kill a player who touches them from up to 2 tiles away, unless the player holds a shield', () => {
    for (const type of ['Hummer', 'Rounder', 'Gate', 'Cross'] as const) {
      const small = new SmallWorld([unit(type, 30, 30)])
      const holder = small.enter([31, 30])
      give(holder, itemBits.shield)
      expect(small.touch(holder, 0)).toBe(false)
      expect(holder.status).toBe(idle)
      expect(small.touch(small.enter([33, 30]), 0)).toBe(false)
      const player = small.enter([32, 28])
      expect(small.touch(player, 0)).toBe(true)
      expect(player.status).toBe(dead)
      expect(small.first).toMatchObject({ status: idle, generation: 0 })
      expect(small.news).toEqual([`Player ${player.slot} was killed by a ${type}`])
    }
  })

  it('[SR-5.17] of a Cross change their phase in the first tick and then every 33 ticks', () => {
    const small = new SmallWorld([unit('Cross', 30, 30, { param: 2 })])
    small.tick()
    expect(small.first.param).toBe(3)
    expect(small.ticksUntil(() => small.first.param === 0)).toBe(33)
    expect(small.ticksUntil(() => small.first.param === 1)).toBe(33)
  })

  it('[SR-5.16] of a Gate open while living players stand on all its switches, which the Gate checks every 7 ticks', () => {
    const small = new SmallWorld([unit('Gate', 30, 30)])
    const [one, two, three] = [small.enter([27, 33]), small.enter([33, 33]), small.enter([30, 36])]
    expect(small.first.param).toBe(1)
    small.tick()
    expect(small.first.param).toBe(0)
    small.put(three!, [30, 37])
    expect(small.ticksUntil(() => small.first.param === 1)).toBe(7)
    small.put(three!, [30, 36])
    expect(small.ticksUntil(() => small.first.param === 0)).toBe(7)
    two!.status = dead
    expect(small.ticksUntil(() => small.first.param === 1)).toBe(7)
    expect(one!.status).toBe(idle)
  })

  it('[SR-5.16] of a Gate use the map’s own switches and open value', () => {
    const gate = unit('Gate', 30, 30, { switches: [{ x: 40, y: 40 }], openValue: 2 })
    const { small } = meet([40, 40], [gate])
    small.tick()
    expect(small.first.param).toBe(2)
  })
})

describe('Goal, sword and shield', () => {
  it('[SR-5.7] a player reaches the goal from one tile away, and can then touch no unit, not even the goal', () => {
    const small = new SmallWorld([unit('Goal', 30, 30), unit('Crawl', 32, 30)])
    const far = small.enter([32, 30])
    expect(small.touch(far, 0)).toBe(false)
    const player = small.enter([31, 30])
    expect(small.touch(player, 0)).toBe(true)
    expect(player.status).toBe(goal)
    expect(small.touch(player, 0)).toBe(false)
    expect(small.touch(player, 1)).toBe(false)
    expect(player.status).toBe(goal)
    expect(small.news).toEqual([`Player ${player.slot} has reached the goal`])
  })

  it('[SR-5.8] one player takes one sword, which returns home in a new generation when the player dies', () => {
    const small = new SmallWorld([unit('Sword', 30, 30), unit('Sword', 31, 30), unit('Cross', 30, 31)])
    const [player, other] = [small.enter([30, 30]), small.enter([30, 30])]
    expect(small.touch(player, 0)).toBe(true)
    expect(player.items).toBe(itemBits.sword)
    expect(small.first).toMatchObject({ status: dead })
    expect(small.touch(player, 1)).toBe(false)
    expect(small.touch(other, 0)).toBe(false)
    small.tick(5)
    expect(small.first).toMatchObject({ status: dead })
    small.touch(player, 2)
    expect(player.status).toBe(dead)
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
  })

  it('[SR-5.8] a sword stays with its holder at the goal, and returns home when the holder leaves', () => {
    const { small, player } = carrying([unit('Sword', 30, 30), unit('Goal', 31, 30)])
    small.touch(player, 1)
    small.tick(3)
    expect(player).toMatchObject({ status: goal, items: itemBits.sword })
    expect(small.first).toMatchObject({ status: dead })
    small.world.leave(player)
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
  })

  it('[SR-5.8] the next player in the same slot does not get the sword of the previous player', () => {
    const { small, player } = carrying([unit('Sword', 30, 30)])
    small.world.leave(player)
    const next = small.enter()
    expect(next.slot).toBe(player.slot)
    small.tick()
    expect(next.items).toBe(0)
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
  })

  it('[SR-5.9] a shield causes rain, lies for 100 ticks where its holder died, and then returns home', () => {
    const small = new SmallWorld([unit('Shield', 30, 30), unit('Closer', 40, 30)])
    const [player, other] = [small.enter([30, 30]), small.enter([30, 26])]
    expect(small.touch(player, 0)).toBe(true)
    expect(player.items).toBe(itemBits.shield)
    expect(small.fields(other).weather).toBe(1)
    small.put(player, [40, 33])
    small.tick()
    expect(small.touch(player, 1)).toBe(true)
    expect(player.status).toBe(dead)
    expect(small.fields(other).weather).toBe(0)
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1, x: 40, y: 33 })
    expect(small.ticksUntil(() => small.first.x === 30)).toBe(101)
    expect(small.first).toMatchObject({ status: idle, generation: 2, y: 30 })
  })

  it('[SR-5.9] a carried shield is shown as dead at the place where it was taken', () => {
    const { small, player } = carrying([unit('Shield', 30, 30)])
    small.put(player, [34, 33])
    small.tick(3)
    expect(small.fields(player).units).toMatchObject([
      { status: dead, generation: 0, nodes: [{ x: 30, y: 30 }] },
    ])
  })

  it('[SR-7.4] a shield whose holder does not reconnect lies at the holder’s last position', () => {
    const { small, player } = carrying([unit('Shield', 30, 30)])
    small.put(player, [34, 33])
    small.tick()
    small.world.save()
    small.restart()
    small.now += 60_000
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1, x: 34, y: 33 })
  })

  it('[SR-5.9] a player can take a shield that lies on the ground', () => {
    const { small, player } = carrying([unit('Shield', 30, 30)])
    small.put(player, [44, 33])
    small.tick()
    small.put(player, [46, 33])
    small.world.leave(player)
    small.tick()
    expect(small.first).toMatchObject({ status: idle, x: 44, y: 33 })
    const other = small.enter([44, 33])
    expect(small.touch(other, 0)).toBe(true)
    small.tick(150)
    expect(other.items).toBe(itemBits.shield)
    expect(small.first).toMatchObject({ status: dead })
  })

  it('[SR-5.9] a shield that a living holder loses lies at the holder’s position at the next tick', () => {
    const { small, player } = carrying([unit('Shield', 30, 30)])
    small.put(player, [44, 33])
    small.tick()
    expect(small.first).toMatchObject({ status: dead })
    player.items = 0
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1, x: 44, y: 33 })
  })

  it('[SR-5.7] at the goal a player’s shield returns home at once in a new generation, and the rain stops', () => {
    const { small, player } = carrying([unit('Shield', 30, 30), unit('Goal', 31, 30)])
    small.touch(player, 1)
    expect(small.first).toMatchObject({ status: idle, generation: 1, x: 30, y: 30 })
    expect(small.fields(player)).toMatchObject({ status: goal, items: itemBits.shield, weather: 0 })
  })

  it('[SR-4.13] at the tenth kill a player gets the crown and the sword returns home, and later kills have neither effect', () => {
    const crawls = Array.from({ length: 24 }, (_, n) => unit('Crawl', 24 + (n % 5), 27 + Math.trunc(n / 5)))
    const { small, player } = carrying([unit('Sword', 30, 30), ...crawls], { maxHitTiles: 0 })
    for (let n = 1; n <= 9; n++) expect(small.touch(player, n)).toBe(true)
    expect(player).toMatchObject({ kills: 9, items: itemBits.sword })
    small.touch(player, 10)
    expect(player).toMatchObject({ kills: 10, items: itemBits.crown })
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
    expect(small.touch(player, 0)).toBe(true)
    expect(player.items).toBe(itemBits.sword | itemBits.crown)
    for (let n = 11; n <= 20; n++) expect(small.touch(player, n)).toBe(true)
    expect(player).toMatchObject({ kills: 20, items: itemBits.sword | itemBits.crown })
  })
})

describe('touching', () => {
  it('[SR-5.6] is refused for missing, sleeping or dead units, and for players who are not alive', () => {
    const { small, player } = meet([36, 36], [unit('Closer', 30, 30), unit('Goal', 30, 31)])
    small.put(player, [30, 30])
    for (const index of [0, 2, 63, 64, 200, 255]) expect(small.touch(player, index)).toBe(false)
    player.status = ghost
    expect(small.touch(player, 1)).toBe(false)
    player.status = dead
    expect(small.touch(player, 1)).toBe(false)
    const hidden = small.world.join()!
    expect(small.world.touch(hidden, [], 1)).toBe(false)
    expect(player.kills).toBe(0)
  })

  it('[SR-5.6] is accepted within 2 tiles of a walker’s last nodes, and within 1 tile of a still unit', () => {
    const small = new SmallWorld([unit('Closer', 24, 30), unit('Sword', 40, 30)])
    const bait = small.enter([28, 30])
    small.tick(7)
    expect(small.first).toMatchObject({ x: 27 })
    expect(small.touch(small.enter([21, 30]), 0)).toBe(false)
    expect(small.touch(small.enter([22, 32]), 0)).toBe(true)
    expect(small.touch(bait, 1)).toBe(false)
    small.put(bait, [42, 30])
    expect(small.touch(bait, 1)).toBe(false)
    small.put(bait, [41, 31])
    expect(small.touch(bait, 1)).toBe(true)
  })

  it('[SR-5.6] is accepted if the walk in the same packet passes near the unit', () => {
    const { small, player } = createSmallWorld([unit('Sword', 32, 22)])
    const nodes = [
      { x: 30, y: 22 },
      { x: 32, y: 22 },
      { x: 32, y: 26 },
    ]
    expect(small.world.touch(player, nodes, 0)).toBe(true)
    expect(player.place).toEqual({ x: 32, y: 26 })
  })

  it('[SR-5.18] is not needed for a kill if a walker overlaps the player for maxOverlapSeconds', () => {
    const { small, player } = meet([31, 30], [unit('Crawl', 30, 30)], { maxOverlapSeconds: 0.5 })
    expect(small.ticksUntil(() => player.status === dead)).toBeLessThanOrEqual(8)
    const lenient = new SmallWorld([unit('Crawl', 30, 30)])
    const other = lenient.enter([31, 30])
    lenient.tick(100)
    expect(other.status).toBe(idle)
  })
})
