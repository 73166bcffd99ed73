// [DM-4.1] [DM-4.2] What one player has fired lately, and whom that has hit.
import { Rate } from '../../shared/rate.ts'
import { weapons } from './weapons.ts'

/** Clients may fire so much faster than the rule: their clocks run fast. */
const leniency = 1.05
/** Shots that may come at once, when the link has held one back. */
const burst = 2
/** [DM-4.1] Milliseconds at least from a shot to one of another weapon: nobody's hand is faster. */
const changeMs = 300
/** Milliseconds after a shot in which its hits count; of a slow weapon they count until it can fire again. */
const hitMs = 300
/** Milliseconds that a hit waits for a shot that it has overtaken: two slots. */
const earlyMs = 68
/** Hits of one player that wait for their shots. */
const mostEarly = 32

interface Hit {
  readonly weapon: number
  readonly target: number
  readonly at: number
}

export class Arms {
  readonly #rates = weapons.map(({ perSecond }) => new Rate(perSecond * leniency, burst))
  /** By weapon: the newest shot, and whom it has hit by now. */
  readonly #shots: ({ readonly at: number; readonly hit: Set<number> } | undefined)[] = []
  /** The newest shot of all. */
  #hand: { readonly weapon: number; readonly at: number } | undefined
  #early: Hit[] = []

  /**
   * Whether a shot counts; if it does, it is kept as the newest. One within half of its weapon's interval is the last
   * one, repeated by the network, or too fast; before one of another weapon there must have been time to change.
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

  /** Whether the weapon's newest shot can have hit this one: it hits nobody twice, but goes on to others behind. */
  hits(weapon: number, target: number, now: number): boolean {
    const kind = weapons[weapon]
    const shot = this.#shots[weapon]
    if (!kind || !shot || shot.hit.has(target)) return false
    if (now - shot.at > Math.max(hitMs, 1000 / kind.perSecond)) return false
    shot.hit.add(target)
    return true
  }

  /** Keeps a hit that has no shot yet: of two datagrams the second may come first. */
  keep(weapon: number, target: number, now: number): void {
    this.#early = this.#early.filter(({ at }) => now - at <= earlyMs)
    if (this.#early.length < mostEarly) this.#early.push({ weapon, target, at: now })
  }

  /** Takes the targets of the hits that were kept for this weapon. */
  kept(weapon: number, now: number): readonly number[] {
    const kept = this.#early.filter((hit) => hit.weapon === weapon && now - hit.at <= earlyMs)
    this.#early = this.#early.filter((hit) => hit.weapon !== weapon)
    return kept.map(({ target }) => target)
  }
}
