// Recording a latency takes 0.6 µs, and relaying a packet takes 14 to 20 µs (bench/README.md). To limit the overhead,
// latencies are recorded per message instead of per frame, and only for some writes.
import { Histogram, type Registry } from 'prom-client'
import type { Clock } from '../../wire/util/clock.ts'

/**
 * Seconds. The buckets suit a Worker on the same machine as well as a hibernating room on the other side of the world.
 */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const writeSampleInterval = 16

/** Latencies of one game, in milliseconds. */
export interface GameLatencies {
  recordRoundTrip(ms: number): void
  recordQueueTime(ms: number): void
  recordWriteTime(ms: number): void
}

export class LatencyHistograms {
  readonly #histograms = [
    new Histogram({
      name: 'packetboat_room_round_trip_seconds',
      help: "Time from a client's frame to the room's acknowledgement, except for datagrams",
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
    new Histogram({
      name: 'packetboat_queue_seconds',
      help: 'Time that the first frame of a message to the room waited to be sent',
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
    new Histogram({
      name: 'packetboat_write_seconds',
      help: `Duration of a write to a client; one of ${writeSampleInterval} writes is measured`,
      ...{ labelNames: ['game'] as const, buckets, registers: [] },
    }),
  ] as const

  register(registry: Registry): void {
    for (const histogram of this.#histograms) registry.registerMetric(histogram)
  }

  /** `name`: `game/room`. */
  forRoom(name: string): GameLatencies {
    const game = name.split('/')[0]!
    const [roundTrip, queueTime, writeTime] = this.#histograms.map((histogram) => histogram.labels({ game }))
    return {
      recordRoundTrip: (ms) => roundTrip!.observe(ms / 1000),
      recordQueueTime: (ms) => queueTime!.observe(ms / 1000),
      recordWriteTime: (ms) => writeTime!.observe(ms / 1000),
    }
  }
}

/** Measures the latencies of one link without messages of its own, because the room acknowledges frames anyway. */
export class ChannelLatency {
  readonly #clock: Clock
  readonly #latencies: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'> | undefined
  /** When the oldest unsent frame arrived. */
  #firstQueuedAt: number | undefined

  constructor(
    clock: Clock,
    latencies: Pick<GameLatencies, 'recordRoundTrip' | 'recordQueueTime'> | undefined,
  ) {
    this.#clock = clock
    this.#latencies = latencies
  }

  /** Records that a frame has arrived, and returns the current time. */
  frameReceived(): number {
    const now = this.#clock.now()
    this.#firstQueuedAt ??= now
    return now
  }

  messageSent(): void {
    if (this.#firstQueuedAt !== undefined)
      this.#latencies?.recordQueueTime(this.#clock.now() - this.#firstQueuedAt)
    this.#firstQueuedAt = undefined
  }

  frameAcknowledged(receivedAt: number): void {
    this.#latencies?.recordRoundTrip(this.#clock.now() - receivedAt)
  }
}

export class WriteLatency {
  readonly #clock: Clock
  readonly #latencies: Pick<GameLatencies, 'recordWriteTime'>
  #writes = 0

  constructor(clock: Clock, latencies: Pick<GameLatencies, 'recordWriteTime'>) {
    this.#clock = clock
    this.#latencies = latencies
  }

  /** Returns a function to call when the write is complete; undefined if this write is not timed. */
  startTimer(): (() => void) | undefined {
    if (this.#writes++ % writeSampleInterval !== 0) return undefined
    const startedAt = this.#clock.now()
    return () => this.#latencies.recordWriteTime(this.#clock.now() - startedAt)
  }
}
