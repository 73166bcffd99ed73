// Serves the metrics on loopback only.
import { createServer, type Server } from 'node:http'
import { Counter, Gauge, Registry } from 'prom-client'
import { listeningPort, startListening, stopListening } from '../util/server-port.ts'
import { Counters } from './counters.ts'
import { LatencyHistograms } from './latency-histograms.ts'

/** `reconnects` and `resumes` are counted since the link was created. */
export interface ChannelStats {
  readonly name: string
  readonly connected: boolean
  readonly sessions: number
  readonly reconnects: number
  readonly resumes: number
  /** Bytes of clients' frames that the room has not acknowledged. */
  readonly unacknowledgedBytes: number
}

/** Sources of the values that `Counters` does not contain. */
export interface MetricSources {
  isWorkerConnected(): boolean
  channels(): Iterable<ChannelStats>
}

export class Metrics {
  readonly #countersByRoom = new Map<string, Map<string, Counters>>()
  readonly #registry = new Registry()
  readonly latencies: LatencyHistograms

  constructor(sources: MetricSources, latencies = new LatencyHistograms()) {
    this.latencies = latencies
    latencies.register(this.#registry)
    this.#registerClientMetrics()
    this.#registerChannelMetrics(sources)
  }

  /** `name`: `game/room`. The counters are created on first use. */
  countersFor(name: string, transport: string): Counters {
    const roomCounters = this.#countersByRoom.get(name) ?? new Map<string, Counters>()
    this.#countersByRoom.set(name, roomCounters)
    const counters = roomCounters.get(transport) ?? new Counters()
    roomCounters.set(transport, counters)
    return counters
  }

  removeRoom(name: string): void {
    this.#countersByRoom.delete(name)
  }

  get clients(): number {
    let clients = 0
    for (const [, , counters] of this.#eachCounters()) clients += counters.clients
    return clients
  }

  get rooms(): number {
    return this.#countersByRoom.size
  }

  /** All metrics in Prometheus' text format. */
  async exposition(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  *#eachCounters(): Generator<[room: string, transport: string, counters: Counters]> {
    for (const [room, roomCounters] of this.#countersByRoom) {
      for (const [transport, counters] of roomCounters) yield [room, transport, counters]
    }
  }

  #registerClientMetrics(): void {
    const registers = [this.#registry]
    const each = () => this.#eachCounters()
    new Gauge({
      name: 'packetboat_clients',
      help: 'Clients connected',
      labelNames: ['room', 'transport'],
      registers,
      collect() {
        this.reset()
        for (const [room, transport, counters] of each()) this.set({ room, transport }, counters.clients)
      },
    })
    this.#registerCounter('packetboat_frames_total', 'Frames relayed', 'direction', (counters) => [
      ['fromClient', counters.framesFromClient],
      ['fromServer', counters.framesFromServer],
    ])
    this.#registerCounter('packetboat_bytes_total', 'Bytes of frames relayed', 'direction', (counters) => [
      ['fromClient', counters.bytesFromClient],
      ['fromServer', counters.bytesFromServer],
    ])
    this.#registerCounter(
      'packetboat_refused_total',
      'Clients rejected or closed by the sidecar',
      'reason',
      (counters) => counters.rejected,
    )
    this.#registerCounter(
      'packetboat_dropped_total',
      'Datagrams dropped',
      'reason',
      (counters) => counters.dropped,
    )
    this.#registerCounter(
      'packetboat_dispatch_total',
      'Dispatch responses',
      'answer',
      (counters) => counters.dispatchResponses,
    )
  }

  #registerCounter(
    name: string,
    help: string,
    label: 'direction' | 'reason' | 'answer',
    read: (counters: Counters) => Iterable<readonly [string, number]>,
  ): void {
    const each = () => this.#eachCounters()
    new Counter({
      name,
      help,
      labelNames: ['room', 'transport', label],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [room, transport, counters] of each()) {
          for (const [value, count] of read(counters)) this.inc({ room, transport, [label]: value }, count)
        }
      },
    })
  }

  #registerChannelMetrics({ isWorkerConnected, channels }: MetricSources): void {
    const registers = [this.#registry]
    new Gauge({
      name: 'packetboat_worker_connected',
      help: '1 while connected to the Worker',
      registers,
      collect() {
        this.set(Number(isWorkerConnected()))
      },
    })
    const gauge = (name: string, help: string, read: (channel: ChannelStats) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['room'],
        registers,
        collect() {
          this.reset()
          for (const channel of channels()) this.set({ room: channel.name }, read(channel))
        },
      })
    gauge('packetboat_link_connected', '1 while the link to the room is up', (channel) =>
      Number(channel.connected),
    )
    gauge('packetboat_link_sessions', 'Sessions on the link', (channel) => channel.sessions)
    gauge('packetboat_link_redials', 'Reconnects to the room', (channel) => channel.reconnects)
    gauge('packetboat_link_resumes', 'Sessions resumed', (channel) => channel.resumes)
    gauge(
      'packetboat_link_unacknowledged_bytes',
      'Bytes of frames that the room has not acknowledged',
      (channel) => channel.unacknowledgedBytes,
    )
  }
}

/** Listens on 127.0.0.1; port 0: any. Rejects if the port cannot be opened. */
export async function serveMetrics(
  metrics: Metrics,
  connected: () => boolean,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') {
      // The sidecar is healthy even if the Worker is unreachable, because it keeps its clients connected until the
      // Worker is reachable again.
      const health = { ok: true, connected: connected(), rooms: metrics.rooms, clients: metrics.clients }
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(health))
    } else if (path === '/metrics') {
      const { type, text } = await metrics.exposition()
      response.writeHead(200, { 'content-type': type }).end(text)
    } else response.writeHead(404).end()
  })
  await startListening(server, { host: '127.0.0.1', port })
  return { port: listeningPort(server), close: () => closeServer(server) }
}

function closeServer(server: Server): Promise<void> {
  const stopped = stopListening(server)
  server.closeAllConnections()
  return stopped
}
