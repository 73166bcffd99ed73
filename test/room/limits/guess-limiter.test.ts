import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { GuessLimiter } from '../../../durable-objects/limits/guess-limiter.ts'
import {
  firstWaitMs,
  forgetGuessAfterMs,
  GuessRule,
  guessLimits,
  maxGuessCounts,
  maxWaitMs,
} from '../../../durable-objects/limits/guess-rule.ts'
import { assertProperty } from '../../property.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const attacker = '192.0.2.1'
const honest = '198.51.100.7'
const minute = 60_000

let rule: GuessRule
beforeEach(() => {
  rule = new GuessRule()
})

let guessed = 0
const another = () => `guess ${++guessed}`

/** Returns the number of allowed guesses. */
function exhaust(rule: GuessRule, address: string, target: string, now: number): number {
  let guesses = 0
  while (rule.countAttempt(address, target, another(), now) === 0) guesses++
  return guesses
}

describe('the guess limiter, for one address and one target', () => {
  it('allows ten wrong guesses, then blocks for a minute, then for twice as long each time, up to 15 minutes', () => {
    const waits: [guesses: number, waitMs: number][] = []
    for (let now = 0; waits.length < 5; now += waits.at(-1)![1])
      waits.push([exhaust(rule, attacker, 'ann', now), rule.wait(attacker, 'ann', now)])
    expect(waits).toEqual([
      [10, minute],
      [10, 2 * minute],
      [10, 4 * minute],
      [10, 8 * minute],
      [10, 15 * minute],
    ])
  })

  it('allows one guess per 15 minutes to an address that never stops', () => {
    let guesses = 0
    const day = 24 * 60 * minute
    for (let now = 0; now < day; now += Math.max(1, rule.wait(attacker, 'ann', now)))
      guesses += exhaust(rule, attacker, 'ann', now)
    expect(guesses).toBeLessThan(50 + day / maxWaitMs + 1)
  })

  it('forgives one wrong guess for each ten minutes without a wrong guess', () => {
    for (let i = 0; i < 9; i++) rule.countAttempt(attacker, 'ann', another(), 0)
    expect(exhaust(rule, attacker, 'ann', 3 * forgetGuessAfterMs)).toBe(4)
    expect(exhaust(rule, attacker, 'ann', 30 * forgetGuessAfterMs)).toBe(10)
  })

  it('blocks for at most 15 minutes, whatever the clock does', () => {
    for (const now of [10 ** 13, 0, -(10 ** 13)]) {
      exhaust(rule, attacker, 'ann', now)
      expect(rule.wait(attacker, 'ann', now)).toBeLessThanOrEqual(maxWaitMs)
      expect(rule.wait(attacker, 'ann', now - 10 ** 12)).toBeLessThanOrEqual(maxWaitMs)
      expect(rule.wait(attacker, 'ann', now - 10 ** 12 + maxWaitMs)).toBe(0)
    }
  })
})

