// Crossfire (1992, Frank Tore Johansen and many others): a town, a wood and what is under it, for the clients of 1997 and
// of today.
import type { Game } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions, storedOptions } from '../shared/options/read.ts'
import { turnedAway } from '../shared/turned-away.ts'
import { found, preview } from './founding.ts'
import { framing, payloadBytes } from './framing.ts'
import { colours } from './hearing/text-kinds.ts'
import { remarkOf } from './lore/kinds/told.ts'
import { optionTable } from './options.ts'
import { fromServer } from './packets.ts'
import { consoleForms, pages } from './pages/index.ts'
import { CrossfireSession } from './session.ts'
import { sayAsHost } from './talk/host-console.ts'
import { knocks } from './talk/knock.ts'
import { CrossfireRoom } from './talk/room.ts'
import { CrossfireShow } from './talk/show.ts'

/** [CF-16.7] A flood limit. Commands that take time are also limited per player. */
const messagesPerSecond = 60
/** [CF-16.7] Step budget. A player who fights among twenty others uses a fifth of it. */
const work = { stepsPerSecond: 131_072, stepBurst: 131_072 } as const
/** Sessions, in the game and logging in. */
const peers = 512
const peersPerAddress = 32
/** Old clients send nothing while nobody types. */
const idleMs = 4 * 3600 * 1000

export const crossfire: Game<CrossfireRoom> = {
  slug: 'crossfire',
  title: 'Crossfire',
  version: 1,
  options: optionTable,
  listen: [{ transport: 'tcp', port: 13_327, framing }],
  limits: () => ({
    messagesPerSecond,
    messageBurst: 2 * messagesPerSecond,
    bytesPerSecond: payloadBytes,
    frameBytes: 4096,
    windowBytes: 65_536,
    peers,
    work,
    peersPerAddress,
    idleMs,
  }),
  uploads: {
    arch: {
      says: 'Archetypes and pictures of Crossfire (the folder with `archetypes` and `crossfire.0`), zipped; for a world of your own, with its maps.',
      endings: ['.zip'],
    },
    maps: { says: 'The folder of its maps, zipped.', endings: ['.zip'] },
  },
  found,
  preview,
  open(store, host, options) {
    const room = new CrossfireRoom(store, host)
    room.options = storedOptions(optionTable, options)
    return room
  },
  configure(room, options) {
    const changed = readOptions(optionTable, options, room.options)
    if (!isRefused(changed)) room.options = changed
    return changed
  },
  greet: (room, host, peer, note) => new CrossfireSession(room, host, peer, note),
  // Both dialects support `drawinfo`.
  turnAway: (why) => fromServer.encode({ type: 'drawinfo', colour: colours.red, text: turnedAway[why] }),
  knocks,
  view: (room) => room.view(),
  remark: remarkOf,
  watch: (room) => new CrossfireShow(room),
  picture: (room) => room.picture(),
  pages,
  console: { say: sayAsHost, logged: (line) => line, forms: consoleForms },
}
