// RetroArch: a netplay relay for hosts whose router blocks incoming connections.
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { createRoom } from './create-room.ts'
import { sessionsResponse } from './endpoints/sessions.ts'
import { framing, maxPieceBytes } from './framing.ts'
import { optionTable } from './options.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { probes } from './protocol/probes.ts'
import { RelaySession } from './session.ts'
import { RelayWorld } from './world.ts'

/** Each guest has two connections. */
const maxSessions = 2048
/** [RA-3.8] */
const maxSessionsPerAddress = 64
/** [RA-1.3] This timeout is longer than any timeout of the relay itself, in milliseconds. */
const idleTimeoutMs = 300_000
/** [RA-3.7] A session with 60 messages a second uses a hundredth of this limit. */
const workLimits = { stepsPerSecond: 131_072, stepBurst: 131_072 } as const

export const retroarch: Game<RelayWorld> = {
  slug: 'retroarch',
  title: 'RetroArch netplay',
  about,
  version: 1,
  options: optionTable,
  listeners: [{ transport: 'tcp', port: 55_435, framing }],
  limits: (options) => ({
    messagesPerSecond: 0,
    messageBurst: 0,
    bytesPerSecond: 1024 * parseStoredOptions(optionTable, options).kilobytesPerSecond,
    maxFrameBytes: maxPieceBytes,
    windowBytes: 65_536,
    maxSessions,
    maxSessionsPerAddress,
    work: workLimits,
    idleTimeoutMs,
  }),
  createRoom,
  openWorld: (_store, context, options) => new RelayWorld(context, parseStoredOptions(optionTable, options)),
  openSession: (world, context, peer, resumeState) => new RelaySession(world, context, peer, resumeState),
  probes,
  namesIdentifySlots: true,
  publicState: sessionsResponse,
  drawPicture: (world) => world.drawPicture(),
  endpoints: {
    sessions: {
      description: 'The sessions: players, age and relayed bytes.',
      path: 'sessions',
      maxAgeSeconds: 2,
      respond: (world) => JSON.stringify(sessionsResponse(world)),
    },
  },
  pages,
  // Messages of the host appear only on the room's page, because the relayed streams belong to the players.
  notify: () => 0,
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options)
    if (!isRefusal(changed)) world.applyOptions(changed)
    return changed
  },
}
