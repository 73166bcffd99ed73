import { describe, expect, it } from 'vitest'
import type { BoardPoint } from '../../../games/soaprun/board/board.ts'
import { defaultOptions } from '../../../games/soaprun/options.ts'
import { countWalkTiles } from '../../../games/soaprun/players/movement.ts'
import { itemBits, type Player, resumeDataOf, statusNumbers } from '../../../games/soaprun/players/player.ts'
import { SoaprunWorld } from '../../../games/soaprun/world.ts'
import { MemoryStore } from '../../memory-store.ts'
import { worldContext } from '../world-context.ts'
import {
  canvasTile,
  createSmallWorld,
  fenceTile,
  floorTile,
  formatNodes,
  type Place,
  parseNodes,
  SmallWorld,
  smallMap,
  unit,
  unitsStopTile,
  wallTile,
} from './small-world.ts'

const { idle, dead, goal, ghost } = statusNumbers

const indexes = (entries: readonly { readonly index: number }[]) => entries.map(({ index }) => index)
const nodesOf = (entry: { readonly nodes: readonly BoardPoint[] } | undefined) =>
  entry && formatNodes(entry.nodes)

function fallen(small: SmallWorld, place: Place): Player {
  const player = small.enter(place)
  player.status = dead
  return player
}

describe('the world', () => {
  it('[SR-4.1] assigns the lowest free index, the next colour, and a generation that counts the index’s logins', () => {
    const { world } = new SmallWorld()
    const five = Array.from({ length: 5 }, () => world.join()!)
    expect(five.map(({ slot, generation, color }) => `${slot} ${generation} ${color}`)).toEqual([
      '0 1 0',
      '1 1 1',
      '2 1 2',
      '3 1 3',
      '4 1 0',
    ])
    world.leave(five[1]!)
    expect(world.players).toBe(4)
    expect(world.join()).toMatchObject({ slot: 1, generation: 2, color: 1 })
    expect(world.join()).toMatchObject({ slot: 5, generation: 1, color: 2 })
  })

  it('[SR-4.1] does not reuse an absent player’s index that is now above the limit', () => {
    const small = new SmallWorld([], { maxPlayers: 3 })
    const third = ['a', 'b', 'c'].map((secret) => small.world.join(secret.repeat(32))!)[2]!
    small.world.disconnect(third)
    small.world.applyOptions({ ...small.options, maxPlayers: 2 })
    expect(small.world.join()).toBeUndefined()
  })

  it('[SR-4.3] hides a player from others until the first move, and from themselves at all times', () => {
    const small = new SmallWorld()
    const [one, two] = [small.world.join()!, small.world.join()!]
    small.move(one, '30,22')
    expect(small.fields(one).players).toEqual([])
    expect(indexes(small.fields(two).players)).toEqual([0])
    small.world.move(two, [])
    expect(small.fields(one).players).toEqual([])
    small.move(two, '30,22')
    expect(indexes(small.fields(one).players)).toEqual([1])
    expect(indexes(small.fields(two).players)).toEqual([0])
  })

  it('[SR-4.3] requires that the first move ends at the spawn', () => {
    const small = new SmallWorld()
    const player = small.world.join()!
    expect(small.move(player, '31,22')).toBe(false)
    expect(player.hasEntered).toBe(false)
    expect(small.move(player, '500,-3 30,22')).toBe(true)
    const other = small.enter()
    expect(nodesOf(small.fields(other).players[0])).toBe('30,22')
  })

  it('[SR-4.15] ignores that a player leaves a second time, and keeps the next player with the same index', () => {
    const { world } = new SmallWorld()
    const one = world.join()!
    world.leave(one)
    const two = world.join()!
    world.leave(one)
    expect(two.slot).toBe(one.slot)
    expect(world.players).toBe(1)
  })
})

