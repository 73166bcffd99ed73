// The game Say Back, which sends every line to all players.
import { broadcastLine } from '../broadcast.ts'
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { createRoom } from './create-room.ts'
import { framing, maxPacketBytes } from './framing.ts'
import { personalData } from './lines/personal-data.ts'
import { optionTable } from './options.ts'
import { fromServer } from './packets.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { probes } from './protocol/probes.ts'
import { SayBackSpectatorFeed } from './protocol/spectator-feed.ts'
import { SayBackSession } from './session.ts'
import { SayBackWorld } from './world.ts'

/** [SB-1.6] Number of packets that a client may send in a burst. */
const messageBurst = 8
/** Maximum number of connections, including those that have not sent HELO. */
const maxSessions = 2048
const maxSessionsPerAddress = 64
/** [SB-1.7] */
const idleTimeoutMs = 600_000

export const sayBack: Game<SayBackWorld> = {
  slug: 'say-back',
  title: 'Say Back',
  about,
  version: 1,
  options: optionTable,
  listeners: [{ transport: 'tcp', port: 7007, framing }],
  limits: (options) => ({
    messagesPerSecond: parseStoredOptions(optionTable, options).linesPerSecond,
    messageBurst,
    bytesPerSecond: 0,
    maxFrameBytes: maxPacketBytes,
    windowBytes: 65_536,
    maxSessions,
    maxSessionsPerAddress,
    idleTimeoutMs,
  }),
  createRoom,
  openWorld: (store, _context, options) => new SayBackWorld(store, parseStoredOptions(optionTable, options)),
  openSession: (world, context, peer, resumeState) => new SayBackSession(world, context, peer, resumeState),
  probes,
  rejectFrame: (why, text) =>
    fromServer.encode(why === 'full' || why === 'closed' ? { type: 'FULL' } : { type: 'TOLD', text }),
  reports: true,
  personalData,
  broadcast: (world, text) => void world.say(broadcastLine(text)),
  publicState: (world) => world.publicState(),
  drawPicture: (world) => world.drawPicture(),
  createSpectatorFeed: (world) => new SayBackSpectatorFeed(world),
  pages,
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options)
    if (!isRefusal(changed)) world.applyOptions(changed)
    return changed
  },
}
