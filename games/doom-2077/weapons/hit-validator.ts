// [DM-4.1] [DM-4.2]
import { TokenBucket } from '../../shared/token-bucket.ts'
import { weapons } from './weapons.ts'

/** A factor on the allowed rate, because clients' clocks may run fast. */
const rateTolerance = 1.05
/** Maximum number of shots that may arrive at once after a delay. */
const burst = 2
/** Milliseconds after a shot in which its hits count. For a slow weapon, hits count until it can fire again. */
const hitMs = 300
/** Milliseconds that a hit waits for a shot that it may have overtaken: two slots. */
const earlyHitMs = 68
/** Maximum number of hits of one player that wait for a shot. */
const maxEarlyHits = 32

interface EarlyHit {
  readonly weapon: number
  readonly target: number
  readonly at: number
}

export class HitValidator {
  readonly #rates = weapons.map(({ perSecond }) => new TokenBucket(perSecond * rateTolerance, burst))
  /** The newest shot of each weapon, and the players that it has hit. */
  readonly #shots: ({ readonly at: number; readonly hit: Set<number> } | undefined)[] = []
  #earlyHits: EarlyHit[] = []

  /**
   * Returns true if the shot counts. A shot that follows within half the weapon's interval is a network duplicate or
   * too fast. Each weapon has a cooldown of its own, as in the original client.
   */
  recordShot(weapon: number, now: number): boolean {
    const kind = weapons[weapon]
    if (!kind) return false
    const last = this.#shots[weapon]
    if (last && now - last.at < 500 / kind.perSecond) return false
    if (!this.#rates[weapon]!.take(now)) return false
    this.#shots[weapon] = { at: now, hit: new Set() }
    return true
  }

  /** A shot may hit several players, but none of them twice. */
  takeHit(weapon: number, target: number, now: number): boolean {
    const kind = weapons[weapon]
    const shot = this.#shots[weapon]
    if (!kind || !shot || shot.hit.has(target)) return false
    if (now - shot.at > Math.max(hitMs, 1000 / kind.perSecond)) return false
    shot.hit.add(target)
    return true
  }

  /** Two datagrams may arrive in the wrong order. */
  keepEarlyHit(weapon: number, target: number, now: number): void {
    this.#earlyHits = this.#earlyHits.filter(({ at }) => now - at <= earlyHitMs)
    if (this.#earlyHits.length < maxEarlyHits) this.#earlyHits.push({ weapon, target, at: now })
  }

  /** Returns the targets. */
  takeEarlyHits(weapon: number, now: number): readonly number[] {
    const kept = this.#earlyHits.filter((hit) => hit.weapon === weapon && now - hit.at <= earlyHitMs)
    this.#earlyHits = this.#earlyHits.filter((hit) => hit.weapon !== weapon)
    return kept.map(({ target }) => target)
  }
}
