// A link is created for the room's first client, and ends when it has been unused for some time.
import { randomBytes } from 'node:crypto'
import type { Assignment } from '../../wire/link/control-messages.ts'
import type { Hello } from '../../wire/link/link-codec.ts'
import { isLoopbackHost } from '../../wire/net/ip-address.ts'
import type { SidecarSettings } from '../config/settings.ts'
import { LatencyHistograms } from '../monitoring/latency-histograms.ts'
import type { ChannelStats } from '../monitoring/metrics.ts'
import {
  limitMemory,
  type MemoryHolder,
  type ProcessMemory,
  processMemory,
} from '../sessions/memory-limiter.ts'
import type { SessionHandle, TransportClient } from '../sessions/session.ts'
import { createRoomLog, type Logger } from '../util/log.ts'
import { nodeClock } from '../util/node-clock.ts'
import { openSocket } from './open-socket.ts'
import { RoomChannel } from './room-channel.ts'

/** Milliseconds for which frames wait to share a message, because each message wakes the room and is billed. */
const flushMs = 4
/** Interval at which the memory of all sessions is checked. In this time a fast network can deliver some 10 MiB. */
const memoryCheckMs = 100

export interface SessionRouter {
  open(room: Assignment, client: TransportClient): SessionHandle
  drop(name: string): void
  drain(): Promise<void>
  stats(): Iterable<ChannelStats>
}

export class RoomChannels implements SessionRouter {
  readonly #settings: SidecarSettings
  readonly #log: Logger
  readonly #latencies: LatencyHistograms
  readonly #hello: Hello
  readonly #channels = new Map<string, RoomChannel>()
  readonly #memory: ProcessMemory
  #memoryTimer: NodeJS.Timeout | undefined

  constructor(
    settings: SidecarSettings,
    log: Logger,
    latencies = new LatencyHistograms(),
    memory = processMemory(),
  ) {
    this.#settings = settings
    this.#memory = memory
    this.#latencies = latencies
    this.#log = log
    this.#hello = { sidecar: settings.id, process: randomBytes(16).toString('hex') }
  }

  open(room: Assignment, client: TransportClient): SessionHandle {
    const channel = this.#channels.get(room.name) ?? this.#createChannel(room)
    channel.settings.windowBytes = room.windowBytes
    channel.settings.ticks = room.ticks
    channel.settings.idleMs = room.idleMs
    return channel.open(client)
  }

  /** Ends the link of a room that this sidecar no longer serves. */
  drop(name: string): void {
    this.#channels.get(name)?.end(1000, 'this sidecar no longer serves the room')
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#channels.values()].map((channel) => channel.drain()))
  }

  *stats(): Iterable<ChannelStats> {
    for (const [name, channel] of this.#channels) {
      yield {
        name,
        connected: channel.live,
        sessions: channel.sessions,
        reconnects: channel.counts.dials - 1,
        resumes: channel.counts.resumes,
        unacknowledgedBytes: channel.unacknowledgedBytes,
      }
    }
  }

  #createChannel({ name, windowBytes, ticks, idleMs }: Assignment): RoomChannel {
    const { upstream, hasSpace } = this.#settings
    const log = createRoomLog(this.#log, name)
    const channel: RoomChannel = new RoomChannel({
      name,
      hello: this.#hello,
      clock: nodeClock,
      random: Math.random,
      channelCount: () => this.#channels.size,
      newToken: () => randomBytes(16).toString('hex'),
      dial: (events) => openSocket(channelUrl(upstream, name), this.#settings, events),
      ...(hasSpace && { hasSpace }),
      flushMs,
      isNearby: isLoopbackHost(upstream.hostname),
      windowBytes,
      ticks,
      idleMs,
      latencies: this.#latencies.forRoom(name),
      onEnded: () => {
        if (this.#channels.get(name) === channel) this.#channels.delete(name)
        if (this.#channels.size > 0) return
        clearInterval(this.#memoryTimer)
        this.#memoryTimer = undefined
      },
      log: (level, event, fields) => log[level](fields ?? {}, event),
    })
    this.#channels.set(name, channel)
    this.#memoryTimer ??= setInterval(
      () => limitMemory(this.#memory, () => this.#memoryHolders(), this.#log),
      memoryCheckMs,
    ).unref()
    return channel
  }

  *#memoryHolders(): Iterable<MemoryHolder> {
    for (const channel of this.#channels.values()) yield* channel.memoryHolders()
  }
}

function channelUrl(upstream: URL, name: string): URL {
  const url = new URL(upstream)
  url.protocol = upstream.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = `${upstream.pathname.replace(/\/$/, '')}/${name}/link`
  return url
}
