// Arcane Sector (2019, Dragon Sector): an island in the style of old dungeon games.
import { broadcastLine } from '../broadcast.ts'
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseStoredOptions, updateOptions } from '../shared/options/parse.ts'
import { transliterate } from '../shared/transliterate.ts'
import { createRoom, previewUploads } from './create-room.ts'
import { toMapJson } from './export/map-json.ts'
import { drawTiles, tilesName, toTiledMap } from './export/map-tiled.ts'
import { framing } from './framing.ts'
import { encodeMapData } from './import/map-data.ts'
import { optionTable, playerIdsToFree, prepareOptions } from './options.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { personalData } from './players/personal-data.ts'
import { EncodedViews } from './protocol/client-screen.ts'
import { LoginLimits } from './protocol/login-limits.ts'
import { probes } from './protocol/probes.ts'
import { ArcaneSpectatorFeed } from './protocol/spectator-feed.ts'
import { remoteClients } from './remote-client/index.ts'
import { ArcaneSession } from './session.ts'
import { ArcaneWorld, arcaneDueTimeShifts } from './world.ts'

/** [AS-13.9] Limit for all packets of a connection. Moves and speech have stricter limits. */
const messagesPerSecond = 50
/**
 * [AS-13.9] Work limit of a player, in steps (see `GameContext.chargeSteps`). Walking among 256 players uses half of
 * this limit.
 */
const work = { stepsPerSecond: 262_144, stepBurst: 262_144 } as const
/** Maximum number of connections. At most 256 of them can be players, and the others have not logged in. */
const peers = 1024
const peersPerAddress = 16
/** [AS-1.8] Milliseconds of silence after which a client is disconnected. */
const idleMs = 120_000

class ArcaneSector extends ArcaneWorld {
  readonly loginLimits = new LoginLimits()
  readonly encodedViews = new EncodedViews()
}

export const arcaneSector: Game<ArcaneSector> = {
  slug: 'arcane-sector',
  title: 'Arcane Sector',
  about,
  version: 1,
  options: optionTable,
  uploads: { file: { description: 'A world as map.json or as a Tiled map.', extensions: ['.json', '.tmj'] } },
  listeners: [{ transport: 'tcp', port: 31_337, framing }],
  limits: () => ({
    messagesPerSecond,
    messageBurst: 2 * messagesPerSecond,
    bytesPerSecond: 65_536,
    maxFrameBytes: framing.max,
    windowBytes: 65_536,
    maxSessions: peers,
    work,
    maxSessionsPerAddress: peersPerAddress,
    idleTimeoutMs: idleMs,
  }),
  createRoom,
  previewUploads,
  dueTimeShifts: arcaneDueTimeShifts,
  openWorld: (store, context, options) =>
    new ArcaneSector(store, context, parseStoredOptions(optionTable, options)),
  openSession: (world, context, peer, resumeState) => new ArcaneSession(world, context, peer, resumeState),
  probes,
  reports: true,
  broadcast: (world, text) => world.broadcast(transliterate(broadcastLine(text), 0x7e)),
  personalData,
  publicState: (world) => world.publicState(),
  createSpectatorFeed: (world) => new ArcaneSpectatorFeed(world, world.encodedViews),
  drawPicture: (world) => world.drawPicture(),
  endpoints: {
    numbers: {
      description: 'The player numbers that are taken. New players choose another from 0 to 255.',
      path: 'numbers',
      maxAgeSeconds: 1,
      respond: (world) => JSON.stringify({ taken: world.characters.takenIds }),
    },
  },
  pages,
  remoteClients,
  prepareOptions,
  applyOptions(world, options) {
    const changed = updateOptions(optionTable, options, world.options)
    if (isRefusal(changed)) return changed
    world.applyOptions(changed)
    for (const id of playerIdsToFree(options)) world.freeCharacter(id)
    return changed
  },
  files: (world) => [
    {
      name: 'map.data',
      type: 'application/octet-stream',
      immutable: true,
      body: () => encodeMapData(world.terrain.tiles, world.variants),
    },
    // The map files need the room's token, because they reveal the positions of everything.
    { name: 'map.json', type: 'application/json', secret: true, body: () => toMapJson(world.map) },
    { name: 'map.tmj', type: 'application/json', secret: true, body: () => toTiledMap(world.map) },
    { name: tilesName, type: 'image/png', immutable: true, body: drawTiles },
  ],
}
