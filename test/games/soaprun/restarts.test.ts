import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjacentOffsets } from '../../../games/soaprun/board/board.ts'
import type { FromClient } from '../../../games/soaprun/packets.ts'
import { decodeResumeState, encodeResumeState } from '../../../games/soaprun/protocol/resume-state.ts'
import { WireError } from '../../../wire/index.ts'
import { assertProperty } from '../../property.ts'
import {
  enter,
  type Flds,
  nodes,
  type SoaprunPlayer,
  type SoaprunRoom,
  unlimited,
  walk,
  worldARoom,
} from './fixture-room.ts'

/** Units that do not move, near the spawn. The canvas of world A is at x 34-38 and y 17-20. */
const units = [
  ['Sword', 32, 22],
  ['Shield', 32, 21],
  ['Sword', 36, 19],
  ['Goal', 38, 21],
] as const

describe('a restart', () => {
  it('[SR-7.1] between a painting and the reply to it neither loses nor repeats the painting or the reply', async () => {
    const room = await worldARoom({ options: unlimited, units: [] })
    const [painter, watcher] = [enter(room, [34, 22], [34, 20]), enter(room)]
    room.harness.afterUpward = () => {
      room.harness.afterUpward = undefined
      room.harness.kill()
    }
    painter.send({ type: 'DrFl', x: 34, y: 20, tile: 14, nodes: nodes([34, 20]) })
    painter.expectNothing()
    room.pass(1000)
    expect(painter.expect('Flds').tiles).toEqual([{ x: 34, y: 20, tile: 14 }])
    painter.expectNothing()
    expect(walk(painter, [34, 20]).tiles).toEqual([])
    expect(walk(watcher, [30, 22]).tiles).toEqual([{ x: 34, y: 20, tile: 14 }])
  })

  it('[SR-7.2] before Prtc is invisible to the client', async () => {
    const room = await worldARoom()
    const player = room.connect()
    player.expect('WLCM')
    room.restart()
    player.expectNothing()
    player.ask({ type: 'Prtc', version: 432 }, 'Prtc')
  })
})

type Deed = {
  readonly who: number
  readonly act: FromClient['type'] | 'step'
  readonly way: number
  readonly arg: number
}

const deed: fc.Arbitrary<Deed> = fc.record({
  who: fc.nat(2),
  act: fc.constantFrom('step', 'step', 'step', 'DrFl', 'ChCl', 'HNPU', 'mCrp', 'HVen'),
  way: fc.nat(3),
  arg: fc.nat(15),
})

/**
 * Plays in a room and tracks the players' positions. The positions are correct as long as the room refuses no action.
 */
class Play {
  readonly room: SoaprunRoom
  readonly #players: readonly SoaprunPlayer[]
  readonly #places = Array.from({ length: 3 }, () => ({ x: 34, y: 20 }))
  readonly received: Flds[][] = [[], [], []]

  constructor(room: SoaprunRoom) {
    this.room = room
    this.#players = Array.from({ length: 3 }, () => enter(room, [34, 22], [34, 20]))
  }

  do({ who, act, way, arg }: Deed): void {
    const player = this.#players[who]!
    const here = this.#places[who]!
    const offset = adjacentOffsets[way]!
    const next = { x: here.x + offset.x, y: here.y + offset.y }
    const walked = [here]
    if (act === 'step' && next.x > 32 && next.x < 40 && next.y > 16 && next.y < 22) {
      walked.push(next)
      this.#places[who] = next
    }
    if (act === 'mCrp') player.ask({ type: 'mCrp', ...here }, 'Void')
    else this.received[who]!.push(player.ask(packetOf(act, walked, here, arg), 'Flds'))
  }
}

function packetOf(
  act: Deed['act'],
  walked: readonly { x: number; y: number }[],
  here: { x: number; y: number },
  arg: number,
): FromClient {
  if (act === 'DrFl') return { type: 'DrFl', ...here, tile: 12 + (arg % 4), nodes: walked }
  if (act === 'ChCl') return { type: 'ChCl', color: arg % 5, nodes: walked }
  if (act === 'HNPU') return { type: 'HNPU', unit: arg % 5, nodes: walked }
  if (act === 'HVen') return { type: 'HVen', nodes: walked }
  return { type: 'myPo', nodes: walked }
}

/**
 * The parts of replies that a restart must not change. A restart may change the number of nodes of other players
 * [SR-7.6], and may drop all but the last change of a cell [SR-7.1].
 */
