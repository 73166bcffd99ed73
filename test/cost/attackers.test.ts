// Limits of what one to four attackers can consume, in counts that do not depend on the machine: a client that asks for
// more has to wait. `npm run bench -- attackers` measures the same attacks in milliseconds.
import { describe, expect, it } from 'vitest'
import type { Attack } from '../../bench/attackers/attacks.ts'
import { sampleOf } from '../seeds.ts'
import { type AttackCost, attackCost } from './attacked-room.ts'

/** Maximum cost of an attack, by one attacker and by four together. */
type Budget = Omit<AttackCost, 'waitMs'>

/**
 * A step, the unit in which worlds charge work, is about 0.25 µs of CPU time. Other clients may wait 50 ms at most,
 * which is the time of 200,000 steps.
 */
const budgets: Readonly<Partial<Record<Attack, Budget>>> = {
  'archipelago says': { turns: 6, steps: 4_500, stepsAtOnce: 5_500, bystanderBytesPerSecond: 5_500 },
  // The frames of `archipelago bounce` have almost the maximum size. From all senders together the room accepts two of
  // them per second.
  'archipelago bounce': { turns: 5, steps: 66_000, stepsAtOnce: 33_000, bystanderBytesPerSecond: 0 },
  'archipelago data': { turns: 20, steps: 66_000, stepsAtOnce: 8_000, bystanderBytesPerSecond: 0 },
  'archipelago received': {
    turns: 42,
    steps: 750_000,
    stepsAtOnce: 27_000,
    bystanderBytesPerSecond: 2_300_000,
  },
  // The room charges 128 steps for each packet of `crossfire commands`.
  'crossfire commands': { turns: 140, steps: 26_000, stepsAtOnce: 1_300, bystanderBytesPerSecond: 1_900 },
  'crossfire askface': { turns: 100, steps: 220_000, stepsAtOnce: 5_500, bystanderBytesPerSecond: 250 },
  'soaprun draws': { turns: 40, steps: 2_000, stepsAtOnce: 250, bystanderBytesPerSecond: 1_450 },
  // Bystanders get chat and moves with the next tick, which limits them to ten messages a second.
  'arcane-sector flood': { turns: 200, steps: 1_000, stepsAtOnce: 100, bystanderBytesPerSecond: 4_500 },
  'doom-2077 datagrams': { turns: 480, steps: 6_000, stepsAtOnce: 120, bystanderBytesPerSecond: 3_600 },
}

/** The other attacks of Archipelago are measured in archipelago-price.test.ts. */
const counted = sampleOf(Object.keys(budgets) as readonly Attack[], 3)

/** Maximum steps at once for attackers that pause and then send everything that they saved up. */
const saved: Partial<Readonly<Record<Attack, number>>> = {
  'archipelago says': 22_000,
  'archipelago bounce': 66_000,
  'archipelago data': 120_000,
  'archipelago received': 330_000,
  'crossfire commands': 55_000,
  'crossfire askface': 140_000,
  'soaprun draws': 1_700,
  'arcane-sector flood': 5_000,
  'doom-2077 datagrams': 5_000,
}

describe('saved-up quota', () => {
  it.each(counted)(
    'of one attacker and of four for %s is spent in slices, between which other clients are served',
    async (attack) => {
      const [, ...attacked] = await attackCost(attack, [0, 1, 4], 'saves')
      for (const { stepsAtOnce } of attacked)
        expect(stepsAtOnce).toBeLessThanOrEqual(saved[attack] ?? budgets[attack]!.stepsAtOnce)
    },
  )
})

describe('an attack', () => {
  it.each(counted)(
    'of the kind %s by one attacker and by four stays within its budget, and players wait at most twice as long as without it',
    async (attack) => {
      const [alone, ...attacked] = await attackCost(attack, [0, 1, 4])
      const budget = budgets[attack]!
      for (const { waitMs, ...counts } of attacked) {
        const over = Object.entries(counts).filter(
          ([count, number]) => number > budget[count as keyof Budget],
        )
        expect(Object.fromEntries(over), JSON.stringify(counts)).toEqual({})
        expect(counts.turns).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(2 * alone!.waitMs)
      }
    },
  )
})
