// [DM-5.5] The course of matches: waiting, countdown, running, pause, and around again. Every phase ends by its time,
// but waiting, which ends when two players are in: so no match hangs, whoever comes and goes.

export type Phase = 'waiting' | 'countdown' | 'running' | 'pause'

/** What happens at a tick, in order. */
export type Step =
  | { readonly kind: 'starts in' | 'ends in' | 'pause'; readonly seconds: number }
  /** `aborted`: the countdown; `broken off`: the match; `too few`: for another one. */
  | { readonly kind: 'start' | 'end' | 'aborted' | 'broken off' | 'next map' | 'too few' }

export interface MatchTimes {
  readonly matchSeconds: number
  readonly pauseSeconds: number
}

/** `until`: when the phase ends, in ms since 1970; `told`: the second before that which was announced last. */
export interface MatchState {
  readonly phase: Phase
  readonly until: number
  readonly told: number
}

const fewest = 2
/** Before the start as before the end. */
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

  /** Goes on to where it has to be with so many players at this time. */
  tick(now: number, players: number, times: MatchTimes): readonly Step[] {
    const steps: Step[] = []
    // Several phases may end in one tick, when the tick is late or the pause has no length; once around is enough.
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
        // A pause of which nobody sees the end would stand until somebody comes: an empty room does not tick.
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

  /** Each of the last seconds once; those that a late tick has missed are not made up for. */
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
