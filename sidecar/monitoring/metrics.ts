// Serves the metrics: `/healthz` and Prometheus' `/metrics`, on loopback only.
import { createServer, type Server } from 'node:http'
import { Counter, Gauge, Registry } from 'prom-client'
import { listen, portOf, stopListening } from '../util/server-port.ts'
import { Counters } from './counters.ts'
import { LatencyHistograms } from './latency-histograms.ts'

/** The current state of one room's link. `redials` and `resumes` count from the first dial. */
export interface ChannelStats {
  readonly name: string
  readonly connected: boolean
  readonly sessions: number
  readonly reconnects: number
  readonly resumes: number
  /** Bytes of clients' frames that the room has not acknowledged yet. */
  readonly unacknowledgedBytes: number
}

/** Sources of the metrics that are not tallies. */
export interface MetricSources {
  isWorkerConnected(): boolean
  channels(): Iterable<ChannelStats>
}

export class Metrics {
  readonly #countersByRoom = new Map<string, Map<string, Counters>>()
  readonly #registry = new Registry()
  readonly latencies: LatencyHistograms

  constructor(gauges: MetricSources, timings = new LatencyHistograms()) {
    this.latencies = timings
    timings.register(this.#registry)
    this.#registerClientMetrics()
    this.#registerChannelMetrics(gauges)
  }

  /** The counters of room `name` (`game/room`), created on first use. */
  countersFor(name: string, transport: string): Counters {
    const ofRoom = this.#countersByRoom.get(name) ?? new Map<string, Counters>()
    this.#countersByRoom.set(name, ofRoom)
    const counters = ofRoom.get(transport) ?? new Counters()
    ofRoom.set(transport, counters)
    return counters
  }

  /** Removes the series of a room that is gone. */
  removeRoom(name: string): void {
    this.#countersByRoom.delete(name)
  }

  /** Connected clients of all rooms. */
  get clients(): number {
    let clients = 0
    for (const [, , tally] of this.#eachCounters()) clients += tally.clients
    return clients
  }

  get rooms(): number {
    return this.#countersByRoom.size
  }

  /** The exposition text and its content type. */
  async exposition(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  *#eachCounters(): Generator<[room: string, transport: string, tally: Counters]> {
    for (const [room, ofRoom] of this.#countersByRoom) {
      for (const [transport, tally] of ofRoom) yield [room, transport, tally]
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
        for (const [room, transport, tally] of each()) this.set({ room, transport }, tally.clients)
      },
    })
    this.#registerCounter('packetboat_frames_total', 'Frames relayed', 'direction', (tally) => [
      ['fromClient', tally.framesFromClient],
      ['fromServer', tally.framesFromServer],
    ])
    this.#registerCounter('packetboat_bytes_total', 'Bytes of frames relayed', 'direction', (tally) => [
      ['fromClient', tally.bytesFromClient],
      ['fromServer', tally.bytesFromServer],
    ])
    this.#registerCounter(
      'packetboat_refused_total',
      'Clients rejected or closed by the sidecar',
      'reason',
      (tally) => tally.rejected,
    )
    this.#registerCounter('packetboat_dropped_total', 'Datagrams dropped', 'reason', (tally) => tally.dropped)
    this.#registerCounter(
      'packetboat_dispatch_total',
      'Dispatch responses',
      'answer',
      (tally) => tally.dispatchResponses,
    )
  }

  #registerCounter(
    name: string,
    help: string,
    label: 'direction' | 'reason' | 'answer',
    read: (tally: Counters) => Iterable<readonly [string, number]>,
  ): void {
    const each = () => this.#eachCounters()
    new Counter({
      name,
      help,
      labelNames: ['room', 'transport', label],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [room, transport, tally] of each()) {
          for (const [value, count] of read(tally)) this.inc({ room, transport, [label]: value }, count)
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
    const gauge = (name: string, help: string, read: (link: ChannelStats) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['room'],
        registers,
        collect() {
          this.reset()
          for (const link of channels()) this.set({ room: link.name }, read(link))
        },
      })
    gauge('packetboat_link_connected', '1 while the link to the room is up', (link) => Number(link.connected))
    gauge('packetboat_link_sessions', 'Sessions on the link', (link) => link.sessions)
    gauge('packetboat_link_redials', 'Reconnects to the room', (link) => link.reconnects)
    gauge('packetboat_link_resumes', 'Sessions resumed', (link) => link.resumes)
    gauge(
      'packetboat_link_unacknowledged_bytes',
      'Bytes of frames that the room has not acknowledged',
      (link) => link.unacknowledgedBytes,
    )
  }
}

/** Serves `/healthz` and `/metrics` on 127.0.0.1; port 0: any. Rejects if the port cannot be opened. */
export async function serveMetrics(
  metrics: Metrics,
  connected: () => boolean,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') {
      // The sidecar is healthy even without the Worker: it keeps its clients connected until the Worker is back.
      const health = { ok: true, connected: connected(), rooms: metrics.rooms, clients: metrics.clients }
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(health))
    } else if (path === '/metrics') {
      const { type, text } = await metrics.exposition()
      response.writeHead(200, { 'content-type': type }).end(text)
    } else response.writeHead(404).end()
  })
  await listen(server, { host: '127.0.0.1', port })
  return { port: portOf(server), close: () => closeServer(server) }
}

function closeServer(server: Server): Promise<void> {
  const stopped = stopListening(server)
  server.closeAllConnections()
  return stopped
}
