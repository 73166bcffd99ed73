// The metrics of `/api/metrics`, as a table. Rooms with players, problems or recent activity have their own samples;
// the others are sums, so ten thousand sleeping rooms are a few lines. deploy/ has a dashboard and alerts, which a
// test checks against this table.
import type { Figures } from '../../durable-objects/figures.ts'
import type { SurveyedRoom } from '../../durable-objects/survey.ts'
import type { Metric } from './exposition.ts'
import { figuresByRoom, type Surveyed } from './surveyed.ts'

/** Maximum number of rooms with their own samples. */
const mostRooms = 1000

/** The input of the table. */
export interface Measured extends Surveyed {
  readonly version: string
  readonly told: readonly SurveyedRoom[]
  readonly figures: ReadonlyMap<string, Figures>
}

export function measured(surveyed: Surveyed, version: string): Measured {
  return {
    ...surveyed,
    version,
    told: surveyed.survey.rooms.slice(0, mostRooms),
    figures: figuresByRoom(surveyed),
  }
}

const gauge = { type: 'gauge' } as const
const byRoom = ['game', 'room'] as const
const bySidecar = ['sidecar'] as const

/** A counter of every room's instance; it restarts at 0 with the instance. */
function ofInstances(name: string, help: string, read: (figures: Figures) => number): Metric<Measured> {
  return {
    name: `packetboat_room_${name}_total`,
    type: 'counter',
    help,
    labels: byRoom,
    *samples({ told, figures }) {
      for (const { game, room } of told) {
        const known = figures.get(`${game}/${room}`)
        if (known) yield [[game, room], read(known)]
      }
    },
  }
}

function ofRooms(
  name: string,
  help: string,
  read: (room: SurveyedRoom) => number | undefined,
): Metric<Measured> {
  return {
    ...{ name: `packetboat_room_${name}`, ...gauge, help, labels: byRoom },
    *samples({ told }) {
      for (const one of told) {
        const figure = read(one)
        if (figure !== undefined) yield [[one.game, one.room], figure]
      }
    },
  }
}

export const metrics: readonly Metric<Measured>[] = [
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
    ...{ name: 'packetboat_rooms', ...gauge, help: 'Rooms there are', labels: ['game', 'status'] },
    samples: ({ survey }) => survey.sums.map(({ game, status, rooms }) => [[game, status], rooms]),
  },
  {
    ...{ name: 'packetboat_players', ...gauge, help: 'Players in all rooms of a game', labels: ['game'] },
    *samples({ survey: { sums } }) {
      for (const game of new Set(sums.map((sum) => sum.game)))
        yield [[game], sums.filter((sum) => sum.game === game).reduce((all, { players }) => all + players, 0)]
    },
  },
  {
    ...{ name: 'packetboat_rooms_summed', ...gauge, help: 'Rooms that are in the sums alone', labels: [] },
    samples: ({ survey, told }) => [
      [[], survey.sums.reduce((all, { rooms }) => all + rooms, 0) - told.length],
    ],
  },
  {
    ...{
      name: 'packetboat_directory_answer_seconds',
      ...gauge,
      help: 'Until the Directory answered',
      labels: [],
    },
    samples: ({ directoryMs }) => [[[], directoryMs / 1000]],
  },
  {
    name: 'packetboat_sidecar_connected',
    ...gauge,
    help: '1 while the sidecar is connected, 0 for a week afterwards',
    labels: bySidecar,
    samples: ({ survey }) =>
      survey.sidecars.map(({ id, advertise }) => [[id], Number(advertise !== undefined)]),
  },
  {
    name: 'packetboat_sidecar_heard_timestamp_seconds',
    ...gauge,
    help: 'When the sidecar was last heard of',
    labels: bySidecar,
    samples: ({ survey }) => survey.sidecars.map(({ id, heard }) => [[id], heard / 1000]),
  },
  {
    ...{
      name: 'packetboat_sidecar_rooms',
      ...gauge,
      help: 'Rooms that the sidecar carries',
      labels: bySidecar,
    },
    samples: ({ survey }) => survey.sidecars.map(({ id, rooms }) => [[id], rooms]),
  },
  ofRooms('players', 'Players in the room', ({ players }) => players),
  ofRooms('capacity', 'Players that the room has places for', ({ capacity }) => capacity),
  ofRooms('open', '1 while newcomers are let in', ({ status }) => Number(status === 'open')),
  {
    name: 'packetboat_room_trouble_timestamp_seconds',
    ...gauge,
    help: 'Since when something fails in the room again and again',
    labels: [...byRoom, 'what'],
    *samples({ told }) {
      for (const { game, room, trouble } of told)
        if (trouble) yield [[game, room, trouble.what], Date.parse(trouble.since) / 1000]
    },
  },
  {
    name: 'packetboat_room_answers',
    ...gauge,
    help: '1 if the room, being awake, answered just now',
    labels: byRoom,
    samples: ({ answers }) =>
      answers.map(({ name, figures }) => [name.split('/'), Number(figures !== undefined)]),
  },
  {
    name: 'packetboat_room_answer_seconds',
    ...gauge,
    help: 'Until the room answered',
    labels: byRoom,
    samples: ({ answers }) => answers.map(({ name, milliseconds }) => [name.split('/'), milliseconds / 1000]),
  },
  {
    name: 'packetboat_room_began_timestamp_seconds',
    ...gauge,
    help: "When the room's instance began, which counts what follows",
    labels: byRoom,
    *samples({ told, figures }) {
      for (const { game, room } of told) {
        const known = figures.get(`${game}/${room}`)
        if (known) yield [[game, room], known.since / 1000]
      }
    },
  },
  ofInstances('turns', 'Turns of the world', ({ turns }) => turns),
  ofInstances(
    'turn_seconds',
    'Time that turns took; 0 on Cloudflare, whose clock stands still in the middle of one',
    ({ turnMs }) => turnMs / 1000,
  ),
  ofInstances('turn_steps', 'What turns cost in steps of some 0.25 µs', ({ steps }) => steps),
  ofInstances('commits', 'Turns that wrote something', ({ commits }) => commits),
  ofInstances('rows_read', 'Rows read', ({ rowsRead }) => rowsRead),
  ofInstances('rows_written', 'Rows written', ({ rowsWritten }) => rowsWritten),
  ofInstances('output_bytes', 'Bytes for players', ({ outputBytes }) => outputBytes),
  ofInstances('overruns', 'Ticks dropped by a room too busy to catch up', ({ overruns }) => overruns),
  ofInstances('faults', 'Turns that failed by our own fault', ({ faults }) => faults),
]
