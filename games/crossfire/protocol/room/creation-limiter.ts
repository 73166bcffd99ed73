// [CF-16.9] Stores the times of creations, so that the limits survive restarts.
import { addressLimitKey, isLoopback } from '../../../../wire/net/ip-address.ts'
import type { RecordStore } from '../../../game.ts'
import { type CrossfireOptions, maxCountedCreations } from '../../options.ts'

// newcomer/<address>: times of the last creations from the address, in milliseconds since 1970, the oldest first

const prefix = 'newcomer/'
const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** Maximum number of stored addresses. Those whose last creation is oldest are removed first. */
export const maxAddresses = 1024

/** Maximum numbers of creations per address; 0 for no limit. */
type CreationLimits = Pick<CrossfireOptions, 'maxCreationsPerHour' | 'maxCreationsPerDay'>

export class CreationLimiter {
  readonly #store: RecordStore
  /** Times of creations by store key, in the order of the last creation; undefined before the first read. */
  #creationTimes: Map<string, readonly number[]> | undefined

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** 0 if the address may create a character or account now. Loopback has no limit. */
  waitMs(address: string, now: number, limits: CreationLimits): number {
    if (isLoopback(address)) return 0
    const times = withinDay(this.#loadTimes().get(keyOf(address)) ?? [], now)
    return Math.max(
      waitForWindow(times, now, hourMs, limits.maxCreationsPerHour),
      waitForWindow(times, now, dayMs, limits.maxCreationsPerDay),
    )
  }

  recordCreation(address: string, now: number): void {
    if (isLoopback(address)) return
    const all = this.#loadTimes()
    const key = keyOf(address)
    const times = [...withinDay(all.get(key) ?? [], now), now].slice(-maxCountedCreations)
    all.delete(key)
    all.set(key, times)
    this.#store.put(key, times)
    for (const [other, when] of all) {
      if (all.size <= maxAddresses && withinDay(when, now).length > 0) break
      all.delete(other)
      this.#store.delete(other)
    }
  }

  #loadTimes(): Map<string, readonly number[]> {
    this.#creationTimes ??= new Map(
      Array.from(this.#store.list(prefix), ([key, times]) => [key, times as readonly number[]] as const).sort(
        ([, a], [, b]) => a.at(-1)! - b.at(-1)!,
      ),
    )
    return this.#creationTimes
  }
}

const keyOf = (address: string) => `${prefix}${addressLimitKey(address)}`

/** Times in the future, from before the clock was set back, do not count. */
const withinDay = (times: readonly number[], now: number) =>
  times.filter((at) => at <= now && at > now - dayMs)

function waitForWindow(times: readonly number[], now: number, windowMs: number, most: number): number {
  if (most === 0) return 0
  const within = times.filter((at) => at > now - windowMs)
  const first = within.at(-Math.min(most, maxCountedCreations))
  return first === undefined ? 0 : first + windowMs - now
}
