// Tests frame-price.ts itself. The check must report costs that a game does not charge, and accept costs that the game
// charges.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Game } from '../../games/game.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { expectCostsCovered, type HostileSetup, priceOf, unpaidCosts } from './frame-price.ts'

/**
 * A variant of the game Tally: each frame contains a number, and handling the frame takes that many steps. The game
 * charges the share `charged` of these steps to the client.
 */
function busySetup(charged: number, most = 200_000): HostileSetup {
  const game: Game = {
    ...(tally as Game),
    openSession(world, host, peer, note) {
      const session = (tally as Game).openSession(world, host, peer, note)
      session.receive = (frame) => {
        const steps = Number(new TextDecoder().decode(frame as Uint8Array))
        for (let nth = 0; nth < steps / 4; nth++) JSON.parse(`{"key":"k${nth}","list":[${nth},1]}`)
        host.chargeSteps(steps * charged)
        peer.send(new Uint8Array(steps))
      }
      return session
    },
  }
  const frame = (steps: number) => new TextEncoder().encode(`${steps}`)
  return { game, transport: 'tcp', enter() {}, frames: fc.constant([frame(most), frame(most / 2)]) }
}

describe('the measured cost of frames', () => {
  it('includes only the events, steps, time and bytes of one sender', async () => {
    const hostile = busySetup(1)
    const price = await priceOf(hostile, fc.sample(hostile.frames, 1)[0]!)
    expect(price).toMatchObject({ turns: 2, bytes: 300_000, steps: 300_000 + 300_000 / 16 + 2 })
    expect(Math.min(...price.times)).toBeGreaterThan(0)
  })

  it('passes the check if it is charged, and fails if only a hundredth of it is charged', async () => {
    await expectCostsCovered(busySetup(1, 20_000), { numRuns: 1 })
    await expect(expectCostsCovered(busySetup(0.01), { numRuns: 1 })).rejects.toThrow('Property failed')
  })

  it('fails the check if the total time, a single event, or the number of bytes exceeds its limit', () => {
    const price = { turns: 10, steps: 1000, times: [1, 2], bytes: 0 }
    const over = (...times: number[]) => unpaidCosts({ ...price, times }, 0.001)
    expect(unpaidCosts(price, 0.001)).toEqual([])
    expect(over(11, 13)).toEqual([expect.stringContaining('24.0 ms of CPU time')])
    expect(over(249)).toContainEqual(expect.stringContaining('one event of 249'))
    expect(unpaidCosts({ ...price, bytes: 70_000 }, 0.001)).toEqual([expect.stringContaining('70000 bytes')])
  })
})