describe('the guess limiter, for correct passwords', () => {
  it('a correct password is never delayed and never counted, however often it is sent', () => {
    for (let i = 0; i < 1000; i++) {
      expect(rule.countAttempt(honest, 'ann', another(), i)).toBe(0)
      rule.takeBackAttempt(honest, 'ann', i)
    }
    expect(rule.state).toEqual([])
  })

  it.each([
    ['from another address', honest, 'ann'],
    ['at the same address, for another account', attacker, 'ben'],
  ])('a guess %s does not wait while one address is blocked for one account', (_, address, target) => {
    exhaust(rule, attacker, 'ann', 0)
    expect(rule.countAttempt(address, target, another(), 0)).toBe(0)
    expect(rule.wait(attacker, 'ann', 0)).toBe(minute)
  })

  it('the owner does not wait while a thousand addresses guess, and may mistype once', () => {
    for (let i = 0; i < 1000; i++) exhaust(rule, `10.${i % 256}.${i >> 8}.1`, 'ann', 0)
    expect(rule.countAttempt(honest, 'ann', another(), 0)).toBe(0)
    expect(rule.countAttempt(honest, 'ann', another(), 0)).toBe(0)
    expect(rule.countAttempt(honest, 'ann', another(), 0)).toBeGreaterThan(0)
  })

  it('the repetition of an old password by one client counts as one wrong guess', () => {
    for (let i = 0; i < 100; i++) expect(rule.countAttempt(honest, 'ann', 'old', i)).toBe(0)
    expect(rule.state.map(([, { wrong }]) => wrong)).toEqual([1, 1, 1])
    expect(JSON.stringify(rule.state)).not.toContain('old')
    // The correct password does not count as a guess.
    for (let i = 0; i < 3; i++) rule.takeBackAttempt(honest, 'ann', 100)
    expect(rule.state).toEqual([])
  })

  it('clients at one address that repeat several old passwords count once for each password', () => {
    for (let i = 0; i < 100; i++) expect(rule.countAttempt(honest, 'ann', `old ${i % 5}`, i)).toBe(0)
    expect(rule.state.map(([, { wrong }]) => wrong)).toEqual([5, 5, 5])
    expect(rule.countAttempt(honest, 'ann', 'right', 100)).toBe(0)
    rule.takeBackAttempt(honest, 'ann', 100)
    expect(rule.countAttempt(honest, 'ann', 'old 4', 100)).toBe(0)
    expect(rule.state.map(([, { wrong }]) => wrong)).toEqual([5, 5, 5])
  })

  it('wrong guesses are forgiven even if the correct password is sent in between', () => {
    for (let i = 0; i < 9; i++) rule.countAttempt(honest, 'ann', another(), 0)
    for (let now = minute; now <= 9 * forgetGuessAfterMs; now += minute) {
      expect(rule.countAttempt(honest, 'ann', 'right', now)).toBe(0)
      rule.takeBackAttempt(honest, 'ann', now)
    }
    expect(rule.state).toEqual([])
  })

  it('a correct guess does not end the block of other clients at the same address', () => {
    for (let i = 0; i < 9; i++) rule.countAttempt(attacker, 'ann', another(), 0)
    expect(rule.countAttempt(attacker, 'ann', another(), 0)).toBe(0)
    rule.takeBackAttempt(attacker, 'ann', 0)
    expect(exhaust(rule, attacker, 'ann', 0)).toBe(1)
  })
})

describe('the guess limiter, for many targets and many addresses', () => {
  it('allows one address 30 wrong guesses at all targets together', () => {
    let guesses = 0
    for (let i = 0; i < 100; i++) guesses += exhaust(rule, attacker, `account ${i}`, 0)
    expect(guesses).toBe(guessLimits.address)
  })

  it('allows all addresses together 100 wrong guesses at one target, then two for each new address', () => {
    const guesses = Array.from({ length: 20 }, (_, i) => exhaust(rule, `10.0.0.${i}`, 'ann', 0))
    expect(guesses).toEqual([...Array(10).fill(10), ...Array(10).fill(2)])
  })

  it('counts IPv6 addresses by /64, and IPv4 addresses mapped into IPv6 as IPv4', () => {
    exhaust(rule, '2001:db8:1:2::1', 'ann', 0)
    exhaust(rule, '::ffff:192.0.2.1', 'ann', 0)
    expect(rule.wait('2001:db8:1:2:ffff::9', 'ann', 0)).toBe(minute)
    expect(rule.wait('2001:db8:1:3::1', 'ann', 0)).toBe(0)
    expect(rule.wait('192.0.2.1', 'ann', 0)).toBe(minute)
  })

  it('remembers a bounded number of addresses: after 2,000 others a blocked address stays blocked', () => {
    const others = (from: number, to: number) => {
      for (let i = from; i < to; i++)
        rule.countAttempt(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 'ben', another(), 0)
    }
    exhaust(rule, attacker, 'ann', 0)
    others(0, 2000)
    expect(rule.wait(attacker, 'ann', 0)).toBe(minute)
    others(2000, 10_000)
    expect(rule.state.length).toBe(maxGuessCounts)
    expect(rule.countAttempt(honest, 'ann', another(), 0)).toBe(0)
  })

  it('compares at most ten wrong guesses of an address at a target per minute, after any sequence of guesses', () => {
    const step = fc.record({
      waitMs: fc.oneof(fc.nat(3 * minute), fc.nat(3 * forgetGuessAfterMs), fc.constant(0)),
      tries: fc.nat(12),
      right: fc.boolean(),
      from: fc.constantFrom(attacker, honest),
      at: fc.constantFrom('ann', 'ben'),
    })
    assertProperty(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let rule = new GuessRule()
        const password = 'of ann and ben'
        const compared: number[] = []
        let now = 0
        for (const { waitMs, tries, right, from, at } of steps) {
          now += waitMs
          for (let i = 0; i < tries; i++) {
            if (rule.countAttempt(from, at, right ? password : another(), now) > 0) continue
            if (right) rule.takeBackAttempt(from, at, now)
            else if (from === attacker && at === 'ann') compared.push(now)
          }
          // The next instance restores the rule from JSON.
          rule = new GuessRule(JSON.parse(JSON.stringify(rule.state)))
        }
        for (const [i, first] of compared.entries())
          expect((compared[i + guessLimits.pair] ?? Number.POSITIVE_INFINITY) - first).toBeGreaterThanOrEqual(
            firstWaitMs,
          )
      }),
    )
  })
})

