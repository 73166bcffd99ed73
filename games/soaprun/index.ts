// Soaprun (2010, Studio Pixel): a field that all players share, run through and paint.
import { broadcastLine } from '../broadcast.ts'
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { createRoom, previewUploads } from './create-room.ts'
import { framing, requestBytes } from './framing.ts'
import { encodeArchive } from './import/encode-archive.ts'
import { optionTable } from './options.ts'
import { fromServer } from './packets.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { returningPlayerDueTimeShifts } from './players/returning-players.ts'
import { dispatchDocument } from './protocol/dispatch.ts'
import { probes } from './protocol/probes.ts'
import { SoaprunSpectatorFeed } from './protocol/spectator-feed.ts'
import { SoaprunSession } from './session.ts'
import { SoaprunWorld } from './world.ts'

/**
 * [SR-2.9] Work limit of a connection: about ten times the work that a player in a full room causes. There is no limit
 * if packets are unlimited.
 */
const work = { stepsPerSecond: 32_768, stepBurst: 65_536 } as const
/** Many more than player slots, because a connection takes no slot and little memory before it logs in. */
const maxConnections = 4096
/** [SR-2.3] Milliseconds of silence after which the original server disconnects a client. */
const idleMs = 60_000

export const soaprun: Game<SoaprunWorld> = {
  slug: 'soaprun',
  title: 'Soaprun',
  about,
  version: 1,
  options: optionTable,
  uploads: {
    file: {
      description: "A zip of a map, in the original server's or in soapdispenser's format.",
      extensions: ['.zip'],
    },
  },
  listeners: [
    { transport: 'tcp', port: 1002, localPort: 10_020, framing },
    { transport: 'dispatch', port: 80, localPort: 10_080, portIsFixed: true, document: 'server.cgi' },
  ],
  documents: { 'server.cgi': dispatchDocument },
  limits(options) {
    const { maxPacketsPerSecond, packetBurst, maxPeersPerAddress } = parseStoredOptions(optionTable, options)
    return {
      messagesPerSecond: maxPacketsPerSecond,
      messageBurst: packetBurst,
      bytesPerSecond: maxPacketsPerSecond * requestBytes,
      maxFrameBytes: requestBytes,
      windowBytes: 65_536,
      maxSessions: maxConnections,
      ...(maxPacketsPerSecond && { work }),
      maxSessionsPerAddress: maxPeersPerAddress,
      idleTimeoutMs: idleMs,
    }
  },
  createRoom,
  previewUploads,
  dueTimeShifts: returningPlayerDueTimeShifts,
  openWorld: (store, context, options) =>
    new SoaprunWorld(store, context, parseStoredOptions(optionTable, options)),
  openSession: (world, context, peer, resumeState) => new SoaprunSession(world, context, peer, resumeState),
  // [SR-2.8] Sends OVER only to clients that have not joined yet, because other clients do not expect it.
  rejectFrame: (why) =>
    why === 'kicked' || why === 'erased' ? undefined : fromServer.encode({ type: 'OVER' }),
  reports: true,
  notify: (world, text) => world.notify(broadcastLine(text)),
  namesIdentifySlots: true,
  probes,
  publicState: (world) => world.publicState(),
  createSpectatorFeed: (world) => new SoaprunSpectatorFeed(world),
  pages,
  files: (world) => [
    { name: 'map.zip', type: 'application/zip', secret: true, body: () => encodeArchive(world.map) },
  ],
  drawPicture: (world) => world.drawPicture(),
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options)
    if (!isRefusal(changed)) world.applyOptions(changed)
    return changed
  },
}