describe('a walk', () => {
  const ground = {
    tiles: { [wallTile]: '33,22 2,3 4,3 3,2 3,4', [fenceTile]: '30,25', [unitsStopTile]: '28,22' },
  }

  it('[SR-4.4] is refused without effect if it is impossible', () => {
    const bad = {
      diagonal: '30,22 31,23',
      'from a cell that the player cannot reach': '3,3',
      'from a wall': '33,22 34,22',
      'from a cell off the map': '-1,22 0,22',
      'negative coordinates': '30,22 -1,22',
      'off the map': '30,22 30,46',
      'far off the map': '30,22 32767,22',
      'farthest off the map': '30,22 30,-32768',
      'through a wall': '30,22 34,22',
      'onto a wall': '30,22 33,22',
      'onto a fence': '30,22 30,25',
      'nine nodes': new Array<string>(9).fill('30,22').join(' '),
    }
    for (const [why, nodes] of Object.entries(bad)) {
      const { small, player } = createSmallWorld([], ground)
      const other = small.enter()
      small.fields(other)
      expect(small.move(player, nodes), why).toBe(false)
      expect(player.place, why).toEqual({ x: 30, y: 22 })
      expect(nodesOf(small.fields(other).players[0]), why).toBe('30,22')
      expect(player.status, why).toBe(idle)
      expect(small.move(player, '30,22 31,22'), why).toBe(true)
    }
  })

  it.each([
    { from: '35,22', most: 13, what: 'around a wall' },
    { from: '30,26', most: 14, what: 'around a fence' },
    { from: '30,21', most: 19, what: 'of one step' },
  ])(
    '[SR-4.4] is accepted without its first nodes, and the shortest path $what to the first remaining node is counted',
    ({ from, most }) => {
      const [x, y] = from.split(',').map(Number) as [number, number]
      for (const [tiles, accepted] of [
        [most + 1, false],
        [most, true],
      ] as const) {
        const { small, player } = createSmallWorld([], ground)
        expect(small.move(player, `${from} ${x + tiles},${y}`)).toBe(accepted)
        expect(player.place).toEqual(accepted ? { x: x + tiles, y } : { x: 30, y: 22 })
      }
    },
  )

  it('[SR-4.4] is accepted if at most 40 tiles at its start are missing, and the search for the path is charged as work', () => {
    const { small, player } = createSmallWorld([], { width: 121, height: 46 })
    let charged = 0
    const walked = (x: number, y: number) =>
      countWalkTiles(small.world.board, player, [{ x, y }], (steps) => (charged += steps))
    expect(walked(50, 42)).toBe(40)
    expect(charged).toBeGreaterThan(20 * 20)
    charged = 0
    expect(walked(51, 42)).toBeUndefined()
    expect(charged).toBe(1)
  })

  it('[SR-4.4] of a ghost out of the map ends at the nearest cell of the map, and the ghost can walk back inside', () => {
    const { small, player } = createSmallWorld()
    player.status = ghost
    expect(small.move(player, '30,22 42,22')).toBe(true)
    small.now += 5000
    expect(small.move(player, '42,22 62,22 62,-2')).toBe(true)
    expect(player.place).toEqual({ x: 60, y: 0 })
    small.now += 5000
    expect(small.move(player, '62,-2 58,-2 58,1')).toBe(true)
    expect(player.place).toEqual({ x: 58, y: 1 })
  })

  it('[SR-4.4] of a shield holder may cross painted canvas, because the client may not know yet that it was painted', () => {
    const { small, player } = createSmallWorld([], {
      tiles: { [canvasTile]: '28,22', [unitsStopTile]: '26,22' },
    })
    const painter = small.enter([28, 22])
    player.items = itemBits.shield
    expect(small.draw(painter, '28,22', canvasTile + 1)).toBe(true)
    expect(small.move(player, '30,22 27,22')).toBe(true)
    expect(small.move(player, '27,22 26,22')).toBe(false)
  })

  it('[SR-4.4] onto tiles closed to units is refused for shield holders, but not for players without a shield and for ghosts', () => {
    const { small, player } = createSmallWorld([], ground)
    expect(small.move(player, '30,22 27,22 30,22')).toBe(true)
    player.items = itemBits.shield
    expect(small.move(player, '30,22 27,22')).toBe(false)
    player.items = 0
    player.status = ghost
    expect(small.move(player, '30,22 34,22 30,22 30,26')).toBe(true)
  })

  it('[SR-4.4] is refused for dead players and players at the goal, unless it repeats their position', () => {
    for (const status of [dead, goal] as const) {
      const { small, player } = createSmallWorld()
      player.status = status
      expect(small.move(player, '30,22')).toBe(true)
      expect(small.move(player, '30,22 31,22')).toBe(false)
      expect(player.place).toEqual({ x: 30, y: 22 })
    }
  })

  it('[SR-4.5] may step from a room edge onto any tile, but the next tile is checked', () => {
    const { small, player } = createSmallWorld([], { tiles: { [wallTile]: '41,22 42,23 40,20' } })
    expect(small.move(player, '30,22 40,22')).toBe(true)
    expect(small.move(player, '40,22 41,22')).toBe(true)
    expect(small.move(player, '41,22 42,22')).toBe(true)
    expect(small.move(player, '42,22 42,23')).toBe(false)
    const other = small.enter()
    expect(small.move(other, '30,22 30,20 40,20')).toBe(false)
  })

  it('[SR-4.6] may have 20 tiles at once, or 7.35 tiles for each second since the last walk, up to 5 s', () => {
    const { small, player } = createSmallWorld([], { width: 121, height: 46 })
    expect(small.move(player, '30,22 51,22')).toBe(false)
    expect(small.move(player, '30,22 50,22')).toBe(true)
    expect(small.move(player, '50,22 51,22')).toBe(false)
    small.now += 137
    expect(small.move(player, '50,22 51,22')).toBe(true)
    small.now += 3_600_000
    expect(small.move(player, '51,22 88,22')).toBe(false)
    expect(small.move(player, '51,22 87,22')).toBe(true)
    const free = new SmallWorld([], { maxTilesPerSecond: 0 })
    expect(free.move(free.enter(), '30,22 1,22 59,22 1,22')).toBe(true)
  })

  it('[SR-4.6] may use the tiles allowed for a pause one packet later, because the packet after the pause may have been delayed', () => {
    const { small, player } = createSmallWorld([], { width: 121, height: 46 })
    expect(small.move(player, '30,22 32,22')).toBe(true)
    small.now += 4000
    expect(small.move(player, '32,22 33,22')).toBe(true)
    small.now += 100
    expect(small.move(player, '33,22 62,22')).toBe(true)
    small.now += 250
    for (let n = 0; n < 20; n++) expect(small.move(player, '62,22')).toBe(true)
    expect(small.move(player, '62,22 83,22')).toBe(false)
    expect(small.move(player, '62,22 80,22')).toBe(true)
  })

  it('[SR-4.7] kills the player if it is the tenth refused walk in a row, and an accepted walk resets the count', () => {
    const { small, player } = createSmallWorld()
    const bad = () => small.move(player, '30,22 31,23')
    for (let n = 0; n < 9; n++) bad()
    small.move(player, '30,22')
    for (let n = 0; n < 9; n++) bad()
    expect(player.status).toBe(idle)
    bad()
    expect(player.status).toBe(dead)
    const patient = new SmallWorld([], { maxRefusedMoves: 0 })
    const other = patient.enter()
    for (let n = 0; n < 100; n++) patient.move(other, '5,5')
    expect(other.status).toBe(idle)
  })
})

