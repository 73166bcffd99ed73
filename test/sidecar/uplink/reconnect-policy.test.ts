import { expect, it } from 'vitest'
import { ReconnectPolicy } from '../../../sidecar/uplink/reconnect-policy.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const waits = (links: number, times: number): number[] => {
  const redial = new ReconnectPolicy({
    clock: new SimulatedClock(),
    random: () => 1,
    channelCount: () => links,
    dial() {},
    giveUp() {},
  })
  return Array.from({ length: times }, () => redial.scheduleAfterLoss())
}

it('a sidecar that has lost few links first waits 60 ms, and doubles its wait before each further attempt, up to 5 s', () => {
  expect(waits(1, 8)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 5000])
  expect(waits(6, 1)).toEqual([60])
})

it('a sidecar spreads the reconnections of many lost links over 2 s', () => {
  expect(waits(100, 1)).toEqual([1000])
  expect(waits(10_000, 8)).toEqual([2000, 2000, 2000, 2000, 2000, 2000, 3840, 5000])
})
