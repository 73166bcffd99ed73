// The maximum size of each game's records, by key.
import { maxPlayers } from '../../games/arcane-sector/state/player.ts'
import { maxCheatedItems } from '../../games/archipelago/commands/handlers/send-items.ts'
import { protocolLimits } from '../../games/archipelago/protocol/limits.ts'
import { maxKeys } from '../../games/archipelago/storage/data-storage.ts'
import { storageLimits } from '../../games/archipelago/storage/set-operations.ts'
import { maxThingsInWorld } from '../../games/crossfire/model/level/cell-records.ts'
import { maxParties } from '../../games/crossfire/model/state/parties.ts'
import { defaultOptions } from '../../games/crossfire/options.ts'
import { maxAddresses } from '../../games/crossfire/protocol/room/creation-limiter.ts'
import { kB, MB, maxUploadBytes } from './sizes.ts'
import { boundsIn, type TableBound } from './table-bound.ts'

/** Average bytes of an item in a Crossfire record. A letter with text takes up to 800 bytes, an apple 60. */
const thing = 200
/** Bytes of stacks of items, each of which may be a container with 50 stacks. */
const crossfirePiles = (piles: number) => piles * 51 * thing
/** Number of cells of Crossfire's built-in maps, including the generated floors of the deep. */
const crossfireCells = 60_000
const { maxCharacters } = defaultOptions
/**
 * Assumed number of slots of a multiworld. A file with more slots is larger and therefore bounded by the maximum upload
 * size.
 */
const slots = 1000