describe('the field', () => {
  it('[SR-4.9] contains the nodes since the observer’s last reply, including repeats, and always the newest node', () => {
    const small = new SmallWorld()
    const [player, watcher, late] = [small.enter(), small.enter(), small.enter()]
    small.fields(watcher)
    small.move(player, '30,22 30,20')
    expect(nodesOf(small.fields(watcher).players[0])).toBe('30,22 30,20')
    expect(nodesOf(small.fields(watcher).players[0])).toBe('30,20')
    small.move(player, '30,20')
    small.move(player, '30,20 31,20 31,21')
    expect(nodesOf(small.fields(watcher).players[0])).toBe('30,20 30,20 31,20 31,21')
    small.move(player, '31,21 31,22 32,22')
    expect(nodesOf(small.fields(late).players[0])).toBe('30,20 30,20 30,20 31,20 31,21 31,21 31,22 32,22')
  })

  it('[SR-4.9] shows a respawned unit with only its new nodes', () => {
    const small = new SmallWorld([unit('Closer', 30, 30)])
    const [player, watcher] = [small.enter([33, 30]), small.enter()]
    small.tick(7)
    expect(small.fields(watcher).units[0]!.nodes).toHaveLength(4)
    player.items = itemBits.sword
    small.touch(player, 0)
    small.world.leave(player)
    small.tick(40)
    expect(small.fields(small.enter()).units[0]).toMatchObject({ generation: 1, nodes: [{ x: 30, y: 30 }] })
  })

  it('[SR-5.1] shows the units in the 3x3 rooms around the player, with indexes up to 63', () => {
    const edge = parseNodes('19,30 20,30 80,30 81,30 50,14 50,15 50,60 50,61')
    const ground = { width: 121, height: 91 }
    const { small, player } = createSmallWorld(
      edge.map(({ x, y }) => unit('Cross', x, y)),
      ground,
    )
    const shownAt = (place: Place) => {
      small.put(player, place)
      return indexes(small.fields(player).units)
    }
    expect(shownAt([40, 30])).toEqual([1, 2, 5, 6])
    expect(shownAt([59, 44])).toEqual([1, 2, 5, 6])
    expect(shownAt([39, 30])).toEqual([0, 1, 5, 6])
    expect(shownAt([60, 45])).toEqual([2, 3, 6, 7])
    expect(shownAt([1, 1])).toEqual([0, 1])
    const many = new SmallWorld(Array.from({ length: 70 }, (_, n) => unit('Cross', 2 + (n % 50), 30)))
    expect(indexes(many.fields(many.enter()).units)).toEqual(Array.from({ length: 64 }, (_, n) => n))
  })

  it('[SR-4.10] shows rain to all players while a living player holds a shield', () => {
    const small = new SmallWorld([unit('Shield', 30, 23)])
    const [player, other] = [small.enter(), small.enter()]
    expect(small.fields(other).weather).toBe(0)
    small.touch(player, 0)
    expect(small.fields(other).weather).toBe(1)
    expect(small.fields(player)).toMatchObject({ weather: 1, items: itemBits.shield, status: idle, color: 0 })
    player.status = dead
    expect(small.fields(other).weather).toBe(0)
  })

  it('[SR-4.11] shows players in the colours 0 to 3, and only living players can change their colour', () => {
    const small = new SmallWorld()
    const [player, other] = [small.enter(), small.enter()]
    expect(small.world.recolor(player, [player.place], 3)).toBe(true)
    expect(small.fields(other).players[0]!.color).toBe(3)
    for (const color of [4, 200, 255]) expect(small.world.recolor(player, [player.place], color)).toBe(false)
    expect(small.world.recolor(player, parseNodes('9,9'), 1)).toBe(false)
    player.status = dead
    expect(small.world.recolor(player, [player.place], 1)).toBe(false)
    expect(player.color).toBe(3)
  })
})

