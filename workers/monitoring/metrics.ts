// The table of the metrics of `/api/metrics`. Rooms with players, problems or recent activity have samples of their
// own. Other rooms count only in sums, so ten thousand sleeping rooms take a few lines. A test checks the dashboard and
// the alerts in deploy/ against this table.
import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { RoomStats } from '../../durable-objects/model/site-stats.ts'
import type { Metric } from './prometheus-text.ts'
import { metricsByRoom, type SiteHealth } from './site-health.ts'

/** Maximum number of rooms with their own samples. */
const maxDetailedRooms = 1000

/** The values from which `siteMetrics` computes its metrics. */
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

const gauge = { type: 'gauge' } as const
const roomLabels = ['game', 'room'] as const
const sidecarLabels = ['sidecar'] as const

/** A counter with a sample for each detailed room. The counter restarts at 0 with the room's instance. */
function instanceCounter(
  name: string,
  help: string,
  read: (metrics: RoomMetrics) => number,
): Metric<MetricsInput> {
  return {
    name: `packetboat_room_${name}_total`,
    type: 'counter',
    help,
    labels: roomLabels,
    *samples({ detailedRooms, roomMetrics }) {
      for (const { game, room } of detailedRooms) {
        const known = roomMetrics.get(`${game}/${room}`)
        if (known) yield [[game, room], read(known)]
      }
    },
  }
}

function roomGauge(
  name: string,
  help: string,
  read: (room: RoomStats) => number | undefined,
): Metric<MetricsInput> {
  return {
    ...{ name: `packetboat_room_${name}`, ...gauge, help, labels: roomLabels },
    *samples({ detailedRooms }) {
      for (const room of detailedRooms) {
        const figure = read(room)
        if (figure !== undefined) yield [[room.game, room.room], figure]
      }
    },
  }
}

export const siteMetrics: readonly Metric<MetricsInput>[] = [
  {
    ...{
      name: 'packetboat_info',
      ...gauge,
      help: 'Always 1, with the version of the site',
      labels: ['version'],
    },
    samples: ({ version }) => [[[version], 1]],
  },
  {
    ...{ name: 'packetboat_rooms', ...gauge, help: 'Number of rooms', labels: ['game', 'status'] },
    samples: ({ stats }) => stats.sums.map(({ game, status, rooms }) => [[game, status], rooms]),
  },
  {
    ...{ name: 'packetboat_players', ...gauge, help: 'Players in all rooms of a game', labels: ['game'] },
    *samples({ stats: { sums } }) {
      for (const game of new Set(sums.map((sum) => sum.game)))
        yield [[game], sums.filter((sum) => sum.game === game).reduce((all, { players }) => all + players, 0)]
    },
  },
  {
    ...{
      name: 'packetboat_rooms_summed',
      ...gauge,
      help: 'Rooms without samples of their own, counted only in the sums',
      labels: [],
    },
    samples: ({ stats, detailedRooms }) => [
      [[], stats.sums.reduce((all, { rooms }) => all + rooms, 0) - detailedRooms.length],
    ],
  },
  {
    ...{
      name: 'packetboat_directory_answer_seconds',
      ...gauge,
      help: 'Response time of the Directory',
      labels: [],
    },
    samples: ({ directoryMs }) => [[[], directoryMs / 1000]],
  },
  {
    name: 'packetboat_sidecar_connected',
    ...gauge,
    help: '1 while the sidecar is connected, 0 for a week afterwards',
    labels: sidecarLabels,
    samples: ({ stats }) =>
      stats.sidecars.map(({ id, advertise }) => [[id], Number(advertise !== undefined)]),
  },
  {
    name: 'packetboat_sidecar_heard_timestamp_seconds',
    ...gauge,
    help: 'Time of the last message from the sidecar',
    labels: sidecarLabels,
    samples: ({ stats }) => stats.sidecars.map(({ id, heard }) => [[id], heard / 1000]),
  },
  {
    ...{
      name: 'packetboat_sidecar_rooms',
      ...gauge,
      help: 'Rooms that the sidecar serves',
      labels: sidecarLabels,
    },
    samples: ({ stats }) => stats.sidecars.map(({ id, rooms }) => [[id], rooms]),
  },
  roomGauge('players', 'Players in the room', ({ players }) => players),
  roomGauge('capacity', 'Maximum number of players in the room', ({ capacity }) => capacity),
  roomGauge('open', '1 while the room accepts new players', ({ status }) => Number(status === 'open')),
  {
    name: 'packetboat_room_trouble_timestamp_seconds',
    ...gauge,
    help: 'Start of a repeated failure in the room',
    labels: [...roomLabels, 'what'],
    *samples({ detailedRooms }) {
      for (const { game, room, trouble } of detailedRooms)
        if (trouble) yield [[game, room, trouble.what], Date.parse(trouble.since) / 1000]
    },
  },
  {
    name: 'packetboat_room_answers',
    ...gauge,
    help: '1 if the active room responded',
    labels: roomLabels,
    samples: ({ pings }) =>
      pings.map(({ name, metrics }) => [name.split('/'), Number(metrics !== undefined)]),
  },
  {
    name: 'packetboat_room_answer_seconds',
    ...gauge,
    help: 'Response time of the room',
    labels: roomLabels,
    samples: ({ pings }) => pings.map(({ name, milliseconds }) => [name.split('/'), milliseconds / 1000]),
  },
  {
    name: 'packetboat_room_began_timestamp_seconds',
    ...gauge,
    help: "Start of the room's instance, and of its counters",
    labels: roomLabels,
    *samples({ detailedRooms, roomMetrics }) {
      for (const { game, room } of detailedRooms) {
        const known = roomMetrics.get(`${game}/${room}`)
        if (known) yield [[game, room], known.since / 1000]
      }
    },
  },
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
