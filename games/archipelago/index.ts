// The game Archipelago. Each player plays a game of their own, and the items of all games are shuffled into each
// other's worlds.
import { broadcastLine } from '../broadcast.ts'
import type { Game, GameContext, RecordStore } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { claimActions } from './claims/claim-actions.ts'
import { redactLine, runOwnerLine, sendHostMessage } from './commands/admin-session.ts'
import { createRoom, previewUploads } from './create-room.ts'
import { endpoints, gatheringEndpoints } from './endpoints/index.ts'
import { personalData } from './endpoints/personal-data.ts'
import { publicState } from './endpoints/public-state.ts'
import { sharedPackages } from './endpoints/shared-packages.ts'
import { webhookSupport } from './endpoints/webhooks.ts'
import { fileActions } from './gathering/file-actions.ts'
import { leaseDueTimeShifts } from './gathering/generation.ts'
import { generationActions } from './gathering/generation-actions.ts'
import { GatheringLobby } from './gathering/lobby.ts'
import { runGatheringLine } from './gathering/lobby-console.ts'
import { gatheringOptions } from './gathering/options.ts'
import { playerFilesDownload } from './gathering/player-zip.ts'
import { WaitingSession } from './gathering/waiting-session.ts'
import { addServerToPatch } from './import/patch-file.ts'
import { consumeSaveRecord } from './import/saves/save-state.ts'
import { captureSave, restoreSave } from './import/saves/world-save.ts'
import { writeSave } from './import/saves/write-save.ts'
import {
  listStoredFiles,
  playerFilesFileName,
  saveFileName,
  storedUploadZip,
} from './import/upload-archive.ts'
import { type HostOptions, optionTable } from './options.ts'
import { about } from './pages/about.ts'
import { webhostPages } from './pages/compatibility/index.ts'
import { consoleForms, gatheringConsoleForms, gatheringPages, pages } from './pages/index.ts'
import { FrameReadLimiter } from './protocol/frame-read-limiter.ts'
import { protocolLimits } from './protocol/limits.ts'
import { FrameOutbox } from './protocol/outbox.ts'
import { gatheringProbes, probes } from './protocol/probes.ts'
import { WelcomeFrames } from './protocol/room-info.ts'
import { ArchipelagoSpectatorFeed } from './protocol/spectator-feed.ts'
import { stringifyJson } from './python/json.ts'
import { countdownDueTimeShifts } from './room/countdown.ts'
import { StepCounter } from './room/step-counter.ts'
import type { Seed } from './seed/seed.ts'
import { openSeed } from './seed/seed-store.ts'
import { ArchipelagoSession, type SessionRoom } from './session.ts'
import { drawRoomPicture } from './view/room-picture.ts'
import { Multiworld } from './world.ts'

/** The origins of the web clients that the guides of Archipelago 0.6 link to, with http where the guides have it. */
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

class ArchipelagoWorld extends Multiworld implements SessionRoom {
  readonly outbox: FrameOutbox
  readonly readLimiter = new FrameReadLimiter()
  readonly welcomeFrames = new WelcomeFrames()

  constructor(seed: Seed, store: RecordStore, context: GameContext, options: HostOptions) {
    const steps = new StepCounter()
    const outbox = new FrameOutbox(context, steps)
    super(seed, store, context, options, outbox, steps)
    this.outbox = outbox
  }
}

const common = {
  slug: 'archipelago',
  title: 'Archipelago',
  about,
  webClients,
  listeners: [{ transport: 'websocket', port: 38_281, batchesJson: true }],
  storyEnds: 'results',
  limits: () => ({
    messagesPerSecond: protocolLimits.messagesPerSecond,
    messageBurst: protocolLimits.messageBurst,
    bytesPerSecond: protocolLimits.bytesPerSecond,
    maxFrameBytes: protocolLimits.frameBytes,
    windowBytes: protocolLimits.windowBytes,
    maxSessions: protocolLimits.peers,
    maxSessionsPerAddress: protocolLimits.peersPerAddress,
    work: {
      stepsPerSecond: protocolLimits.stepsPerSecond,
      stepBurst: protocolLimits.stepBurst,
      chargesOwnSends: true,
    },
    idleTimeoutMs: 0,
  }),
  rejectFrame: (_why, text) => stringifyJson([{ cmd: 'PrintJSON', data: [{ text }] }]),
  publicIds: { apiField: 'webhost', names: ['room', 'tracker'] },
  webhooks: webhookSupport,
  apiFiles: { [playerFilesFileName]: "The players' files as a zip, in the order of the generator." },
} as const satisfies Partial<Game>