describe('avengers', () => {
  it('[SR-4.14] turn a player who has held a sword for 30 s into a ghost without items, and the sword returns home', () => {
    const { small, player } = createSmallWorld([unit('Sword', 30, 23)])
    const ascend = () => small.world.becomeGhost(player, [player.place])
    expect(ascend()).toBe(false)
    small.touch(player, 0)
    small.now += 29_999
    expect(ascend()).toBe(false)
    small.now += 1
    expect(ascend()).toBe(true)
    expect(player).toMatchObject({ status: ghost, items: 0 })
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
    expect(ascend()).toBe(false)
  })

  it('[SR-4.14] have no effect on dead players and players at the goal, and after impossible walks', () => {
    for (const status of [dead, goal] as const) {
      const { small, player } = createSmallWorld([unit('Sword', 30, 23)])
      small.touch(player, 0)
      small.now += 60_000
      expect(small.world.becomeGhost(player, parseNodes('29,21 30,22'))).toBe(false)
      player.status = status
      expect(small.world.becomeGhost(player, [player.place])).toBe(false)
    }
  })
})

describe('painting', () => {
  const tiles = { [canvasTile]: '30,22', [canvasTile + 16]: '31,22', 32: '32,22', 44: '33,22' }
  const easel = (options = {}) => {
    const { small, player } = createSmallWorld([], { tiles, ...options })
    const draw = (tile: number) => small.draw(player, '30,22', tile)
    return { small, player, draw }
  }

  it('[SR-6.2] changes the canvas under the painter, including a corpse, and is sent to every player once', () => {
    const { small, player, draw } = easel()
    const other = small.enter()
    expect(draw(15)).toBe(true)
    expect(small.draw(player, '30,22 31,22', 13)).toBe(true)
    const received = [
      { x: 30, y: 22, tile: 15 },
      { x: 31, y: 22, tile: 13 },
    ]
    expect(small.fields(other).tiles).toMatchObject(received)
    expect(small.fields(player).tiles).toMatchObject(received)
    expect(small.fields(other).tiles).toEqual([])
    expect(small.fields(small.enter()).tiles).toEqual([])
    expect(small.world.board.room(1, 1)[7 * 21 + 10]).toBe(15)
  })

  it('[SR-6.2] is refused with tiles other than 12-15, away from the player’s position, for dead players and after impossible walks', () => {
    const { small, player, draw } = easel()
    for (const tile of [0, 1, 11, 16, 28, 255]) expect(draw(tile), `tile ${tile}`).toBe(false)
    for (const far of ['31,22', '-1,22', '30,-1', '61,22', '32767,-32768'])
      expect(small.draw(player, '30,22', 13, far)).toBe(false)
    for (const nodes of ['30,21 31,22', '30,22 32,22', '32,22 33,22', '33,22 33,21'])
      expect(small.draw(player, nodes, 13)).toBe(false)
    player.status = dead
    expect(small.world.draw(player, [player.place], 33, 21, 13)).toBe(false)
    expect(small.fields(player).tiles).toEqual([])
    expect([...small.world.board.room(1, 1)].filter((tile) => tile > 12 && tile < 16)).toEqual([])
  })

  it('[SR-6.2] is limited to 4 tiles a second per player and 40 tiles a second in total by default', () => {
    const { small, draw } = easel()
    const drawn = Array.from({ length: 6 }, (_, n) => draw(13 + (n % 3)))
    expect(drawn).toEqual([true, true, true, true, false, false])
    small.now += 250
    expect(draw(14)).toBe(true)
    const crowd = easel({ maxWorldDrawsPerSecond: 2 })
    expect([13, 14, 15].map((tile) => crowd.draw(tile))).toEqual([true, true, false])
    const free = easel({ maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0 })
    for (let n = 0; n < 500; n++) expect(free.draw(13 + (n % 2))).toBe(true)
    free.small.world.applyOptions({ ...free.small.options, maxDrawsPerSecond: 1 })
    expect([15, 14].map((tile) => free.draw(tile))).toEqual([true, false])
  })

  it('[SR-6.4] sends at most 255 changes per reply and drops none', () => {
    const { small, draw } = easel({ maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0 })
    const watcher = small.enter()
    for (let n = 0; n < 600; n++) draw(13 + (n % 2))
    const received = [1, 2, 3, 4].map(() => small.fields(watcher).tiles)
    expect(received.map(({ length }) => length)).toEqual([255, 255, 90, 0])
    expect(received.flat().map(({ tile }) => tile)).toEqual(
      Array.from({ length: 600 }, (_, n) => 13 + (n % 2)),
    )
  })

  it('[SR-6.4] sends only the last change of each cell to a player who is far behind', () => {
    const { small, player, draw } = easel({ maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0 })
    const watcher = small.enter()
    small.draw(player, '30,22 31,22', 15)
    small.move(player, '31,22 30,22')
    for (let n = 0; n < 5000; n++) draw(13 + (n % 2))
    const seen = new Map<string, number>()
    for (let tiles = small.fields(watcher).tiles; tiles.length > 0; tiles = small.fields(watcher).tiles) {
      for (const { x, y, tile } of tiles) seen.set(`${x},${y}`, tile)
    }
    expect(Object.fromEntries(seen)).toEqual({ '31,22': 15, '30,22': 14 })
  })
})

