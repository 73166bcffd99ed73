// How many forms a Worker reads at a time, how much of them it holds, and how long it waits.
import { describe, expect, it } from 'vitest'
import { type FormLimits, FormLimiter, defaultFormLimits } from '../../workers/context/form-limiter.ts'
import { SimulatedClock } from '../simulated-clock.ts'

function begin(change: Partial<FormLimits> = {}) {
  const clock = new SimulatedClock()
  return { clock, forms: new FormLimiter({ ...defaultFormLimits, ...change }, clock) }
}

describe('forms', () => {
  it('are so many in all, and so many of one address, loopback aside; one that has ended makes room', () => {
    const { forms } = begin({ total: 4, perAddress: 2 })
    const first = forms.acquire('192.0.2.1')
    forms.acquire('192.0.2.1')
    const full = { word: 'unavailable', particulars: { headers: { 'retry-after': '5' } } }
    expect(() => forms.acquire('192.0.2.1')).toThrow(
      'too many forms come from this address just now: try again in 5 s',
    )
    first.release()
    forms.acquire('192.0.2.1')
    forms.acquire('127.0.0.1')
    forms.acquire('127.0.0.1')
    expect(() => forms.acquire('127.0.0.1')).toThrow(expect.objectContaining(full))
  })

  it('hold so many bytes together, whichever of them has these', () => {
    const { forms } = begin({ heldBytes: 100 })
    const [one, other] = [forms.acquire('192.0.2.1'), forms.acquire('192.0.2.2')]
    one.countHeld(60)
    other.countHeld(40)
    expect(() => other.countHeld(1)).toThrow('the site holds too many forms just now')
    one.release()
    other.countHeld(50)
  })

  it.each([
    ['of which nothing comes', 0, 15_000],
    ['that begins, and stays half', 100, 15_024],
    ['of a good rate', 40_960, 25_000],
  ])('%s is late after %i bytes and %i ms', (_, bytes, ms) => {
    const { clock, forms } = begin()
    const reading = forms.acquire('192.0.2.1')
    reading.countReceived(bytes)
    clock.pass(ms - 1)
    expect(reading.lateSignal.aborted).toBe(false)
    clock.pass(2)
    expect(reading.lateSignal.aborted).toBe(true)
  })

  it('that the platform has ended with its client, without a word, take no place once they are late', () => {
    const { clock, forms } = begin({ total: 1 })
    forms.acquire('192.0.2.1')
    clock.pass(15_000)
    expect(() => forms.acquire('192.0.2.1')).toThrow('the site reads too many forms')
    clock.pass(1)
    forms.acquire('192.0.2.1')
  })
})
