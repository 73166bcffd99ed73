// [DM-5.5] The match cycle: waiting, countdown, running, pause. Every phase ends by time except waiting, which ends
// with two players, so a match never hangs, whoever joins or leaves.

export type Phase = 'waiting' | 'countdown' | 'running' | 'pause'

/** Steps of a tick, in order. */
export type Step =
  | { readonly kind: 'starts in' | 'ends in' | 'pause'; readonly seconds: number }
  /** `aborted`: the countdown. `broken off`: the match. `too few`: not enough players for another match. */
  | { readonly kind: 'start' | 'end' | 'aborted' | 'broken off' | 'next map' | 'too few' }

export interface MatchTimes {
  readonly matchSeconds: number
  readonly pauseSeconds: number
}

/** `until`: end of the phase, in ms since 1970. `told`: the last announced second of its countdown. */
export interface MatchState {
  readonly phase: Phase
  readonly until: number
  readonly told: number
}

const fewest = 2
/** Seconds announced before the start and before the end. */
const announced = 5

export class Match {
  #state: MatchState

  constructor(state: MatchState = waiting()) {
    this.#state = state
  }

  get state(): MatchState {
    return this.#state
  }

  get phase(): Phase {
    return this.#state.phase
  }

  /** Advances to this time with this many players. */
  tick(now: number, players: number, times: MatchTimes): readonly Step[] {
    const steps: Step[] = []
    // Several phases may end in one tick if the tick is late or the pause is 0. One full cycle is enough.
    for (let phases = 0; phases < 4; phases++) {
      const before = this.#state
      steps.push(...this.#go(now, players, times))
      if (this.#state.phase === before.phase) break
    }
    return steps
  }

  #go(now: number, players: number, times: MatchTimes): Step[] {
    const enough = players >= fewest
    switch (this.#state.phase) {
      case 'waiting':
        return enough ? this.#enter('countdown', now, announced) : []
      case 'countdown':
        if (!enough) return [...this.#wait(), { kind: 'aborted' }]
        if (now < this.#state.until) return this.#announce('starts in', now)
        return [...this.#enter('running', now, times.matchSeconds), { kind: 'start' }]
      case 'running':
        if (!enough) return [...this.#wait(), { kind: 'broken off' }]
        if (now < this.#state.until) return this.#announce('ends in', now)
        return [
          ...this.#enter('pause', now, times.pauseSeconds),
          { kind: 'end' },
          { kind: 'pause', seconds: times.pauseSeconds },
        ]
      case 'pause':
        // An empty room does not tick, so a pause that ended unseen would last until someone joins.
        if (players > 0 && now < this.#state.until) return []
        if (enough) return [...this.#enter('countdown', now, announced), { kind: 'next map' }]
        return [...this.#wait(), { kind: 'next map' }, { kind: 'too few' }]
    }
  }

  #enter(phase: Phase, now: number, seconds: number): Step[] {
    this.#state = { phase, until: now + seconds * 1000, told: announced + 1 }
    return []
  }

  #wait(): Step[] {
    this.#state = waiting()
    return []
  }

  /** Announces each of the last seconds once. Seconds missed by a late tick are skipped. */
  #announce(kind: 'starts in' | 'ends in', now: number): Step[] {
    const seconds = Math.ceil((this.#state.until - now) / 1000)
    if (seconds >= this.#state.told) return []
    this.#state = { ...this.#state, told: seconds }
    return [{ kind, seconds }]
  }
}

function waiting(): MatchState {
  return { phase: 'waiting', until: 0, told: 0 }
}
