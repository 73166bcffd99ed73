import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitTypeNames } from '../../../games/soaprun/board/board.ts'
import { itemBits, type Player, resumeDataOf, statusNumbers } from '../../../games/soaprun/players/player.ts'
import { assertProperty, type Drawn, weighted } from '../../property.ts'
import {
  canvasTile,
  fenceTile,
  type Settings,
  SmallWorld,
  unit,
  unitsStopTile,
  wallTile,
} from './small-world.ts'

const who = fc.nat(6)
const step = fc.integer({ min: -3, max: 3 })
const int16 = fc.integer({ min: -32768, max: 32767 })
const byte = fc.nat(255)
const node = fc.record({
  x: fc.oneof(fc.integer({ min: -2, max: 64 }), int16),
  y: fc.oneof(fc.nat(48), int16),
})
const off = fc.oneof({ weight: 4, arbitrary: fc.constant({ x: 0, y: 0 }) }, node)

const event = fc.oneof(
  weighted(1, ['join']),
  weighted(6, ['tick']),
  weighted(1, ['leave', 'ascend'], { who }),
  weighted(2, ['fields', 'stand'], { who }),
  weighted(8, ['walk'], { who, dx: step, dy: step }),
  weighted(1, ['jump'], { who, nodes: fc.array(node, { maxLength: 10 }) }),
  weighted(5, ['hit'], { who, value: fc.oneof(fc.nat(14), byte) }),
  weighted(1, ['recolor'], { who, value: fc.nat(5) }),
  weighted(3, ['draw'], { who, value: fc.oneof(fc.nat(17), byte), off }),
  weighted(2, ['lieDown'], { who, off }),
)
type Event = Drawn<typeof event>

const tiles = {
  [wallTile]: '33,22',
  [fenceTile]: '30,25',
  [unitsStopTile]: '28,22',
  [canvasTile]: '29,21 30,21 31,21 32,21',
}

/** One unit of each type near the spawn, and two more that can kill players. */
const units = [
  ...unitTypeNames.map((type, n) => unit(type, 27 + (n % 6), 23 + 2 * Math.trunc(n / 6))),
  unit('Closer', 34, 20),
  unit('Crawl', 26, 20),
]

class Play {
  readonly small: SmallWorld
  players: Player[] = []

  constructor(settings: Settings = {}) {
    this.small = new SmallWorld(units, { tiles, ...settings })
  }

  all(...events: readonly Event[]): void {
    for (const event of events) this.#happen(event)
  }

  #happen(event: Event): void {
    const { world } = this.small
    if (event.type === 'tick') return this.small.tick(4)
    if (event.type === 'join') return this.#join()
    const player = this.players[event.who % Math.max(1, this.players.length)]
    if (!player) return
    const { place } = player
    const stand = [place]
    switch (event.type) {
      case 'leave':
        this.players = this.players.filter((other) => other !== player)
        return world.leave(player)
      case 'ascend':
        this.small.now += 20_000
        return void world.becomeGhost(player, stand)
      case 'fields':
        return void world.takeFieldView(player)
      case 'stand':
        return void world.move(player, stand)
      case 'walk': {
        const corner = { x: place.x + event.dx, y: place.y }
        return void world.move(player, [place, corner, { x: corner.x, y: corner.y + event.dy }])
      }
      case 'jump':
        return void world.move(player, event.nodes)
      case 'hit':
        return void world.touch(player, stand, event.value)
      case 'recolor':
        return void world.recolor(player, stand, event.value)
      case 'draw':
        return void world.draw(player, stand, place.x + event.off.x, place.y + event.off.y, event.value)
      case 'lieDown':
        return void world.layCorpse(player, place.x + event.off.x, place.y + event.off.y)
    }
  }

  #join(): void {
    if (this.players.length < 7) this.players.push(this.small.enter())
  }

  /** Restarts the world, in which every session resumes its player. */
  restart(): void {
    const data = this.players.map(resumeDataOf)
    this.small.restart()
    this.players = data.map((one) => this.small.world.rejoin(one)!)
  }

  /** The state that no restart may lose. */
  lasting() {
    const { world, store } = this.small
    world.save()
    const all = store.get('units') as unknown as (ReturnType<SmallWorld['units']>[number] & {
      kills: number
    })[]
    return {
      tiles: [...world.board.tiles],
      players: this.players.map(resumeDataOf),
      view: world.publicState(),
      units: all.map(({ type, generation, kills, status }) => ({
        type,
        generation,
        kills,
        gone: status === statusNumbers.dead,
      })),
    }
  }

  whole() {
    return { ...this.lasting(), units: this.small.units() }
  }
}

const unlimited = { maxTilesPerSecond: 0, maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0 }
const patient: Settings = { ...unlimited, maxRefusedMoves: 0, maxHitTiles: 0 }
const start: Event[] = [{ type: 'join' }, { type: 'join' }, { type: 'join' }]

describe('a random sequence of events', () => {
  it('[SR-7.1] loses no durable state if the room is killed at any point', () => {
    assertProperty(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        const play = new Play(patient)
        play.all(...start, ...events)
        // As after a kill, the restarted world has only the current records.
        play.restart()
        const after = play.lasting()
        const twin = new Play(patient)
        twin.all(...start, ...events)
        expect(after).toEqual(twin.lasting())
      }),
      { numRuns: 150 },
    )
  })

  it('[SR-7.1] continues after a restart as it would have without a restart, if the units were saved before it', () => {
    assertProperty(
      fc.property(fc.array(event, { maxLength: 60 }), fc.array(event, { maxLength: 60 }), (before, after) => {
        const [broken, whole] = [new Play(patient), new Play(patient)]
        broken.all(...start, ...before)
        broken.small.world.save()
        broken.restart()
        broken.all(...after)
        whole.all(...start, ...before, ...after)
        expect(broken.whole()).toEqual(whole.whole())
      }),
      { numRuns: 150 },
    )
  })

  it('[SR-4.4] leaves every player on an allowed tile, with items that no other player holds', () => {
    assertProperty(
      fc.property(fc.array(event, { maxLength: 120 }), (events) => {
        const play = new Play()
        play.all(...start, ...events)
        const { world } = play.small
        for (const player of play.players) {
          const { x, y } = player.place
          expect(world.board.inside(x, y)).toBe(true)
          if (player.status !== statusNumbers.ghost) expect([1, 3]).not.toContain(world.board.attribute(x, y))
          expect(player.color).toBeLessThan(4)
        }
        for (const item of [itemBits.sword, itemBits.shield]) {
          expect(play.players.filter((player) => player.isAlive && player.has(item)).length).toBeLessThan(2)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('[SR-4.8] produces Flds with ascending indexes, 1 to 8 nodes per entry and at most 255 tiles', () => {
    assertProperty(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        const play = new Play({ maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0 })
        play.all(...start, ...events)
        for (const player of play.players) {
          const { players, units: shown, tiles: changed } = play.small.world.takeFieldView(player)
          for (const entries of [players, shown]) {
            entries.forEach(({ index, nodes }, n) => {
              expect(index).toBeGreaterThan(n === 0 ? -1 : entries[n - 1]!.index)
              expect(nodes.length >= 1 && nodes.length <= 8).toBe(true)
            })
          }
          expect(players.some(({ index }) => index === player.slot)).toBe(false)
          expect(changed.length).toBeLessThanOrEqual(255)
        }
      }),
      { numRuns: 100 },
    )
  })
})
