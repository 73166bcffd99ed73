// [CF-16.9] Recent creations of characters and accounts per address. Stored, so that they survive restarts.
import { countedAs, isLoopback } from '../../../wire/address.ts'
import type { Store } from '../../game.ts'
import { type CrossfireOptions, mostCreations } from '../options.ts'

// newcomer/<address>: times of its last creations, milliseconds since 1970, the oldest first

const prefix = 'newcomer/'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Addresses kept; those with the oldest creation are dropped. */
export const mostAddresses = 1024

/** 0 for no limit. */
type CreationLimits = Pick<CrossfireOptions, 'maxCreationsPerHour' | 'maxCreationsPerDay'>

export class Newcomers {
  readonly #store: Store
  /** By key, ordered by last creation; undefined before the first read. */
  #times: Map<string, readonly number[]> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Milliseconds until this address may create another; 0 for now. Loopback has no limit. */
  wait(address: string, now: number, limits: CreationLimits): number {
    if (isLoopback(address)) return 0
    const times = lately(this.#read().get(keyOf(address)) ?? [], now)
    return Math.max(
      waitFor(times, now, hourMs, limits.maxCreationsPerHour),
      waitFor(times, now, dayMs, limits.maxCreationsPerDay),
    )
  }

  created(address: string, now: number): void {
    if (isLoopback(address)) return
    const all = this.#read()
    const key = keyOf(address)
    const times = [...lately(all.get(key) ?? [], now), now].slice(-mostCreations)
    all.delete(key)
    all.set(key, times)
    this.#store.put(key, times)
    for (const [other, when] of all) {
      if (all.size <= mostAddresses && lately(when, now).length > 0) break
      all.delete(other)
      this.#store.delete(other)
    }
  }

  #read(): Map<string, readonly number[]> {
    this.#times ??= new Map(
      Array.from(this.#store.list(prefix), ([key, times]) => [key, times as readonly number[]] as const).sort(
        ([, a], [, b]) => a.at(-1)! - b.at(-1)!,
      ),
    )
    return this.#times
  }
}

const keyOf = (address: string) => `${prefix}${countedAs(address)}`

/** Creations of the last day. Ignores times in the future, from before the clock was set back. */
const lately = (times: readonly number[], now: number) => times.filter((at) => at <= now && at > now - dayMs)

function waitFor(times: readonly number[], now: number, windowMs: number, most: number): number {
  if (most === 0) return 0
  const within = times.filter((at) => at > now - windowMs)
  const first = within.at(-Math.min(most, mostCreations))
  return first === undefined ? 0 : first + windowMs - now
}
