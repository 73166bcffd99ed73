// Archipelago: many games, one per player, whose items are shuffled into each other's worlds.
import type { Game, GameContext, RecordStore } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { rejectMessages } from '../shared/reject-messages.ts'
import { loggedLine, sayAsHost } from './commands/admin-seat.ts'
import { found, preview } from './founding.ts'
import { archiveFiles, archiveZip, saveName } from './import/archive.ts'
import { withServer } from './import/patch.ts'
import { gameState, restoreGame } from './import/saves/game-state.ts'
import { takeSave } from './import/saves/save.ts'
import { writeSave } from './import/saves/write.ts'
import { type HostOptions, optionTable } from './options.ts'
import { consoleForms, pages } from './pages/index.ts'
import { stringify } from './python/json.ts'
import { readings } from './readings/index.ts'
import { viewOf } from './readings/view.ts'
import { Work } from './room/work.ts'
import type { Seed } from './seed/seed.ts'
import { openSeed } from './seed/store.ts'
import { ArchipelagoSession, type Room } from './session.ts'
import { knocks } from './talk/knock.ts'
import { limits } from './talk/limits.ts'
import { Outbox } from './talk/outbox.ts'
import { Reading } from './talk/reading.ts'
import { Welcome } from './talk/room-info.ts'
import { ArchipelagoShow } from './talk/show.ts'
import { pictureOf } from './view/picture.ts'
import { Multiworld } from './world.ts'

/** The web clients that the 0.6 guides link to, also over http where the guides do. */
const webClients = [
  'https://archipelago.gg',
  'http://clique.pharware.com',
  'https://clique.pharware.com',
  'http://evermizer.com',
  'https://evermizer.com',
  'http://idle.multiworld.link',
  'https://idle.multiworld.link',
  'https://jigsaw-ap.netlify.app',
  'https://mariomantaw.github.io',
  'https://yacht-dice-ap.netlify.app',
] as const

/** A world and the state that its sessions share. */
class ArchipelagoWorld extends Multiworld implements Room {
  readonly outbox: Outbox
  readonly reading = new Reading()
  readonly welcome = new Welcome()

  constructor(seed: Seed, store: RecordStore, context: GameContext, options: HostOptions) {
    const work = new Work()
    const outbox = new Outbox(context, work)
    super(seed, store, context, options, outbox, work)
    this.outbox = outbox
  }
}

export const archipelago: Game<ArchipelagoWorld> = {
  slug: 'archipelago',
  title: 'Archipelago',
  version: 1,
  options: optionTable,
  webClients,
  uploads: {
    file: {
      description: 'What the generator made: an .archipelago file, or the zip with it and the patches.',
      extensions: ['.zip', '.archipelago'],
      required: true,
    },
    save: {
      description: 'An .apsave of the same seed, to go on where another server stopped.',
      extensions: ['.apsave'],
    },
  },
  listeners: [{ transport: 'websocket', port: 38_281, batchesJson: true }],
  limits: () => ({
    messagesPerSecond: limits.messagesPerSecond,
    messageBurst: limits.messageBurst,
    bytesPerSecond: limits.bytesPerSecond,
    maxFrameBytes: limits.frameBytes,
    windowBytes: limits.windowBytes,
    maxSessions: limits.peers,
    maxSessionsPerAddress: limits.peersPerAddress,
    work: { stepsPerSecond: limits.stepsPerSecond, stepBurst: limits.stepBurst, chargesOwnSends: true },
    idleTimeoutMs: 0,
  }),
  createRoom: found,
  previewUploads: preview,
  openWorld(store, host, options) {
    const world = new ArchipelagoWorld(openSeed(store), store, host, parseStoredOptions(optionTable, options))
    const save = takeSave(store)
    if (save) restoreGame(world, save)
    return world
  },
  openSession: (world, host, peer, note) => new ArchipelagoSession(world, host, peer, note),
  rejectFrame: (why) => stringify([{ cmd: 'PrintJSON', data: [{ text: rejectMessages[why] }] }]),
  probes: knocks,
  publicState: viewOf,
  createSpectatorFeed: (world) => new ArchipelagoShow(world, world.welcome),
  drawPicture: pictureOf,
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options, world.options)
    return isRefusal(changed) ? changed : world.configure(changed)
  },
  publicIds: { apiField: 'webhost', names: ['room', 'tracker'] },
  // [AP-11.5]
  sharedIds: { kind: 'package', idsOf: ({ seed }) => [...seed.checksums.values()] },
  endpoints: readings,
  pages,
  transformFile: withServer,
  // [AP-9.16]
  fork: (world, from) => ({
    options: { ...world.options },
    files: [
      { field: 'file', name: `AP_${world.seed.seedName}.zip`, bytes: archiveZip(world.store) },
      ...(from === 'current'
        ? [{ field: 'save', name: saveName, bytes: writeSave(world.seed, gameState(world)) }]
        : []),
    ],
  }),
  ownerConsole: { execute: sayAsHost, redact: loggedLine, endpoint: 'slots', renderForms: consoleForms },
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