/** [AP-16] The first stage of a room, before its multiworld is generated. */
const gathering: Game<GatheringLobby> = {
  ...common,
  version: 1,
  options: gatheringOptions,
  async createRoom({ options: given, files }) {
    const [field] = files.keys()
    if (field !== undefined)
      return { refused: { field, detail: 'a room that gathers players’ files is created without a file' } }
    const options = parseOptions(gatheringOptions, given)
    return isRefusal(options) ? options : { options, records: [], warnings: [] }
  },
  dueTimeShifts: leaseDueTimeShifts,
  openWorld: (store, context, options) =>
    new GatheringLobby(store, context, parseStoredOptions(gatheringOptions, options)),
  openSession: (_lobby, _context, peer) => new WaitingSession(peer),
  probes: gatheringProbes,
  publicState: (lobby) => ({ files: lobby.files.size, slots: lobby.plan.length, open: lobby.isOpen }),
  applyOptions(lobby, options) {
    const changed = parseOptions(gatheringOptions, options, lobby.options)
    if (!isRefusal(changed)) lobby.setOptions(changed)
    return changed
  },
  endpoints: gatheringEndpoints,
  actions: { ...fileActions, ...generationActions },
  pages: gatheringPages,
  ownerConsole: { execute: runGatheringLine, redact: (line) => line, renderForms: gatheringConsoleForms },
  files: (lobby) => playerFilesDownload(lobby.store),
}

export const archipelago: Game<ArchipelagoWorld> = {
  ...common,
  version: 1,
  options: optionTable,
  gathering: {
    stage: gathering,
    description: "The generator's output, with which the multiworld starts.",
    path: 'multidata',
  },
  uploads: {
    file: {
      description: "The generator's output: an .archipelago file, or a zip that contains it and the patches.",
      extensions: ['.zip', '.archipelago'],
      required: true,
    },
    save: {
      description: 'An .apsave of the same seed, to continue a game from another server.',
      extensions: ['.apsave'],
    },
  },
  createRoom,
  previewUploads,
  dueTimeShifts: countdownDueTimeShifts,
  openWorld(store, context, options) {
    const world = new ArchipelagoWorld(
      openSeed(store),
      store,
      context,
      parseStoredOptions(optionTable, options),
    )
    const save = consumeSaveRecord(store)
    if (save) restoreSave(world, save)
    return world
  },
  openSession: (world, context, peer, resumeState) =>
    new ArchipelagoSession(world, context, peer, resumeState),
  probes,
  reports: true,
  broadcast: (world, text) => sendHostMessage(world, broadcastLine(text)),
  personalData,
  publicState,
  createSpectatorFeed: (world) => new ArchipelagoSpectatorFeed(world, world.welcomeFrames),
  drawPicture: drawRoomPicture,
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options, world.options)
    return isRefusal(changed) ? changed : world.applyOwnerOptions(changed)
  },
  sharedContent: sharedPackages,
  endpoints,
  actions: claimActions,
  pages,
  compatibilityPages: webhostPages,
  transformFile: addServerToPatch,
  // [AP-9.16]
  fork: (world, from) => ({
    options: { ...world.options },
    files: [
      { field: 'file', name: `AP_${world.seed.seedName}.zip`, bytes: storedUploadZip(world.store) },
      ...(from === 'current'
        ? [{ field: 'save', name: saveFileName, bytes: writeSave(world.seed, captureSave(world)) }]
        : []),
    ],
  }),
  ownerConsole: { execute: runOwnerLine, redact: redactLine, endpoint: 'slots', renderForms: consoleForms },
  files: (world) => [
    ...listStoredFiles(world.store),
    ...playerFilesDownload(world.store),
    {
      name: saveFileName,
      type: 'application/octet-stream',
      secret: true,
      body: () => writeSave(world.seed, captureSave(world)),
    },
  ],
}
