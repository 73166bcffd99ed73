// DOOM-2077 (2024, Télécom Nancy): a free-for-all on a Doom map, over UDP.
import { broadcastLine } from '../broadcast.ts'
import type { Game, GameContext, RecordStore, RejectReason } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseStoredOptions } from '../shared/options/parse.ts'
import { transliterate } from '../shared/transliterate.ts'
import { arenaWad } from './builtin/arena/arena.ts'
import { netWadName } from './builtin/wad/net-wad.ts'
import { createRoom, previewUploads } from './create-room.ts'
import { encodeMessages } from './datagrams/event-encoder.ts'
import { datagramBytes, framing, supersedePrefix } from './framing.ts'
import { readStoredArena, readStoredGeometry, storedMapNames } from './map/map-store.ts'
import { matchDueTimeShifts } from './match/saved-match.ts'
import { type DoomOptions, optionTable, parseOptionsForMaps } from './options.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { probes } from './protocol/probes.ts'
import { DoomSessions } from './protocol/sessions.ts'
import { DoomSpectatorFeed } from './protocol/spectator-feed.ts'
import { personalData } from './scores/personal-data.ts'
import { DoomSession } from './session.ts'
import { DoomWorld } from './world.ts'

/**
 * [DM-8.8] Datagrams per second of one client. Excess datagrams are queued. If more than 64 wait, the oldest is
 * dropped.
 */
const datagramsPerSecond = 120
/** [DM-8.8] In a room of sixteen, a player who runs, shoots and chats uses a tenth of this. */
const workLimits = { stepsPerSecond: 65_536, stepBurst: 65_536 } as const
/** Addresses that have not joined have sessions, too. */
const maxSessions = 1024
const maxSessionsPerAddress = 64
/** [DM-2.4] Milliseconds until a silent session ends. Longer than any timeout of the game itself. */
const idleTimeoutMs = 180_000

class DoomRoom extends DoomWorld {
  readonly sessions = new DoomSessions<DoomSession>()
  readonly store: RecordStore

  constructor(store: RecordStore, context: GameContext, options: DoomOptions) {
    super(store, context, options)
    this.store = store
  }

  override tick(now: number): void {
    super.tick(now)
    this.sessions.onSlot(now)
  }
}

/** A room keeps the arena that it was created with, but the site's WAD contains the arena of the current version. */
function isCurrentArena(wad: Uint8Array): boolean {
  const today = arenaWad()
  return wad.length === today.length && wad.every((byte, at) => byte === today[at])
}

function isStored({ store }: DoomRoom, map = ''): map is string {
  return storedMapNames(store).includes(map)
}

/** [DM-2.5] */
const kickReasons: { readonly [why in RejectReason]: string } = {
  full: 'Server full.',
  unavailable: 'Server error.',
  closed: 'Server shutting down.',
  uninvited: 'Not invited.',
  kicked: 'Kicked.',
  erased: 'Erased.',
  banned: 'Banned.',
}

export const doom2077: Game<DoomRoom> = {
  slug: 'doom-2077',
  title: 'DOOM-2077',
  about,
  version: 1,
  options: optionTable,
  uploads: { file: { description: 'A WAD with at least one map.', extensions: ['.wad'] } },
  // The original client can connect to no other port.
  listeners: [{ transport: 'udp', port: 9999, portIsFixed: true, framing, supersedePrefix: supersedePrefix }],
  storyEnds: 'results',
  limits: () => ({
    messagesPerSecond: datagramsPerSecond,
    messageBurst: datagramsPerSecond,
    bytesPerSecond: 0,
    maxFrameBytes: datagramBytes,
    windowBytes: 65_536,
    maxSessions: maxSessions,
    work: workLimits,
    maxSessionsPerAddress: maxSessionsPerAddress,
    idleTimeoutMs: idleTimeoutMs,
  }),
  createRoom: createRoom,
  previewUploads: previewUploads,
  dueTimeShifts: matchDueTimeShifts,
  openWorld: (store, host, options) => new DoomRoom(store, host, parseStoredOptions(optionTable, options)),
  openSession: (world, host, peer, resumeState) => new DoomSession(world, host, peer, resumeState),
  // [DM-2.5]
  rejectFrame: (why, text) =>
    encodeMessages([
      // The address of a connected player is validated, so a TELL fits before the KICK.
      ...(why === 'kicked' ? [{ type: 'TELL', flags: 0, msg: text } as const] : []),
      { type: 'KICK', reason: kickReasons[why] },
    ]),
  probes: probes,
  reports: true,
  broadcast: (world, text) => world.broadcast(transliterate(broadcastLine(text), 0xff)),
  personalData,
  publicState: (world) => world.publicState(),
  createSpectatorFeed: (world) => new DoomSpectatorFeed(world, world.sessions.encoder),
  endpoints: {
    geometry: {
      description:
        'A map of the room for browser players: lines, sectors, starts and pickups. Films also need the maps of earlier matches.',
      path: 'geometry/:map',
      maxAgeSeconds: 60,
      respond: (world, { map }) =>
        isStored(world, map) ? JSON.stringify(readStoredGeometry(world.store, map)) : undefined,
    },
    plan: {
      description:
        'A map of the room from above: its lines, doors and lifts. Films also need the maps of earlier matches.',
      path: 'plan/:map',
      maxAgeSeconds: 60,
      respond: (world, { map }) => (isStored(world, map) ? JSON.stringify(world.mapPlan(map)) : undefined),
    },
  },
  pages,
  drawPicture: (world) => world.drawPicture(),
  applyOptions(world, options) {
    const changed = parseOptionsForMaps(storedMapNames(world.store), options)
    if (!isRefusal(changed)) world.applyOptions(changed)
    return changed
  },
  files(world) {
    const arena = readStoredArena(world.store)
    if (!arena) return []
    const type = 'application/x-doom'
    const whole = { name: netWadName, type, immutable: true, body: () => ({ assetName: netWadName }) }
    return [...(isCurrentArena(arena) ? [whole] : []), { name: 'arena.wad', type, body: () => arena }]
  },
}
