// [DM-5.5] Every phase ends by time except waiting, which ends when two players are connected. So a match never hangs
// when players join or leave.

export type MatchPhase = 'waiting' | 'countdown' | 'running' | 'pause'

export type MatchStep =
  | { readonly kind: 'starts in' | 'ends in' | 'pause'; readonly seconds: number }
  /**
   * `aborted`: the countdown ended early. `stopped`: the match ended early. `too few`: not enough players for another
   * match.
   */
  | { readonly kind: 'start' | 'end' | 'aborted' | 'stopped' | 'next map' | 'too few' }

/** `expectedBack`: players who are expected back after a restart. */
export interface PlayerCounts {
  readonly connected: number
  readonly expectedBack: number
}

export interface MatchTimes {
  readonly matchSeconds: number
  readonly pauseSeconds: number
}

/**
 * `until`: when the phase ends, in milliseconds since 1970. `announcedSecond`: the last announced second of the phase's
 * countdown.
 */
export interface MatchState {
  readonly phase: MatchPhase
  readonly until: number
  readonly announcedSecond: number
}

const minPlayers = 2
/** The last seconds before the start and before the end of a match, which are announced. */
const announcedSeconds = 5

export class Match {
  #state: MatchState

  constructor(state: MatchState = waitingState()) {
    this.#state = state
  }

  get state(): MatchState {
    return this.#state
  }

  get phase(): MatchPhase {
    return this.#state.phase
  }

  /** [DM-5.8] Seconds until the next match starts or the current one ends, -1 while the room waits for players. */
  timeLeft(now: number): { readonly kind: 'starts' | 'ends'; readonly seconds: number } {
    const { phase, until } = this.#state
    if (phase === 'waiting') return { kind: 'starts', seconds: -1 }
    // In a room that has just opened, the phase may have ended already, because no tick has run yet.
    const seconds = Math.max(1, Math.ceil((until - now) / 1000))
    if (phase === 'running') return { kind: 'ends', seconds }
    return { kind: 'starts', seconds: phase === 'pause' ? seconds + announcedSeconds : seconds }
  }

  tick(now: number, players: PlayerCounts, times: MatchTimes): readonly MatchStep[] {
    const steps: MatchStep[] = []
    // Several phases may end in one tick if the tick is late or the pause is 0. At most one full cycle of four phases
    // runs in a tick.
    for (let phases = 0; phases < 4; phases++) {
      const before = this.#state
      steps.push(...this.#advancePhase(now, players, times))
      if (this.#state.phase === before.phase) break
    }
    return steps
  }

  /** Absent players keep a match alive, but do not start a countdown, because they may not return. */
  #advancePhase(now: number, { connected, expectedBack }: PlayerCounts, times: MatchTimes): MatchStep[] {
    const enough = connected + expectedBack >= minPlayers
    const enoughToBegin = connected >= minPlayers
    switch (this.#state.phase) {
      case 'waiting':
        return enoughToBegin ? this.#enterPhase('countdown', now, announcedSeconds) : []
      case 'countdown':
        if (!enough) return [...this.#enterWaiting(), { kind: 'aborted' }]
        if (now < this.#state.until) return this.#announce('starts in', now)
        return [...this.#enterPhase('running', now, times.matchSeconds), { kind: 'start' }]
      case 'running':
        if (!enough) return [...this.#enterWaiting(), { kind: 'stopped' }]
        if (now < this.#state.until) return this.#announce('ends in', now)
        return [
          ...this.#enterPhase('pause', now, times.pauseSeconds),
          { kind: 'end' },
          { kind: 'pause', seconds: times.pauseSeconds },
        ]
      case 'pause':
        // An empty room does not tick, so its pause ends at once. Otherwise the pause would last until a player joins.
        if (connected + expectedBack > 0 && now < this.#state.until) return []
        if (enoughToBegin)
          return [...this.#enterPhase('countdown', now, announcedSeconds), { kind: 'next map' }]
        return [...this.#enterWaiting(), { kind: 'next map' }, { kind: 'too few' }]
    }
  }

  #enterPhase(phase: MatchPhase, now: number, seconds: number): MatchStep[] {
    this.#state = { phase, until: now + seconds * 1000, announcedSecond: announcedSeconds + 1 }
    return []
  }

  #enterWaiting(): MatchStep[] {
    this.#state = waitingState()
    return []
  }

  /** Announces each second of the countdown once. Seconds missed by a late tick are skipped. */
  #announce(kind: 'starts in' | 'ends in', now: number): MatchStep[] {
    const seconds = Math.ceil((this.#state.until - now) / 1000)
    if (seconds >= this.#state.announcedSecond) return []
    this.#state = { ...this.#state, announcedSecond: seconds }
    return [{ kind, seconds }]
  }
}

function waitingState(): MatchState {
  return { phase: 'waiting', until: 0, announcedSecond: 0 }
}
