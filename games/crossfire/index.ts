// Crossfire (1992, Frank Tore Johansen and many others): a world of towns and dungeons, for the clients of 1997 and of
// today.
import { latin1, utf8 } from '../../wire/index.ts'
import { packedFolderEndings } from '../../wire/util/packed-folders.ts'
import { broadcastLine } from '../broadcast.ts'
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { createRoom, previewUploads } from './create-room.ts'
import { coverageSummary } from './import/catalog/coverage-report.ts'
import { optionTable } from './options.ts'
import { about } from './pages/about.ts'
import { consoleForms, pages } from './pages/index.ts'
import { probes } from './protocol/dialects/probes.ts'
import { textColours } from './protocol/events/message-types.ts'
import { framing, maxPayloadBytes } from './protocol/framing.ts'
import { fromServer } from './protocol/packets/index.ts'
import { CrossfireRoom } from './protocol/room/crossfire-room.ts'
import { executeOwnerCommand } from './protocol/room/owner-console.ts'
import { personalData } from './protocol/room/personal-data.ts'
import { serverList } from './protocol/room/server-list.ts'
import { CrossfireSpectatorFeed } from './protocol/room/spectator-feed.ts'
import { CrossfireSession } from './session.ts'
import { crossfireDueTimeShifts } from './world.ts'

/** [CF-16.7] Packets that one client may send; commands that take time are also limited per player. */
const messagesPerSecond = 60
/**
 * [CF-16.7] Limit of a client's work in steps. A player who fights among twenty other players uses a fifth of this
 * limit.
 */
const workLimits = { stepsPerSecond: 131_072, stepBurst: 131_072 } as const
/** Maximum number of sessions, including those that are logging in. */
const maxSessions = 512
const maxSessionsPerAddress = 32
/** The timeout is long, because clients of 1997 send nothing while the player does not type. */
const idleTimeoutMs = 4 * 3600 * 1000

export const crossfire: Game<CrossfireRoom> = {
  slug: 'crossfire',
  title: 'Crossfire',
  about,
  version: 1,
  options: optionTable,
  listeners: [{ transport: 'tcp', port: 13_327, framing }],
  limits: () => ({
    messagesPerSecond,
    messageBurst: 2 * messagesPerSecond,
    bytesPerSecond: maxPayloadBytes,
    maxFrameBytes: 4096,
    windowBytes: 65_536,
    maxSessions,
    work: workLimits,
    maxSessionsPerAddress,
    idleTimeoutMs,
  }),
  uploads: {
    arch: {
      description:
        'A Crossfire archetype folder (with `archetypes` and `crossfire.0`) as zip, tar or Debian package. Upload it together with the maps.',
      extensions: ['.zip', ...packedFolderEndings],
    },
    maps: {
      description:
        'The Crossfire maps folder as zip, tar or Debian package. Upload it together with the archetypes.',
      extensions: ['.zip', ...packedFolderEndings],
    },
  },
  createRoom,
  previewUploads,
  serverList,
  dueTimeShifts: crossfireDueTimeShifts,
  openWorld(store, context, options) {
    const room = new CrossfireRoom(store, context)
    room.options = parseStoredOptions(optionTable, options)
    return room
  },
  applyOptions(room, options) {
    const changed = parseOptions(optionTable, options, room.options)
    if (!isRefusal(changed)) room.options = changed
    return changed
  },
  openSession: (room, context, peer, resumeState) => new CrossfireSession(room, context, peer, resumeState),
  // Clients of both dialects support the packet `drawinfo`.
  rejectFrame: (_why, text) => fromServer.encode({ type: 'drawinfo', colour: textColours.red, text }),
  probes,
  reports: true,
  // Today's clients read UTF-8.
  broadcast: (room, text) => room.broadcast(latin1.decode(utf8.encode(broadcastLine(text)))),
  personalData,
  publicState: (room) => room.view(),
  healthNote: coverageSummary,
  createSpectatorFeed: (room) => new CrossfireSpectatorFeed(room),
  drawPicture: (room) => room.picture(),
  pages,
  ownerConsole: { execute: executeOwnerCommand, redact: (line) => line, renderForms: consoleForms },
}