describe('corpses', () => {
  it('[SR-6.3] are placed once per death, where the player died', () => {
    const small = new SmallWorld()
    const player = fallen(small, [34, 25])
    expect(small.world.layCorpse(player, 33, 25)).toBe(false)
    expect(small.world.layCorpse(player, -1, -1)).toBe(false)
    expect(small.world.layCorpse(player, 34, 25)).toBe(true)
    expect(small.world.board.tile(34, 25)).toBe(floorTile + 16)
    expect(small.world.layCorpse(player, 34, 25)).toBe(false)
    expect(small.fields(small.enter()).tiles).toEqual([])
    expect(small.fields(player).tiles).toMatchObject([{ x: 34, y: 25, tile: 18 }])
  })

  it('[SR-6.3] are placed only on tiles 2, 4, 5, 11-15 and 32', () => {
    for (let tile = 0; tile < 64; tile++) {
      const small = new SmallWorld([], { tiles: { [tile]: '34,25' } })
      const taken = [2, 4, 5, 11, 12, 13, 14, 15, 32].includes(tile)
      expect(small.world.layCorpse(fallen(small, [34, 25]), 34, 25), `tile ${tile}`).toBe(taken)
      expect(small.world.board.tile(34, 25)).toBe(taken ? tile + 16 : tile)
    }
  })
})

