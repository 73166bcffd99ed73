// [DM-4.1] [DM-4.2] What one player has fired lately, and whom that has hit.
import { Rate } from '../../shared/rate.ts'
import { weapons } from './weapons.ts'

/** Clients' clocks are no better than this. */
const leniency = 1.05
/** Shots that may follow upon each other faster, when the link was slow. */
const burst = 2
/** [DM-4.1] Milliseconds at least from a shot to one of another weapon: nobody's hand is faster. */
const changeMs = 300
/** How soon after a shot its hits come; of fast weapons the next shot comes before. */
const hitMs = 300
/** How long hits wait that have overtaken their shot: two slots. */
const earlyMs = 68
/** Of one player at a time. */
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
   * Whether a shot counts, and if so, that it was fired. One that comes in less than half its weapon's time is the
   * last one once more, or too fast; one of another weapon wants that taken in hand.
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

  /** Whether a shot of late can have hit him, which it does only once; it goes through, to others behind him. */
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

  /** The targets of what was kept for this weapon, which is over with that. */
  kept(weapon: number, now: number): readonly number[] {
    const kept = this.#early.filter((hit) => hit.weapon === weapon && now - hit.at <= earlyMs)
    this.#early = this.#early.filter((hit) => hit.weapon !== weapon)
    return kept.map(({ target }) => target)
  }
}
