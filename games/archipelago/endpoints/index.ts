import type { Game } from '../../game.ts'
import { parsePlayerSlot } from '../claims/claim-actions.ts'
import type { GatheringLobby } from '../gathering/lobby.ts'
import type { Multiworld } from '../world.ts'
import { csvType, hintsCsv, itemsCsv, slotsCsv, spheresCsv } from './csv.ts'
import { feedResponse } from './feed.ts'
import { hintsResponse } from './hints.ts'
import { multitrackerResponse } from './multitracker.ts'
import { slotResponse } from './slot.ts'
import { claimOfSlot, slotsResponse } from './slots.ts'
import { sphereResponse, spheresResponse, sphereTrackerResponse } from './spheres.ts'
import {
  dataPackageResponse,
  roomStatusResponse,
  slotDataResponse,
  staticTrackerResponse,
  trackerResponse,
} from './webhost.ts'
import { lobbyFileResponse, lobbyResponse, matchedFilesResponse, plannedSlotsCsv } from './yamls.ts'

const trackerAlias = (path: string) => [{ path, id: 'tracker' }]

/** In seconds. */
const playDataMaxAge = 2

/** [AP-11] Endpoints with aliases have the cache lifetimes of archipelago.gg. */
export const endpoints: NonNullable<Game<Multiworld>['endpoints']> = {
  slots: {
    description: 'All slots with game, status, checked locations and hint points.',
    path: 'slots',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(slotsResponse(world)),
  },
  slot: {
    description: 'One slot with its received items, checked and missing locations, and hints.',
    path: 'slots/:slot',
    maxAgeSeconds: playDataMaxAge,
    // [AP-11.9] The path of a tracker page contains the team as well as the slot.
    respond: (world, { slot = '', team = '0' }) =>
      team === '0' ? toJson(slotResponse(world, slot)) : undefined,
  },
  slotClaim: {
    description: 'The claim of a slot: the player, and their progress state.',
    path: 'claims/:slot',
    apiPath: 'claims/:slot',
    maxAgeSeconds: 0,
    respond: (world, { slot }) => toJson(claimOfSlot(world, parsePlayerSlot(world, slot) ?? 0)),
  },
  slotsCsv: csvEndpoint('slots.csv', 'The progress and claims of all players as CSV.', slotsCsv),
  hintsCsv: csvEndpoint('hints.csv', 'All known hints as CSV.', hintsCsv),
  spheresCsv: csvEndpoint('spheres.csv', 'The items found so far as CSV, by sphere.', spheresCsv),
  itemsCsv: csvEndpoint('items.csv', 'The received items of all players as CSV.', itemsCsv),
  yamls: {
    description:
      "The players' files without their texts, and the slots that were generated from the files. Only in rooms that gathered files.",
    path: 'yamls',
    apiPath: 'yamls',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => toJson(matchedFilesResponse(world)),
  },
  hints: {
    description: 'All known hints, each once.',
    path: 'hints',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(hintsResponse(world)),
  },
  spheres: {
    description: 'The number of checked locations in each sphere.',
    path: 'spheres',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(spheresResponse(world)),
  },
  sphere: {
    description: 'The items found in one sphere.',
    path: 'spheres/:sphere',
    maxAgeSeconds: playDataMaxAge,
    respond: (world, { sphere = '' }) => toJson(sphereResponse(world, sphere)),
  },
  multitracker: {
    description: 'All players and hints, and the time of the last change.',
    path: 'multitracker',
    maxAgeSeconds: playDataMaxAge,
    respond: (world, _params, { createdAt }) => JSON.stringify(multitrackerResponse(world, createdAt)),
  },
  sphereTracker: {
    description: 'The items found so far, by sphere.',
    path: 'sphere_tracker',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(sphereTrackerResponse(world)),
  },
  feed: {
    description: 'The latest messages to everybody: chat, items, joins and parts.',
    path: 'feed',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(feedResponse(world)),
  },
  roomStatus: {
    description: 'Players, port and downloads of the room, in the format of archipelago.gg.',
    path: 'room_status',
    aliases: [{ path: '/api/room_status/:id', id: 'room' }],
    maxAgeSeconds: 0,
    respond: (world, _params, room) => roomStatusResponse(world, room),
  },
  tracker: {
    description:
      'Checks, received items, hints and statuses of all players, in the format of archipelago.gg.',
    path: 'tracker',
    aliases: trackerAlias('/api/tracker/:id'),
    maxAgeSeconds: 5,
    respond: (world) => trackerResponse(world),
  },
  staticTracker: {
    description: 'The data of a tracker that does not change: groups, games and numbers of locations.',
    path: 'static_tracker',
    aliases: trackerAlias('/api/static_tracker/:id'),
    maxAgeSeconds: 300,
    respond: (world) => staticTrackerResponse(world),
  },
  slotData: {
    description: "The slot data that the generator wrote for each slot's client.",
    path: 'slot_data_tracker',
    aliases: trackerAlias('/api/slot_data_tracker/:id'),
    maxAgeSeconds: 300,
    respond: (world) => slotDataResponse(world),
  },
  dataPackage: {
    description: 'The item and location names of a game, by the checksum of its data package.',
    path: 'datapackage/:checksum',
    aliases: [{ path: '/api/datapackage/:id', id: 'package' }],
    maxAgeSeconds: 3600,
    respond: (world, { id = '', checksum = id }) => dataPackageResponse(world, checksum),
  },
}

/** [AP-16] Responses are not cached, so that pages show new files at once. */
export const gatheringEndpoints: NonNullable<Game<GatheringLobby>['endpoints']> = {
  yamls: {
    description: "The players' files without their texts, and the slots in them.",
    path: 'yamls',
    apiPath: 'yamls',
    maxAgeSeconds: 0,
    respond: (lobby) => JSON.stringify(lobbyResponse(lobby)),
  },
  yaml: {
    description: "One player's file, without its text.",
    path: 'yamls/:id',
    apiPath: 'yamls/:id',
    maxAgeSeconds: 0,
    respond: (lobby, { id = '' }) => toJson(lobbyFileResponse(lobby, id)),
  },
  slotsCsv: {
    ...{ description: 'The slots of all files as CSV.', path: 'slots.csv', apiPath: 'slots.csv' },
    ...{ type: csvType, maxAgeSeconds: 0 },
    respond: plannedSlotsCsv,
  },
}

function csvEndpoint(path: string, description: string, respond: (world: Multiworld) => string) {
  return { description, path, apiPath: path, type: csvType, maxAgeSeconds: playDataMaxAge, respond }
}

const toJson = (response: object | undefined) => response && JSON.stringify(response)