describe('the stored counters of wrong guesses', () => {
  interface Disk {
    state?: string | undefined
    writes: number
    fails?: boolean
  }

  function limiter(disk: Disk = { writes: 0 }, clock = new SimulatedClock()) {
    const failures: unknown[] = []
    const store = {
      read: () => disk.state,
      write: (state: string | undefined) => {
        if (disk.fails) throw new Error('the disk is full')
        disk.writes++
        disk.state = state
      },
      failed: (error: unknown) => void failures.push(error),
    }
    return { guesses: new GuessLimiter({ clock, store }), failures, disk, clock }
  }

  it('reach the next instance, with at most one write per second', () => {
    const { guesses, disk, clock } = limiter()
    for (let i = 0; i < 10; i++) guesses.countAttempt(attacker, 'ann', another())
    clock.pass(1000)
    expect(disk.writes).toBe(1)
    expect(limiter(disk, clock).guesses.wait(attacker, 'ann')).toBe(minute - 1000)
  })

  it('are not written for a correct guess', () => {
    const { guesses, disk, clock } = limiter()
    guesses.countAttempt(honest, 'ann', another())
    guesses.takeBackAttempt(honest, 'ann')
    clock.pass(10_000)
    expect(disk).toEqual({ writes: 0 })
  })

  it('are decremented on the disk, too, if a comparison finds a correct guess after the write', () => {
    const { guesses, disk, clock } = limiter()
    guesses.countAttempt(honest, 'ann', another())
    clock.pass(1000)
    expect(disk.state).toBeDefined()
    guesses.takeBackAttempt(honest, 'ann')
    clock.pass(1000)
    expect(disk).toEqual({ writes: 2, state: undefined })
  })

  it('are written with the next wrong guess after a failed write', () => {
    const { guesses, failures, disk, clock } = limiter({ writes: 0, fails: true })
    guesses.countAttempt(attacker, 'ann', another())
    clock.pass(1000)
    expect(failures).toHaveLength(1)
    disk.fails = false
    guesses.countAttempt(attacker, 'ann', another())
    clock.pass(1000)
    expect(JSON.parse(disk.state!)[0][1].wrong).toBe(2)
  })

  it.each(['{', '7', 'null', '[["x"]]', '[["192.0.2.1 ann",{"wrong":"many"}]]', '[[7,{}],null]'])(
    'block no address if they are damaged: %s',
    (state) => {
      const { guesses } = limiter({ state, writes: 0 })
      expect(guesses.countAttempt(attacker, 'ann', another())).toBe(0)
    },
  )
})
