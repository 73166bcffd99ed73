// Archipelago: many games, one per player, whose items are shuffled into each other's worlds.
import type { Game, Host, Store } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions, storedOptions } from '../shared/options/read.ts'
import { turnedAway } from '../shared/turned-away.ts'
import { found, preview } from './founding.ts'
import { archiveFiles, saveName } from './import/archive.ts'
import { gameState, restoreGame } from './import/saves/game-state.ts'
import { takeSave } from './import/saves/save.ts'
import { writeSave } from './import/saves/write.ts'
import { type HostOptions, optionTable } from './options.ts'
import { viewOf } from './page/view.ts'
import { dataPackage, roomStatus, slotData, staticTracker, tracker } from './page/webhost.ts'
import { stringify } from './python/json.ts'
import { Work } from './room/work.ts'
import type { Seed } from './seed/seed.ts'
import { openSeed } from './seed/store.ts'
import { ArchipelagoSession, type Room } from './session.ts'
import { limits } from './talk/limits.ts'
import { Outbox } from './talk/outbox.ts'
import { Reading } from './talk/reading.ts'
import { Welcome } from './talk/room-info.ts'
import { pictureOf } from './view/picture.ts'
import { Multiworld } from './world.ts'

/** A world, and what its sessions share. */
class ArchipelagoWorld extends Multiworld implements Room {
  readonly outbox: Outbox
  readonly reading = new Reading()
  readonly welcome = new Welcome()

  constructor(seed: Seed, store: Store, host: Host, options: HostOptions) {
    const work = new Work()
    const outbox = new Outbox(host, work)
    super(seed, store, host, options, outbox, work)
    this.outbox = outbox
  }
}

const byTracker = (path: string) => [{ path, id: 'tracker' }]

/** [AP-11] For how long each is kept is what archipelago.gg does. */
const readings: NonNullable<Game<ArchipelagoWorld>['readings']> = {
  roomStatus: {
    says: 'Who plays, where the room is reached and what can be fetched, as archipelago.gg tells it.',
    path: 'room_status',
    aliases: [{ path: '/api/room_status/:id', id: 'room' }],
    keptFor: 0,
    read: (world, _params, room) => roomStatus(world, room),
  },
  tracker: {
    says: 'What has been checked, received, hinted and reached by everybody.',
    path: 'tracker',
    aliases: byTracker('/api/tracker/:id'),
    keptFor: 5,
    read: (world) => tracker(world),
  },
  staticTracker: {
    says: 'What of a tracker never changes: groups, games and how many locations there are.',
    path: 'static_tracker',
    aliases: byTracker('/api/static_tracker/:id'),
    keptFor: 300,
    read: (world) => staticTracker(world),
  },
  slotData: {
    says: "What the generator gave each slot's client.",
    path: 'slot_data_tracker',
    aliases: byTracker('/api/slot_data_tracker/:id'),
    keptFor: 300,
    read: (world) => slotData(world),
  },
  dataPackage: {
    says: 'The names of items and locations of a game, by their checksum.',
    path: 'datapackage/:checksum',
    keptFor: 3600,
    read: (world, { checksum = '' }) => dataPackage(world, checksum),
  },
}

export const archipelago: Game<ArchipelagoWorld> = {
  slug: 'archipelago',
  title: 'Archipelago',
  version: 1,
  options: optionTable,
  uploads: {
    file: {
      says: 'What the generator made: an .archipelago file, or the zip with it and the patches.',
      endings: ['.zip', '.archipelago'],
      needed: true,
    },
    save: {
      says: 'An .apsave of the same seed, to go on where another server stopped.',
      endings: ['.apsave'],
    },
  },
  listen: [{ transport: 'websocket', port: 38_281, joins: true }],
  limits: () => ({
    messagesPerSecond: limits.messagesPerSecond,
    messageBurst: limits.messageBurst,
    bytesPerSecond: limits.bytesPerSecond,
    frameBytes: limits.frameBytes,
    windowBytes: limits.windowBytes,
    peers: limits.peers,
    peersPerAddress: limits.peersPerAddress,
    work: { stepsPerSecond: limits.stepsPerSecond, stepBurst: limits.stepBurst, countsSends: true },
    idleMs: 0,
  }),
  found,
  preview,
  open(store, host, options) {
    const world = new ArchipelagoWorld(openSeed(store), store, host, storedOptions(optionTable, options))
    const save = takeSave(store)
    if (save) restoreGame(world, save)
    return world
  },
  greet: (world, host, peer, note) => new ArchipelagoSession(world, host, peer, note),
  turnAway: (why) => stringify([{ cmd: 'PrintJSON', data: [{ text: turnedAway[why] }] }]),
  view: viewOf,
  picture: pictureOf,
  configure(world, options) {
    const changed = readOptions(optionTable, options)
    return isRefused(changed) ? changed : world.configure(changed)
  },
  publicIds: { shownAs: 'webhost', names: ['room', 'tracker'] },
  readings,
  files: (world) => [
    ...archiveFiles(world.store),
    {
      name: saveName,
      type: 'application/octet-stream',
      secret: true,
      body: () => writeSave(world.seed, gameState(world)),
    },
  ],
}
