import { describe, expect, it } from 'vitest'
import { AddressRateLimiter } from '../../../games/shared/address-rate-limiter.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'

describe('a token bucket', () => {
  it('allows a burst at once, then its rate per second', () => {
    const rate = new TokenBucket(2, 3)
    expect([1, 2, 3, 4].map(() => rate.take(1000))).toEqual([true, true, true, false])
    expect([1400, 1500, 1900, 2000].map((now) => rate.take(now))).toEqual([false, true, false, true])
  })

  it('returns the wait time without taking a token if none is available', () => {
    const rate = new TokenBucket(4, 1)
    expect(rate.takeOrWait(0)).toBe(0)
    expect([rate.takeOrWait(0), rate.takeOrWait(100), rate.takeOrWait(250), rate.takeOrWait(250)]).toEqual([
      250, 150, 0, 250,
    ])
  })

  it('never holds more than its burst', () => {
    const rate = new TokenBucket(10, 2)
    rate.take(0)
    expect([1, 2, 3].map(() => rate.take(3_600_000))).toEqual([true, true, false])
  })

  it('allows a cost above the burst when it is full, and then refills', () => {
    const rate = new TokenBucket(10, 5)
    expect(rate.takeOrWait(0, 8)).toBe(0)
    expect(rate.takeOrWait(0, 1)).toBe(400)
    expect(rate.takeOrWait(0, 8)).toBe(800)
  })

  it('takes as much of a cost as is available', () => {
    const rate = new TokenBucket(10, 5)
    expect([rate.takeUpTo(0, 3), rate.takeUpTo(0, 3), rate.takeUpTo(0, 3)]).toEqual([3, 2, 0])
    rate.charge(0, 1)
    expect([rate.takeUpTo(50, 3), rate.takeUpTo(200, 3)]).toEqual([0, 1])
    expect(new TokenBucket(0, 1).takeUpTo(0, 7)).toBe(7)
  })

  it('has no limit at rate 0', () => {
    const rate = new TokenBucket(0, 1)
    expect(Array.from({ length: 100 }, () => rate.take(0)).every(Boolean)).toBe(true)
  })

  it('gains nothing when the clock is set back, and refills from the new time', () => {
    const rate = new TokenBucket(1, 1)
    expect([rate.take(10_000), rate.take(0), rate.take(999), rate.take(1000)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('the address rate limiter', () => {
  const many = (logins: AddressRateLimiter, address: string, count: number, now = 0) =>
    Array.from({ length: count }, () => logins.take(address, now, 3)).filter(Boolean).length

  it('limits each address per minute, except loopback', () => {
    const logins = new AddressRateLimiter()
    expect(many(logins, '192.0.2.1', 5)).toBe(3)
    expect(many(logins, '192.0.2.2', 5)).toBe(3)
    expect(many(logins, '127.0.0.1', 5)).toBe(5)
    expect(many(logins, '192.0.2.1', 5, 20_000)).toBe(1)
    expect(many(logins, '192.0.2.1', 5, 80_000)).toBe(3)
  })

  it('counts an IPv6 /64 as one address', () => {
    const logins = new AddressRateLimiter()
    const from = (host: string) => logins.take(`2001:db8:0:7:${host}`, 0, 3)
    expect(['1:1:1:1', '2:2:2:2', '3:3:3:3', '4:4:4:4'].map(from)).toEqual([true, true, true, false])
    expect(logins.take('2001:db8:0:8::1', 0, 3)).toBe(true)
  })

  it('limits nothing at limit 0, and starts over after clear()', () => {
    const logins = new AddressRateLimiter()
    many(logins, '192.0.2.1', 3)
    expect(logins.take('192.0.2.1', 0, 0)).toBe(true)
    expect(logins.take('192.0.2.1', 0, 3)).toBe(false)
    logins.clear()
    expect(logins.take('192.0.2.1', 0, 3)).toBe(true)
  })

  it('evicts the least recently used of more than 4,096 addresses', () => {
    const logins = new AddressRateLimiter()
    many(logins, '192.0.2.1', 3)
    for (let n = 0; n < 4095; n++) logins.take(`198.51.${n >> 8}.${n & 255}`, 0, 3)
    expect(logins.take('192.0.2.1', 0, 3)).toBe(false)
    for (let n = 0; n < 4096; n++) logins.take(`203.0.${n >> 8}.${n & 255}`, 0, 3)
    expect(logins.take('192.0.2.1', 0, 3)).toBe(true)
  })
})
