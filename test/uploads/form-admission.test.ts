import { describe, expect, it } from 'vitest'
import { defaultFormLimits, FormLimiter, type FormLimits } from '../../workers/context/form-limiter.ts'
import { SimulatedClock } from '../simulated-clock.ts'

function createLimiter(change: Partial<FormLimits> = {}) {
  const clock = new SimulatedClock()
  return { clock, limiter: new FormLimiter({ ...defaultFormLimits, ...change }, clock) }
}

describe('the form limiter', () => {
  it('limits forms in total and per address except loopback, until a slot is released', () => {
    const { limiter } = createLimiter({ total: 4, perAddress: 2 })
    const first = limiter.acquire('192.0.2.1')
    limiter.acquire('192.0.2.1')
    const full = { code: 'unavailable', details: { headers: { 'retry-after': '5' } } }
    expect(() => limiter.acquire('192.0.2.1')).toThrow('too many forms from your address: try again in 5 s')
    first.release()
    limiter.acquire('192.0.2.1')
    limiter.acquire('127.0.0.1')
    limiter.acquire('127.0.0.1')
    expect(() => limiter.acquire('127.0.0.1')).toThrow(expect.objectContaining(full))
  })

  it('limits the bytes in memory of all forms together', () => {
    const { limiter } = createLimiter({ heldBytes: 100 })
    const [one, other] = [limiter.acquire('192.0.2.1'), limiter.acquire('192.0.2.2')]
    one.countHeld(60)
    other.countHeld(40)
    expect(() => other.countHeld(1)).toThrow('the site has too many forms in memory')
    one.release()
    other.countHeld(50)
  })

  it('limits the bytes in memory per address, except loopback, so that other addresses can use the rest', () => {
    const { limiter } = createLimiter({ heldBytes: 100, heldBytesPerAddress: 40 })
    limiter.acquire('192.0.2.1').countHeld(40)
    const second = limiter.acquire('192.0.2.1')
    expect(() => second.countHeld(1)).toThrow('the forms from your address need too much memory')
    second.release()
    limiter.acquire('192.0.2.2').countHeld(10)
    limiter.acquire('127.0.0.1').countHeld(50)
  })

  it.each([
    ['without bytes', 0, 15_000],
    ['that stalls', 100, 15_024],
    ['at a good rate', 40_960, 25_000],
  ])('aborts a form %s after %i bytes and %i ms', (_, bytes, ms) => {
    const { clock, limiter } = createLimiter()
    const slot = limiter.acquire('192.0.2.1')
    slot.countReceived(bytes)
    clock.pass(ms - 1)
    expect(slot.lateSignal.aborted).toBe(false)
    clock.pass(2)
    expect(slot.lateSignal.aborted).toBe(true)
  })

  it('releases the slot of an abandoned form at the form’s deadline', () => {
    const { clock, limiter } = createLimiter({ total: 1 })
    limiter.acquire('192.0.2.1')
    clock.pass(15_000)
    expect(() => limiter.acquire('192.0.2.1')).toThrow('the site is reading too many forms')
    clock.pass(1)
    limiter.acquire('192.0.2.1')
  })
})