export const gameBounds: readonly TableBound[] = [
  ...boundsIn('soaprun', {
    'game/map': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/attributes': { kind: 'fixed', rows: 1, bytes: 300, by: 'one record' },
    'game/units/start': { kind: 'fixed', rows: 1, bytes: 4 * MB, by: 'the map file' },
    'game/units': { kind: 'capped', rows: 1, bytes: 8 * MB, by: 'the units of the map file' },
    'game/tiles/*': {
      kind: 'capped',
      rows: 66_667,
      bytes: 8 * MB,
      by: '1,000,000 cells, stored in chunks of 128 changes',
    },
    'game/players/seq': { kind: 'fixed', rows: 1, bytes: 100, by: '63 players' },
    'game/players/returning': { kind: 'capped', rows: 1, bytes: 32 * kB, by: '63 players' },
  }),
  ...(['terrain', 'variants', 'start', 'spawners', 'townsfolk'] as const).map(
    (key): TableBound => ({
      ...{ in: 'arcane-sector', table: `game/${key}`, kind: 'fixed', rows: 1, bytes: 2 * MB, by: 'the map' },
    }),
  ),
  ...boundsIn('arcane-sector', {
    'game/counter': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/spawned': { kind: 'fixed', rows: 1, bytes: 256 * kB, by: 'the spawners of the map' },
    'game/monsters': { kind: 'capped', rows: 1, bytes: 1 * MB, by: 'one monster per 400 tiles of land' },
    'game/player/*': {
      kind: 'capped',
      rows: maxPlayers,
      bytes: maxPlayers * 16 * kB,
      by: '256 player ids; unused ids are reassigned',
    },
    'game/password/*': { kind: 'capped', rows: maxPlayers, bytes: maxPlayers * 200, by: '256 player ids' },
    'game/ground/*': {
      kind: 'capped',
      rows: 40_000,
      bytes: 40_000 * 200,
      by: '16,384 generated items, and the inventories of 256 players',
    },
  }),
  ...boundsIn('doom-2077', {
    'game/maps': { kind: 'fixed', rows: 1, bytes: 64 * kB, by: 'the WAD' },
    'game/map/*': { kind: 'fixed', rows: 100, bytes: maxUploadBytes, by: 'the WAD' },
    'game/match': { kind: 'capped', rows: 1, bytes: 1 * MB, by: 'the players of a match' },
    'game/next-id': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/results': { kind: 'capped', rows: 1, bytes: 20 * 64 * 200, by: '20 matches with 64 names each' },
    'game/honours': { kind: 'capped', rows: 1, bytes: 500 * 250, by: '500 names' },
  }),
  ...(['seed', 'seed/*', 'package/*', 'package-groups/*', 'files', 'file/*', 'save'] as const).map(
    (key): TableBound => ({
      ...{ in: 'archipelago', table: `game/${key}`, kind: 'fixed', rows: key.endsWith('*') ? 20_000 : 1 },
      ...{ bytes: maxUploadBytes, by: 'the file of the multiworld' },
    }),
  ),
  ...boundsIn('archipelago', {
    'game/held/*': {
      kind: 'capped',
      rows: slots,
      bytes: slots * 16 * kB,
      by: 'the locations of the multiworld; used while the room is paused',
    },
    'game/held-goal/*': {
      kind: 'capped',
      rows: slots,
      bytes: slots * 100,
      by: 'one row per slot; used while the room is paused',
    },
    'game/checks/*': {
      kind: 'capped',
      rows: slots,
      bytes: slots * 16 * kB,
      by: 'the locations of the multiworld',
    },
    'game/items/*': {
      kind: 'capped',
      rows: slots * (Math.ceil(maxCheatedItems / 64) + 32),
      bytes: slots * (maxCheatedItems + 2048) * 24,
      by: `the items of the multiworld, and ${maxCheatedItems.toLocaleString('en-US')} items per slot that the console sends`,
    },
    'game/hints/*': {
      kind: 'capped',
      rows: slots * 64,
      bytes: slots * 512 * kB,
      by: 'one hint per location',
    },
    'game/hints-used/*': { kind: 'capped', rows: slots, bytes: slots * 20, by: 'one row per slot' },
    'game/slot/*': {
      kind: 'capped',
      rows: slots,
      bytes: slots * protocolLimits.frameBytes,
      by: 'one row per slot; a client may send any JSON as its status',
    },
    'game/gather/*': {
      kind: 'capped',
      rows: 4003,
      bytes: 32_000 * kB,
      by: '2,000 compressed files of 24 MiB in all, 2,000 slots, and an error of 8,000 characters',
    },
    'game/claim/*': {
      kind: 'capped',
      rows: slots,
      bytes: slots * 2 * kB,
      by: 'one row per slot, with a note of 280 characters',
    },
    'game/feed/*': { kind: 'capped', rows: 33, bytes: 33 * 12 * 8 * kB, by: 'a ring of 384 lines' },
    'game/chat/*': { kind: 'capped', rows: 33, bytes: 33 * 12 * kB, by: 'a ring of 384 lines of chat' },
    'game/shelf/*': {
      kind: 'capped',
      rows: maxKeys,
      bytes: storageLimits.room,
      by: `${maxKeys.toLocaleString('en-US')} keys, ${storageLimits.room.toLocaleString('en-US')} bytes`,
    },
    'game/countdown': { kind: 'passing', rows: 1, bytes: 100, by: 'one record' },
    'game/options': { kind: 'capped', rows: 1, bytes: 4 * kB, by: 'one record' },
  }),
  ...boundsIn('crossfire', {
    'game/ticks': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/characters': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/accounts': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/tags': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/lying': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/deep': { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    'game/hiscore': { kind: 'capped', rows: 1, bytes: 100 * 250, by: '100 characters' },
    'game/account/*': {
      kind: 'capped',
      rows: maxCharacters,
      bytes: maxCharacters * 1 * kB,
      by: '`maxCharacters`, and 16 characters per account',
    },
    'game/password/*': {
      kind: 'capped',
      rows: maxCharacters,
      bytes: maxCharacters * 200,
      by: 'one row per character (`maxCharacters`)',
    },
    'game/seen/*': {
      kind: 'capped',
      rows: maxCharacters,
      bytes: maxCharacters * 200,
      by: 'one row per character (`maxCharacters`)',
    },
    'game/character/*': {
      kind: 'capped',
      rows: maxCharacters,
      bytes: maxCharacters * (crossfirePiles(100) + 64 * kB),
      by: '`maxCharacters`, each with 100 stacks of items, and 50 stacks per container',
    },
    'game/newcomer/*': {
      kind: 'capped',
      rows: maxAddresses,
      bytes: maxAddresses * 4 * kB,
      by: `${maxAddresses.toLocaleString('en-US')} addresses, each for one day`,
    },
    'game/party/*': {
      kind: 'passing',
      rows: maxParties,
      bytes: maxParties * 2 * kB,
      by: `${maxParties} parties; deleted one hour after the last member left`,
    },
    'game/cell/*': {
      kind: 'capped',
      rows: crossfireCells,
      bytes: crossfireCells * kB + maxThingsInWorld * kB,
      by: `${maxThingsInWorld.toLocaleString('en-US')} things on the ground, up to 1 kB each`,
    },
    'game/creatures/*': {
      kind: 'capped',
      rows: 1000,
      bytes: 1000 * 256 * kB,
      by: 'the creatures that each map spawns',
    },
    'game/tags/*': { kind: 'capped', rows: 10_000, bytes: 10_000 * 100, by: 'one row per map' },
    'game/seed/*': { kind: 'capped', rows: 10_000, bytes: 10_000 * 20, by: 'one row per map' },
    'game/reset/*': { kind: 'capped', rows: 10_000, bytes: 10_000 * 20, by: 'one row per map' },
    'game/ledger/*': {
      kind: 'capped',
      rows: 5 * maxCharacters,
      bytes: maxCharacters * 50 * 600,
      by: '50 letters per character, 200 members per guild, 100 notices per board, and 100 wares per market',
    },
  }),
  ...(['lore', 'map', 'file', 'face'] as const).map(
    (key): TableBound => ({
      ...{
        in: 'crossfire',
        table: `game/${key}/*`,
        kind: 'fixed',
        rows: 20_000,
        bytes: 4 * maxUploadBytes,
        by: 'the files that the owner uploaded',
      },
    }),
  ),
  ...boundsIn('lan', {
    'game/address-key': { kind: 'fixed', rows: 1, bytes: 24, by: 'the key of the node addresses' },
  }),
]
