// A room's readings for programs and pages, by name.
import type { Game } from '../../game.ts'
import type { Multiworld } from '../world.ts'
import { feedResponse } from './feed.ts'
import { hintsResponse } from './hints.ts'
import { slotResponse } from './slot.ts'
import { slotsResponse } from './slots.ts'
import { sphereResponse, spheresResponse } from './spheres.ts'
import { dataPackage, roomStatus, slotData, staticTracker, tracker } from './webhost.ts'

const trackerAlias = (path: string) => [{ path, id: 'tracker' }]

/** Cache lifetime in seconds of data that changes in play. */
const playDataMaxAge = 2

/** [AP-11] Readings with aliases use the cache lifetimes of archipelago.gg. */
export const endpoints: NonNullable<Game<Multiworld>['endpoints']> = {
  slots: {
    description: 'Everybody in a line each: game, status, how many locations are checked, hint points.',
    path: 'slots',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(slotsResponse(world)),
  },
  slot: {
    description: 'One slot: what it received, what it has checked and not, hints for it and from it.',
    path: 'slots/:slot',
    maxAgeSeconds: playDataMaxAge,
    respond: (world, { slot = '' }) => toJson(slotResponse(world, slot)),
  },
  hints: {
    description: 'All hints that were given, each once.',
    path: 'hints',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(hintsResponse(world)),
  },
  spheres: {
    description: 'How many locations of each sphere are checked.',
    path: 'spheres',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(spheresResponse(world)),
  },
  sphere: {
    description: 'What was found in one sphere.',
    path: 'spheres/:sphere',
    maxAgeSeconds: playDataMaxAge,
    respond: (world, { sphere = '' }) => toJson(sphereResponse(world, sphere)),
  },
  feed: {
    description: 'What was told to everybody last: chat, items, who comes and goes.',
    path: 'feed',
    maxAgeSeconds: playDataMaxAge,
    respond: (world) => JSON.stringify(feedResponse(world)),
  },
  roomStatus: {
    description: 'Who plays, where the room is reached and what can be fetched, as archipelago.gg tells it.',
    path: 'room_status',
    aliases: [{ path: '/api/room_status/:id', id: 'room' }],
    maxAgeSeconds: 0,
    respond: (world, _params, room) => roomStatus(world, room),
  },
  tracker: {
    description: 'What has been checked, received, hinted and reached by everybody.',
    path: 'tracker',
    aliases: trackerAlias('/api/tracker/:id'),
    maxAgeSeconds: 5,
    respond: (world) => tracker(world),
  },
  staticTracker: {
    description: 'What of a tracker never changes: groups, games and how many locations there are.',
    path: 'static_tracker',
    aliases: trackerAlias('/api/static_tracker/:id'),
    maxAgeSeconds: 300,
    respond: (world) => staticTracker(world),
  },
  slotData: {
    description: "What the generator gave each slot's client.",
    path: 'slot_data_tracker',
    aliases: trackerAlias('/api/slot_data_tracker/:id'),
    maxAgeSeconds: 300,
    respond: (world) => slotData(world),
  },
  dataPackage: {
    description: 'The names of items and locations of a game, by their checksum.',
    path: 'datapackage/:checksum',
    aliases: [{ path: '/api/datapackage/:id', id: 'package' }],
    maxAgeSeconds: 3600,
    respond: (world, { id = '', checksum = id }) => dataPackage(world, checksum),
  },
}

const toJson = (reading: object | undefined) => reading && JSON.stringify(reading)