function lastPlaces(received: readonly Flds[]) {
  return received.map(({ players, units: shown, tiles, ...head }) => ({
    ...head,
    players: players.map(({ nodes: walked, ...player }) => ({ ...player, at: walked.at(-1) })),
    units: shown.map(({ nodes: walked, ...unit }) => ({ ...unit, at: walked.at(-1) })),
    tiles: new Map(tiles.map(({ x, y, tile }) => [`${x},${y}`, tile])),
  }))
}

describe('a sequence of restarts', () => {
  it('[SR-7.2] at random times does not change the replies', async () => {
    const moments = fc.array(
      fc.oneof({ weight: 12, arbitrary: deed }, { weight: 1, arbitrary: fc.constant('restart') }),
      {
        minLength: 5,
        maxLength: 60,
      },
    ) as fc.Arbitrary<readonly (Deed | 'restart')[]>
    await assertProperty(
      fc.asyncProperty(moments, async (moments) => {
        const steady = new Play(await worldARoom({ options: unlimited, units }))
        const shaken = new Play(await worldARoom({ options: unlimited, units }))
        for (const moment of moments) {
          if (moment === 'restart') {
            steady.room.pass(1000)
            shaken.room.restart()
          } else {
            steady.do(moment)
            shaken.do(moment)
          }
          steady.room.tick()
          shaken.room.tick()
        }
        expect(shaken.received.map(lastPlaces)).toEqual(steady.received.map(lastPlaces))
        expect(shaken.room.view).toEqual(steady.room.view)
      }),
      { numRuns: 60 },
    )
  })

  it('[SR-2.5] over a lossy sidecar connection yields one reply per request, and sends each tile once', async () => {
    const room = await worldARoom({ options: unlimited, units: [] })
    const watcher = enter(room, [34, 22], [34, 20])
    const player = enter(room)
    walk(player, [30, 22], [34, 22], [34, 20])
    const lossy = room.connect({ lossy: 0.1 })
    answered(room, lossy, 'WLCM')
    answered(room, lossy, 'Prtc', { type: 'Prtc', version: 432 })
    answered(room, lossy, 'Flds', { type: 'myPo', nodes: nodes([30, 22]) })
    answered(room, lossy, 'Flds', { type: 'myPo', nodes: nodes([30, 22], [34, 22], [34, 20]) })
    const drawn = []
    for (let n = 0; n < 60; n++) {
      const tile = 13 + (n % 3)
      const packet: FromClient = { type: 'DrFl', x: 34, y: 20, tile, nodes: nodes([34, 20]) }
      drawn.push(...(answered(room, lossy, 'Flds', packet) as Flds).tiles)
      if (n % 20 === 19) room.restart()
    }
    expect(drawn).toEqual(Array.from({ length: 60 }, (_, n) => ({ x: 34, y: 20, tile: 13 + (n % 3) })))
    room.harness.losesNext = () => false
    room.pass(5000)
    expect(walk(watcher, [34, 20]).tiles.at(-1)).toEqual({ x: 34, y: 20, tile: 15 })
    expect(lossy.closed).toBeUndefined()
  })
})

/** Waits for the player's reply, however long it takes. */
function answered(
  room: SoaprunRoom,
  player: SoaprunPlayer,
  type: 'WLCM' | 'Prtc' | 'Flds',
  packet?: FromClient,
) {
  if (packet) player.send(packet)
  for (let waited = 0; player.waiting === 0 && waited < 100; waited++) room.pass(500)
  const answer = player.expect(type)
  player.expectNothing()
  return answer
}

describe('the resume state', () => {
  it('[SR-7.2] has at most 64 bytes, and decodes to the encoded value', () => {
    const player = {
      slot: 62,
      generation: 255,
      color: 3,
      status: 4,
      items: 7,
      kills: 65535,
      x: -1,
      y: 32767,
      entered: true,
      corpseMade: true,
      swordSince: Date.UTC(2100, 0, 1),
      tilesSeen: 2 ** 32 - 1,
    } as const
    for (const state of [
      { tests: 8, player },
      { tests: 0, player: { ...player, entered: false, corpseMade: false } },
      { tests: 3, player: undefined },
    ]) {
      const encoded = encodeResumeState(state)
      expect(encoded.length).toBeLessThanOrEqual(64)
      expect(decodeResumeState(encoded)).toEqual(state)
    }
  })

  it('is refused if truncated or mutated', () => {
    assertProperty(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const { player } = decodeResumeState(bytes)
          if (player) expect(player.slot).toBeLessThan(63)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
