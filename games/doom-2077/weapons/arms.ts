// [DM-4.1] [DM-4.2] A player's recent shots and their hits.
import { TokenBucket } from '../../shared/token-bucket.ts'
import { weapons } from './weapons.ts'

/** Clients may fire this much faster than the rule, because their clocks may run fast. */
const leniency = 1.05
/** Shots that may arrive at once after a delay. */
const burst = 2
/** [DM-4.1] Minimum milliseconds between shots of two weapons. */
const changeMs = 300
/** Milliseconds after a shot for which its hits count; for a slow weapon, until it can fire again. */
const hitMs = 300
/** Milliseconds that a hit waits for a shot that it has overtaken: two slots. */
const earlyMs = 68
/** Maximum waiting hits per player. */
const mostEarly = 32

interface Hit {
  readonly weapon: number
  readonly target: number
  readonly at: number
}

export class Arms {
  readonly #rates = weapons.map(({ perSecond }) => new TokenBucket(perSecond * leniency, burst))
  /** By weapon: the newest shot, and whom it has hit so far. */
  readonly #shots: ({ readonly at: number; readonly hit: Set<number> } | undefined)[] = []
  /** The newest shot of any weapon. */
  #hand: { readonly weapon: number; readonly at: number } | undefined
  #early: Hit[] = []

  /**
   * Records a shot and returns true if it counts. A shot within half the weapon's interval is a network duplicate or
   * too fast; after a shot of another weapon there must have been time to switch.
   */
  fire(weapon: number, now: number): boolean {
    const kind = weapons[weapon]
    if (!kind) return false
    const last = this.#shots[weapon]
    if (last && now - last.at < 500 / kind.perSecond) return false
    if (this.#holdsAnother(weapon, now)) return false
    if (!this.#rates[weapon]!.take(now)) return false
    this.#shots[weapon] = { at: now, hit: new Set() }
    this.#hand = { weapon, at: now }
    return true
  }

  #holdsAnother(weapon: number, now: number): boolean {
    const hand = this.#hand
    if (!hand || hand.weapon === weapon) return false
    return now - hand.at < Math.max(changeMs, 500 / weapons[hand.weapon]!.perSecond)
  }

  /** Whether the weapon's newest shot can have hit this target. A shot hits nobody twice but may hit several. */
  hits(weapon: number, target: number, now: number): boolean {
    const kind = weapons[weapon]
    const shot = this.#shots[weapon]
    if (!kind || !shot || shot.hit.has(target)) return false
    if (now - shot.at > Math.max(hitMs, 1000 / kind.perSecond)) return false
    shot.hit.add(target)
    return true
  }

  /** Keeps a hit without a shot: two datagrams may arrive in the wrong order. */
  keep(weapon: number, target: number, now: number): void {
    this.#early = this.#early.filter(({ at }) => now - at <= earlyMs)
    if (this.#early.length < mostEarly) this.#early.push({ weapon, target, at: now })
  }

  /** Takes the targets of hits kept for this weapon. */
  kept(weapon: number, now: number): readonly number[] {
    const kept = this.#early.filter((hit) => hit.weapon === weapon && now - hit.at <= earlyMs)
    this.#early = this.#early.filter((hit) => hit.weapon !== weapon)
    return kept.map(({ target }) => target)
  }
}