describe('rooms', () => {
  it('[SR-6.1] have 21x16 tiles with shared edges, and consist of wall if they are not entirely inside the map', () => {
    const { world } = new SmallWorld([], { tiles: { 11: '40,30', 5: '20,15' } })
    expect(world.board.room(1, 1)[0]).toBe(5)
    expect(world.board.room(0, 0)[335]).toBe(5)
    expect(world.board.room(1, 1)[335]).toBe(11)
    expect(world.board.room(2, 2)[0]).toBe(11)
    expect(world.board.room(2, 1)[15 * 21]).toBe(11)
    for (const { x, y } of parseNodes('-1,0 0,-1 3,0 0,3 127,127 -128,-128'))
      expect([...world.board.room(x, y)]).toEqual(new Array(336).fill(wallTile))
  })
})

describe('restarts', () => {
  it('[SR-7.1] keep paintings and corpses, because each action stores its change with one put', () => {
    const { small, player } = createSmallWorld([], { tiles: { [canvasTile]: '30,22' } })
    const dying = fallen(small, [59, 44])
    const puts = small.store.written.length
    small.world.draw(player, [player.place], 30, 22, 14)
    small.world.layCorpse(dying, 59, 44)
    expect(small.store.written.length).toBe(puts + 2)
    small.restart()
    expect(small.world.board.tile(30, 22)).toBe(14)
    expect(small.world.board.tile(59, 44)).toBe(18)
  })

  it('[SR-7.1] send observers the pending tile changes, and no change twice', () => {
    const small = new SmallWorld([], { tiles: { [canvasTile]: '30,22 31,22 41,22' } })
    const [player, watcher] = [small.enter(), small.enter()]
    small.world.draw(player, [player.place], 30, 22, 13)
    small.fields(watcher)
    small.draw(player, '30,22 31,22', 14)
    small.draw(player, '31,22 41,22', 15)
    const again = small.restartWith(watcher)
    expect(small.fields(again).tiles).toMatchObject([
      { x: 31, y: 22, tile: 14 },
      { x: 41, y: 22, tile: 15 },
    ])
    expect(small.fields(again).tiles).toEqual([])
    expect(small.fields(small.enter()).tiles).toEqual([])
  })

  it('[SR-7.1] preserve the latest changes of 128 cells per chunk', () => {
    const rows = [23, 24, 25, 26, 27, 28, 29]
    const cells = rows.flatMap((y) => Array.from({ length: 20 }, (_, n) => ({ x: 20 + n, y })))
    const settings = { maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0, maxTilesPerSecond: 0 }
    const small = new SmallWorld([], { tiles: { [canvasTile]: formatNodes(cells) }, ...settings })
    const [player, watcher] = [small.enter(), small.enter()]
    const paint = (x: number, y: number, tile: number) => {
      small.put(player, [x, y])
      expect(small.world.draw(player, [player.place], x, y, tile)).toBe(true)
    }
    for (const { x, y } of cells.slice(0, 100)) paint(x, y, 13)
    paint(20, 23, 14)
    for (const { x, y } of cells.slice(100)) paint(x, y, 13)
    const received = small.fields(small.restartWith(watcher)).tiles
    expect(received).toHaveLength(128)
    expect(received.filter(({ x, y }) => x === 20 && y === 23)).toMatchObject([{ tile: 14 }])
    expect(small.world.board.tile(21, 23)).toBe(13)
  })

  it('[SR-7.2] keep a reconnecting player’s identity and position for all players', () => {
    const small = new SmallWorld()
    const [player, other] = [small.enter(), small.enter()]
    small.move(player, '30,22 30,26 33,26')
    small.world.recolor(player, [player.place], 2)
    player.kills = 4
    const data = [player, other].map(resumeDataOf)
    small.restart()
    const [back, watcher] = data.map((one) => small.world.rejoin(one)!)
    expect(resumeDataOf(back!)).toEqual(data[0])
    expect(small.fields(watcher!).players).toEqual([
      { index: 0, generation: 1, status: idle, color: 2, items: 0, nodes: [{ x: 33, y: 26 }] },
    ])
    expect(small.move(back!, '33,26 34,26')).toBe(true)
    expect(small.world.players).toBe(2)
  })

  it('[SR-7.2] accept a player’s walk during the outage', () => {
    const small = new SmallWorld([], { width: 121, height: 46 })
    expect(small.move(small.restartWith(small.enter()), '30,22 60,22')).toBe(true)
  })

  it('[SR-7.2] move a player whose slot is taken to another slot, as a new player with the same items', () => {
    const { small, player } = createSmallWorld([unit('Sword', 30, 23), unit('Shield', 30, 21)])
    small.touch(player, 0)
    small.touch(player, 1)
    const data = resumeDataOf(player)
    small.restart()
    const newClient = small.enter()
    expect(newClient).toMatchObject({ slot: 0, generation: 2, color: 1 })
    const back = small.world.rejoin(data)!
    expect(back).toMatchObject({ slot: 1, generation: 1, color: 0, items: itemBits.sword | itemBits.shield })
    small.tick(600)
    expect(small.units().map(({ status }) => status)).toEqual([dead, dead])
    small.world.leave(newClient)
    small.world.leave(back)
    small.tick()
    expect(small.units().map(({ status }) => status)).toEqual([idle, idle])
  })

  it('[SR-7.2] reject a reconnecting player if new players fill the room', () => {
    const small = new SmallWorld([], { maxPlayers: 1 })
    const data = resumeDataOf(small.enter())
    small.restart()
    small.enter()
    expect(small.world.rejoin(data)).toBeUndefined()
  })

  it('[SR-7.3] keep the time for which a sword was held, so that avengers come at the same time', () => {
    const { small, player } = createSmallWorld([unit('Sword', 30, 23)])
    small.touch(player, 0)
    small.now += 20_000
    const back = small.restartWith(player)
    small.tick()
    expect(back.items).toBe(itemBits.sword)
    expect(small.first).toMatchObject({ status: dead, generation: 0 })
    expect(small.world.becomeGhost(back, [back.place])).toBe(false)
    small.now += 10_000
    expect(small.world.becomeGhost(back, [back.place])).toBe(true)
  })

  it('[SR-7.4] return items whose holder does not reconnect within 60 s', () => {
    const { small, player } = createSmallWorld([unit('Sword', 30, 23), unit('Shield', 30, 21)])
    small.touch(player, 0)
    small.touch(player, 1)
    small.move(player, '30,22 35,22')
    small.tick()
    small.world.save()
    const data = resumeDataOf(player)
    small.restart()
    const ticks = Math.ceil(60_000 / small.world.tickMs)
    small.tick(ticks - 1)
    expect(small.units().map(({ status }) => status)).toEqual([dead, dead])
    small.tick()
    expect(small.units()).toMatchObject([
      { status: idle, generation: 1, x: 30, y: 23 },
      { status: idle, generation: 1, x: 35, y: 22 },
    ])
    expect(small.world.rejoin(data)!.items).toBe(0)
  })

  it('[SR-7.3] keep the crown of a reconnecting player, but not a sword that has returned home meanwhile', () => {
    const { small, player } = createSmallWorld([unit('Sword', 30, 23)])
    small.touch(player, 0)
    player.items |= itemBits.crown
    const data = resumeDataOf(player)
    small.world.leave(player)
    small.restart()
    small.enter()
    small.tick()
    expect(small.first).toMatchObject({ status: idle, generation: 1 })
    expect(small.world.rejoin(data)!.items).toBe(itemBits.crown)
  })

  it('[SR-7.5] keep kills, changes to a Wuss, and taken and returned items, even without a save', () => {
    const small = new SmallWorld([unit('Closer', 30, 30), unit('Crawl', 34, 30), unit('Sword', 36, 30)])
    for (let n = 0; n < 3; n++) {
      const victim = small.enter([31, 31])
      small.tick()
      small.touch(victim, 0)
    }
    const stored = () =>
      small.store.get('units') as { type: string; status: number; generation: number; kills: number }[]
    expect(stored()[0]).toMatchObject({ type: 'Wuss', kills: 3 })
    const player = small.enter([35, 30])
    small.touch(player, 2)
    expect(stored()[2]).toMatchObject({ status: dead, holder: { slot: 3, generation: 1 } })
    small.touch(player, 1)
    expect(stored()[1]).toMatchObject({ status: dead })
    small.world.leave(player)
    small.tick()
    expect(stored()[2]).toMatchObject({ status: idle, generation: 1 })
    small.restart()
    expect(small.units()).toMatchObject([{ type: 'Wuss' }, { status: dead }, { status: idle }])
  })

  it('[SR-7.6] roll positions and timers of walkers back to the last save at most', () => {
    const small = new SmallWorld([unit('Closer', 20, 30), unit('Cross', 24, 34)])
    small.enter([24, 30])
    small.tick(4)
    small.world.save()
    small.tick(6)
    small.restart()
    expect(small.units()).toMatchObject([
      { status: idle, x: 22, y: 30 },
      { param: 1, wait: 29 },
    ])
  })

  it('[SR-7.1] do not change a map whose size is not a whole number of rooms', () => {
    const ground = { width: 63, height: 50, tiles: { 7: '61,48' } }
    const { board } = new SmallWorld([], ground).world
    expect([board.width, board.height]).toEqual([63, 50])
    expect(board.tiles).toEqual(smallMap([], ground).tiles)
  })

  it('fail if the records are missing', () => {
    const open = () => new SoaprunWorld(new MemoryStore(), worldContext({}), defaultOptions)
    expect(open).toThrow('map')
  })
})

describe('the public view', () => {
  it('[SR-4.16] has players, leaders, active units, painted tiles and corpses', () => {
    const crowd = [unit('Crawl', 30, 23), unit('Sword', 30, 21), unit('Cross', 2, 2), unit('Cross', 4, 2)]
    const small = new SmallWorld(crowd, { tiles: { [canvasTile]: '30,22' } })
    const [player, other] = [small.enter(), small.enter()]
    small.touch(player, 1)
    small.touch(player, 0)
    small.world.draw(player, [player.place], 30, 22, 13)
    other.status = dead
    small.world.layCorpse(other, 30, 22)
    expect(small.world.publicState()).toEqual({
      players: [
        { name: 'green (0)', index: 0, color: 0, status: 'alive', items: ['sword'], kills: 1 },
        { name: 'pink (1)', index: 1, color: 1, status: 'dead', items: [], kills: 0 },
      ],
      leaders: [{ name: 'green (0)', index: 0, kills: 1 }],
      units: { Cross: 2 },
      painted: 1,
      corpses: 1,
    })
  })
})
