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
import type { TableBound } from './table-bound.ts'

/** Average bytes of an item in a Crossfire record. A letter with text takes up to 800 bytes, an apple 60. */
const thing = 200
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
  // ---- Soaprun
  { in: 'soaprun', table: 'game/map', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'soaprun', table: 'game/attributes', kind: 'fixed', rows: 1, bytes: 300, by: 'one record' },
  { in: 'soaprun', table: 'game/units/start', kind: 'fixed', rows: 1, bytes: 4 * MB, by: 'the map file' },
  {
    in: 'soaprun',
    table: 'game/units',
    kind: 'capped',
    rows: 1,
    bytes: 8 * MB,
    by: 'the units of the map file',
  },
  {
    in: 'soaprun',
    table: 'game/tiles/*',
    kind: 'capped',
    rows: 66_667,
    bytes: 8 * MB,
    by: '1,000,000 cells, stored in chunks of 128 changes',
  },
  { in: 'soaprun', table: 'game/players/seq', kind: 'fixed', rows: 1, bytes: 100, by: '63 players' },
  {
    in: 'soaprun',
    table: 'game/players/returning',
    kind: 'capped',
    rows: 1,
    bytes: 32 * kB,
    by: '63 players',
  },
  // ---- Arcane Sector
  ...(['terrain', 'variants', 'start', 'spawners', 'townsfolk'] as const).map(
    (key): TableBound => ({
      ...{ in: 'arcane-sector', table: `game/${key}`, kind: 'fixed', rows: 1, bytes: 2 * MB, by: 'the map' },
    }),
  ),
  { in: 'arcane-sector', table: 'game/counter', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  {
    in: 'arcane-sector',
    table: 'game/spawned',
    kind: 'fixed',
    rows: 1,
    bytes: 256 * kB,
    by: 'the spawners of the map',
  },
  {
    in: 'arcane-sector',
    table: 'game/monsters',
    kind: 'capped',
    rows: 1,
    bytes: 1 * MB,
    by: 'one monster per 400 tiles of land',
  },
  {
    in: 'arcane-sector',
    table: 'game/player/*',
    kind: 'capped',
    rows: maxPlayers,
    bytes: maxPlayers * 16 * kB,
    by: '256 player ids; unused ids are reassigned',
  },
  {
    in: 'arcane-sector',
    table: 'game/password/*',
    kind: 'capped',
    rows: maxPlayers,
    bytes: maxPlayers * 200,
    by: '256 player ids',
  },
  {
    in: 'arcane-sector',
    table: 'game/ground/*',
    kind: 'capped',
    rows: 40_000,
    bytes: 40_000 * 200,
    by: '16,384 generated items, and the inventories of 256 players',
  },
  // ---- DOOM-2077
  { in: 'doom-2077', table: 'game/maps', kind: 'fixed', rows: 1, bytes: 64 * kB, by: 'the WAD' },
  { in: 'doom-2077', table: 'game/map/*', kind: 'fixed', rows: 100, bytes: maxUploadBytes, by: 'the WAD' },
  {
    in: 'doom-2077',
    table: 'game/match',
    kind: 'capped',
    rows: 1,
    bytes: 1 * MB,
    by: 'the players of a match',
  },
  { in: 'doom-2077', table: 'game/next-id', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  {
    in: 'doom-2077',
    table: 'game/results',
    kind: 'capped',
    rows: 1,
    bytes: 20 * 64 * 200,
    by: '20 matches with 64 names each',
  },
  { in: 'doom-2077', table: 'game/honours', kind: 'capped', rows: 1, bytes: 500 * 250, by: '500 names' },
  // ---- Archipelago
  ...(['seed', 'seed/*', 'package/*', 'package-groups/*', 'files', 'file/*', 'save'] as const).map(
    (key): TableBound => ({
      ...{ in: 'archipelago', table: `game/${key}`, kind: 'fixed', rows: key.endsWith('*') ? 20_000 : 1 },
      ...{ bytes: maxUploadBytes, by: 'the file of the multiworld' },
    }),
  ),
  {
    in: 'archipelago',
    table: 'game/held/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 16 * kB,
    by: 'the locations of the multiworld; used while the room is paused',
  },
  {
    in: 'archipelago',
    table: 'game/held-goal/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 100,
    by: 'one row per slot; used while the room is paused',
  },
  {
    in: 'archipelago',
    table: 'game/checks/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 16 * kB,
    by: 'the locations of the multiworld',
  },
  {
    in: 'archipelago',
    table: 'game/items/*',
    kind: 'capped',
    rows: slots * (Math.ceil(maxCheatedItems / 64) + 32),
    bytes: slots * (maxCheatedItems + 2048) * 24,
    by: `the items of the multiworld, and ${maxCheatedItems.toLocaleString('en-US')} items per slot that the console sends`,
  },
  {
    in: 'archipelago',
    table: 'game/hints/*',
    kind: 'capped',
    rows: slots * 64,
    bytes: slots * 512 * kB,
    by: 'one hint per location',
  },
  {
    in: 'archipelago',
    table: 'game/hints-used/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 20,
    by: 'one row per slot',
  },
  {
    in: 'archipelago',
    table: 'game/slot/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * protocolLimits.frameBytes,
    by: 'one row per slot; a client may send any JSON as its status',
  },
  {
    in: 'archipelago',
    table: 'game/gather/*',
    kind: 'capped',
    rows: 4003,
    bytes: 32_000 * kB,
    by: '2,000 compressed files of 24 MiB in all, 2,000 slots, and an error of 8,000 characters',
  },
  {
    in: 'archipelago',
    table: 'game/claim/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 2 * kB,
    by: 'one row per slot, with a note of 280 characters',
  },
  {
    in: 'archipelago',
    table: 'game/feed/*',
    kind: 'capped',
    rows: 33,
    bytes: 33 * 12 * 8 * kB,
    by: 'a ring of 384 lines',
  },
  {
    in: 'archipelago',
    table: 'game/chat/*',
    kind: 'capped',
    rows: 33,
    bytes: 33 * 12 * kB,
    by: 'a ring of 384 lines of chat',
  },
  {
    in: 'archipelago',
    table: 'game/shelf/*',
    kind: 'capped',
    rows: maxKeys,
    bytes: storageLimits.room,
    by: `${maxKeys.toLocaleString('en-US')} keys, ${storageLimits.room.toLocaleString('en-US')} bytes`,
  },
  { in: 'archipelago', table: 'game/countdown', kind: 'passing', rows: 1, bytes: 100, by: 'one record' },
  { in: 'archipelago', table: 'game/options', kind: 'capped', rows: 1, bytes: 4 * kB, by: 'one record' },
  // ---- Crossfire
  { in: 'crossfire', table: 'game/ticks', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/characters', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/accounts', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/tags', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/lying', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/deep', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/hiscore', kind: 'capped', rows: 1, bytes: 100 * 250, by: '100 characters' },
  {
    in: 'crossfire',
    table: 'game/account/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 1 * kB,
    by: '`maxCharacters`, and 16 characters per account',
  },
  {
    in: 'crossfire',
    table: 'game/password/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 200,
    by: 'one row per character (`maxCharacters`)',
  },
  {
    in: 'crossfire',
    table: 'game/seen/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 200,
    by: 'one row per character (`maxCharacters`)',
  },
  {
    in: 'crossfire',
    table: 'game/character/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * (crossfirePiles(100) + 64 * kB),
    by: '`maxCharacters`, each with 100 stacks of items, and 50 stacks per container',
  },
  {
    in: 'crossfire',
    table: 'game/newcomer/*',
    kind: 'capped',
    rows: maxAddresses,
    bytes: maxAddresses * 4 * kB,
    by: `${maxAddresses.toLocaleString('en-US')} addresses, each for one day`,
  },
  {
    in: 'crossfire',
    table: 'game/party/*',
    kind: 'passing',
    rows: maxParties,
    bytes: maxParties * 2 * kB,
    by: `${maxParties} parties; deleted one hour after the last member left`,
  },
  {
    in: 'crossfire',
    table: 'game/cell/*',
    kind: 'capped',
    rows: crossfireCells,
    bytes: crossfireCells * kB + maxThingsInWorld * kB,
    by: `${maxThingsInWorld.toLocaleString('en-US')} things on the ground, up to 1 kB each`,
  },
  {
    in: 'crossfire',
    table: 'game/creatures/*',
    kind: 'capped',
    rows: 1000,
    bytes: 1000 * 256 * kB,
    by: 'the creatures that each map spawns',
  },
  {
    in: 'crossfire',
    table: 'game/tags/*',
    kind: 'capped',
    rows: 10_000,
    bytes: 10_000 * 100,
    by: 'one row per map',
  },
  {
    in: 'crossfire',
    table: 'game/seed/*',
    kind: 'capped',
    rows: 10_000,
    bytes: 10_000 * 20,
    by: 'one row per map',
  },
  {
    in: 'crossfire',
    table: 'game/reset/*',
    kind: 'capped',
    rows: 10_000,
    bytes: 10_000 * 20,
    by: 'one row per map',
  },
  {
    in: 'crossfire',
    table: 'game/ledger/*',
    kind: 'capped',
    rows: 5 * maxCharacters,
    bytes: maxCharacters * 50 * 600,
    by: '50 letters per character, 200 members per guild, 100 notices per board, and 100 wares per market',
  },
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
  {
    in: 'lan',
    table: 'game/address-key',
    kind: 'fixed',
    rows: 1,
    bytes: 24,
    by: 'the key of the node addresses',
  },
]
