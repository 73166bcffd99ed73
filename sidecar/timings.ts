// How long things take here, by game: histograms for Prometheus. A value costs 0.6 µs, of the 20 that a packet takes, so
// they are taken where many frames travel together, and of writes only some.
import { Histogram, type Registry } from 'prom-client'
import type { Clock } from '../wire/clock.ts'

/** Seconds: from a machine's own Worker to one at the other end of the world that has just been woken. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Of so many writes one is timed. */
const writesATime = 16

/** Of one game; all in milliseconds. */
export interface GameTimings {
  roundTrip(ms: number): void
  queued(ms: number): void
  written(ms: number): void
}

export class Timings {
  readonly #histograms = [
    new Histogram({
      name: 'packetboat_room_round_trip_seconds',
      help: "From a client's frame until the room has acknowledged it; datagrams are not acknowledged",
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
    new Histogram({
      name: 'packetboat_queue_seconds',
      help: 'How long the first frame of a message to the room waited for it to leave',
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
    new Histogram({
      name: 'packetboat_write_seconds',
      help: `Until the system had taken what was written to a client; one of ${writesATime} writes`,
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
  ] as const

  register(registry: Registry): void {
    for (const histogram of this.#histograms) registry.registerMetric(histogram)
  }

  /** `name`: of a room, whose game it is about. */
  of(name: string): GameTimings {
    const game = name.split('/')[0]!
    const [roundTrip, queued, written] = this.#histograms.map((histogram) => histogram.labels({ game }))
    return {
      roundTrip: (ms) => roundTrip!.observe(ms / 1000),
      queued: (ms) => queued!.observe(ms / 1000),
      written: (ms) => written!.observe(ms / 1000),
    }
  }
}

/** The waits of one link: what it has to say needs no message of its own, for the room acknowledges frames anyhow. */
export class LinkTimes {
  readonly #clock: Clock
  readonly #timings: Pick<GameTimings, 'roundTrip' | 'queued'> | undefined
  /** When the first frame came that has not left. */
  #waits: number | undefined

  constructor(clock: Clock, timings: Pick<GameTimings, 'roundTrip' | 'queued'> | undefined) {
    this.#clock = clock
    this.#timings = timings
  }

  /** A client's frame. What it says is when. */
  came(): number {
    const now = this.#clock.now()
    this.#waits ??= now
    return now
  }

  /** A message has left. */
  sent(): void {
    if (this.#waits !== undefined) this.#timings?.queued(this.#clock.now() - this.#waits)
    this.#waits = undefined
  }

  /** A frame that came then is acknowledged. */
  acknowledged(came: number): void {
    this.#timings?.roundTrip(this.#clock.now() - came)
  }
}

/** The writes of one door, of which some are timed. */
export class WriteTimes {
  readonly #clock: Clock
  readonly #timings: Pick<GameTimings, 'written'>
  #writes = 0

  constructor(clock: Clock, timings: Pick<GameTimings, 'written'>) {
    this.#clock = clock
    this.#timings = timings
  }

  /** To be called when what is written now has been taken; undefined: this one is not timed. */
  begin(): (() => void) | undefined {
    if (this.#writes++ % writesATime !== 0) return undefined
    const began = this.#clock.now()
    return () => this.#timings.written(this.#clock.now() - began)
  }
}
