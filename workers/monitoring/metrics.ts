// Each room with players, problems or recent activity has its own samples. Other rooms are only part of sums, so ten
// thousand sleeping rooms take a few lines. A test checks the dashboard and the alerts in deploy/ against this table.
import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { RoomStats } from '../../durable-objects/model/site-stats.ts'
import type { Metric } from './prometheus-text.ts'
import { metricsByRoom, type SiteHealth } from './site-health.ts'

const maxDetailedRooms = 1000

export interface MetricsInput extends SiteHealth {
  readonly version: string
  readonly detailedRooms: readonly RoomStats[]
  readonly roomMetrics: ReadonlyMap<string, RoomMetrics>
}

export function toMetricsInput(health: SiteHealth, version: string): MetricsInput {
  return {
    ...health,
    version,
    detailedRooms: health.stats.rooms.slice(0, maxDetailedRooms),
    roomMetrics: metricsByRoom(health),
  }
}

const roomLabels = ['game', 'room'] as const
const sidecarLabels = ['sidecar'] as const

type SiteMetric = Metric<MetricsInput>

function gauge(
  name: string,
  help: string,
  labels: readonly string[],
  samples: SiteMetric['samples'],
): SiteMetric {
  return { name: `packetboat_${name}`, type: 'gauge', help, labels, samples }
}

function roomGauge(name: string, help: string, read: (room: RoomStats) => number | undefined): SiteMetric {
  return gauge(`room_${name}`, help, roomLabels, function* ({ detailedRooms }) {
    for (const room of detailedRooms) {
      const figure = read(room)
      if (figure !== undefined) yield [[room.game, room.room], figure]
    }
  })
}

function instanceGauge(name: string, help: string, read: (metrics: RoomMetrics) => number): SiteMetric {
  return gauge(`room_${name}`, help, roomLabels, function* ({ detailedRooms, roomMetrics }) {
    for (const { game, room } of detailedRooms) {
      const known = roomMetrics.get(`${game}/${room}`)
      if (known) yield [[game, room], read(known)]
    }
  })
}

/** A new instance of the room starts the counter at 0. */
function instanceCounter(name: string, help: string, read: (metrics: RoomMetrics) => number): SiteMetric {
  return { ...instanceGauge(`${name}_total`, help, read), type: 'counter' }
}

export const siteMetrics: readonly SiteMetric[] = [
  gauge('info', 'Always 1, with the version of the site', ['version'], ({ version }) => [[[version], 1]]),
  gauge('rooms', 'Number of rooms', ['game', 'status'], ({ stats }) =>
    stats.sums.map(({ game, status, rooms }) => [[game, status], rooms]),
  ),
  gauge('players', 'Players in all rooms of a game', ['game'], function* ({ stats: { sums } }) {
    for (const game of new Set(sums.map((sum) => sum.game)))
      yield [[game], sums.filter((sum) => sum.game === game).reduce((all, { players }) => all + players, 0)]
  }),
  gauge(
    'rooms_summed',
    'Rooms without their own samples, which are included only in the sums',
    [],
    ({ stats, detailedRooms }) => [
      [[], stats.sums.reduce((all, { rooms }) => all + rooms, 0) - detailedRooms.length],
    ],
  ),
  gauge('directory_answer_seconds', 'Response time of the Directory', [], ({ directoryMs }) => [
    [[], directoryMs / 1000],
  ]),
  gauge(
    'sidecar_connected',
    '1 while the sidecar is connected, 0 for a week after it disconnects',
    sidecarLabels,
    ({ stats }) => stats.sidecars.map(({ id, advertise }) => [[id], Number(advertise !== undefined)]),
  ),
  gauge(
    'sidecar_heard_timestamp_seconds',
    'Time of the last message from the sidecar',
    sidecarLabels,
    ({ stats }) => stats.sidecars.map(({ id, heard }) => [[id], heard / 1000]),
  ),
  gauge('sidecar_rooms', 'Rooms that the sidecar serves', sidecarLabels, ({ stats }) =>
    stats.sidecars.map(({ id, rooms }) => [[id], rooms]),
  ),
  roomGauge('players', 'Players in the room', ({ players }) => players),
  roomGauge('capacity', 'Maximum number of players in the room', ({ capacity }) => capacity),
  roomGauge('open', '1 while the room accepts new players', ({ status }) => Number(status === 'open')),
  gauge(
    'room_trouble_timestamp_seconds',
    'Start of a repeated failure in the room',
    [...roomLabels, 'what'],
    function* ({ detailedRooms }) {
      for (const { game, room, trouble } of detailedRooms)
        if (trouble) yield [[game, room, trouble.what], Date.parse(trouble.since) / 1000]
    },
  ),
  gauge('room_answers', '1 if the active room responded', roomLabels, ({ pings }) =>
    pings.map(({ name, metrics }) => [name.split('/'), Number(metrics !== undefined)]),
  ),
  gauge('room_answer_seconds', 'Response time of the room', roomLabels, ({ pings }) =>
    pings.map(({ name, milliseconds }) => [name.split('/'), milliseconds / 1000]),
  ),
  instanceGauge(
    'began_timestamp_seconds',
    "Start of the room's instance, and of its counters",
    ({ since }) => since / 1000,
  ),
  instanceCounter('turns', 'Events that the world processed', ({ turns }) => turns),
  instanceCounter(
    'turn_seconds',
    'Processing time of events; 0 on Cloudflare, where the clock stops during an event',
    ({ turnMs }) => turnMs / 1000,
  ),
  instanceCounter('turn_steps', 'Cost of events in steps of about 0.25 µs', ({ steps }) => steps),
  instanceCounter('commits', 'Events that wrote records', ({ commits }) => commits),
  instanceCounter('rows_read', 'Rows read', ({ rowsRead }) => rowsRead),
  instanceCounter('rows_written', 'Rows written', ({ rowsWritten }) => rowsWritten),
  instanceCounter('output_bytes', 'Bytes sent to players', ({ outputBytes }) => outputBytes),
  instanceCounter(
    'overruns',
    'Ticks that the room dropped because it was too busy to catch up',
    ({ overruns }) => overruns,
  ),
  instanceCounter('faults', 'Events that failed because of a bug', ({ faults }) => faults),
]
