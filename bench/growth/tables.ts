// Every table there is, and how large it may become under the worst use that is permitted: for a room with the usual options, and
// for a site with the usual settings. What a host uploads is bounded by MAX_UPLOAD, and counts once.
import { mostGone } from '../../durable-objects/carriage.ts'
import { mostTargets } from '../../durable-objects/hook-targets.ts'
import { mostDays } from '../../durable-objects/used.ts'
import { mostPlayers } from '../../games/arcane-sector/scene/player.ts'
import { mostByHand } from '../../games/archipelago/commands/cheats.ts'
import { mostKeys } from '../../games/archipelago/storage/data-storage.ts'
import { storageLimits } from '../../games/archipelago/storage/set.ts'
import { limits } from '../../games/archipelago/talk/limits.ts'
import { defaultOptions } from '../../games/crossfire/options.ts'
import { mostParties } from '../../games/crossfire/scene/parties.ts'
import { mostAddresses } from '../../games/crossfire/talk/newcomers.ts'
import type { Bound } from './bound.ts'

const [kB, MB] = [1000, 1_000_000]
/** MAX_UPLOAD. */
const upload = 64 * 1024 * 1024
/** MAX_ROOMS. */
const rooms = 1000
/** Connections of the game that takes the most; each has 64 KiB of replies that were not received, and a note. */
const connections = 4096
/** Of a thing in a record of Crossfire: with the longest name and text that a player can give it. */
const thing = 200
/** A pack or a cell of containers, each of which is full. */
const crossfirePiles = (piles: number) => piles * 51 * thing
/** Of Crossfire's own maps, the floors of the deep among them. */
const crossfireCells = 60_000
const { maxCharacters } = defaultOptions
/** Slots of a multiworld; its file may have more, and pays for them with its size. */
const slots = 1000

export const bounds: readonly Bound[] = [
  // ---- Every room
  { in: 'room', table: 'room', kind: 'fixed', rows: 1, bytes: 128 * kB, by: 'shapes of the API' },
  { in: 'room', table: 'mark', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'room', table: 'meter', kind: 'capped', rows: 1, bytes: 8 * kB, by: `${mostDays} days` },
  {
    in: 'room',
    table: 'log/*',
    kind: 'capped',
    rows: 64,
    bytes: 64 * 16 * kB,
    by: 'a ring of 64 records of 16 lines',
  },
  {
    in: 'room',
    table: 'packed/*',
    kind: 'capped',
    rows: 8,
    bytes: 4 * MB,
    by: 'a ring of 8 packs of 500 kB',
  },
  {
    in: 'room',
    table: 'ban/*',
    kind: 'capped',
    rows: 1000,
    bytes: 1.5 * MB,
    by: '1,000 bans; the one that ends first goes',
  },
  {
    in: 'room',
    table: 'webhook/*',
    kind: 'capped',
    rows: 4,
    bytes: 256 * kB,
    by: '4 webhooks, 60 news each',
  },
  { in: 'room', table: 'webhooks', kind: 'capped', rows: 1, bytes: 256, by: 'the last 12 adds' },
  {
    in: 'room',
    table: 'session/*',
    kind: 'passing',
    rows: connections,
    bytes: connections * 128 * kB,
    by: 'connections; 61 s after they ended',
  },
  {
    in: 'room',
    table: 'note/*',
    kind: 'passing',
    rows: connections,
    bytes: connections * 8 * kB,
    by: 'connections; 61 s after they ended',
  },
  {
    in: 'room',
    table: 'founding',
    kind: 'passing',
    rows: 1,
    bytes: 128 * kB,
    by: 'gone when the creation is over',
  },
  {
    in: 'room',
    table: 'founding/*',
    kind: 'passing',
    rows: 2 * 129,
    bytes: 2 * upload,
    by: 'MAX_UPLOAD; gone when the creation is over',
  },
  {
    in: 'room',
    table: 'record',
    kind: 'capped',
    rows: 0,
    bytes: 0,
    by: 'the table of all these records: counted there',
  },
  {
    in: 'room',
    table: 'aside',
    kind: 'passing',
    rows: 4 * 100_000,
    bytes: 4 * upload,
    by: 'what changes during 4 exports; gone with them',
  },
  // ---- Soaprun
  { in: 'soaprun', table: 'game/map', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'soaprun', table: 'game/attributes', kind: 'fixed', rows: 1, bytes: 300, by: 'one record' },
  { in: 'soaprun', table: 'game/units/start', kind: 'fixed', rows: 1, bytes: 4 * MB, by: 'the map file' },
  { in: 'soaprun', table: 'game/units', kind: 'capped', rows: 1, bytes: 8 * MB, by: 'units of the map file' },
  {
    in: 'soaprun',
    table: 'game/tiles/*',
    kind: 'capped',
    rows: 66_667,
    bytes: 8 * MB,
    by: '1,000,000 cells; 128 changes a chunk',
  },
  { in: 'soaprun', table: 'game/players/seq', kind: 'fixed', rows: 1, bytes: 100, by: '63 seats' },
  // ---- Arcane Sector
  ...(['terrain', 'variants', 'start', 'spawners', 'townsfolk'] as const).map(
    (key): Bound => ({
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
    by: 'spawners of the map',
  },
  {
    in: 'arcane-sector',
    table: 'game/monsters',
    kind: 'capped',
    rows: 1,
    bytes: 1 * MB,
    by: 'spawners of the map',
  },
  {
    in: 'arcane-sector',
    table: 'game/player/*',
    kind: 'capped',
    rows: mostPlayers,
    bytes: mostPlayers * 16 * kB,
    by: '256 ids; an unused one is given away',
  },
  {
    in: 'arcane-sector',
    table: 'game/password/*',
    kind: 'capped',
    rows: mostPlayers,
    bytes: mostPlayers * 200,
    by: '256 ids',
  },
  {
    in: 'arcane-sector',
    table: 'game/ground/*',
    kind: 'capped',
    rows: 40_000,
    bytes: 40_000 * 200,
    by: '16,384 items that rules make, and what 256 players carry',
  },
  // ---- DOOM-2077
  { in: 'doom-2077', table: 'game/maps', kind: 'fixed', rows: 1, bytes: 64 * kB, by: 'the WAD' },
  { in: 'doom-2077', table: 'game/map/*', kind: 'fixed', rows: 100, bytes: upload, by: 'the WAD' },
  { in: 'doom-2077', table: 'game/match', kind: 'capped', rows: 1, bytes: 1 * MB, by: 'players of a match' },
  { in: 'doom-2077', table: 'game/next-id', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  {
    in: 'doom-2077',
    table: 'game/results',
    kind: 'capped',
    rows: 1,
    bytes: 20 * 64 * 200,
    by: '20 matches of 64 names',
  },
  { in: 'doom-2077', table: 'game/honours', kind: 'capped', rows: 1, bytes: 500 * 250, by: '500 names' },
  // ---- Archipelago
  ...(['seed', 'seed/*', 'package/*', 'package-groups/*', 'files', 'file/*', 'save'] as const).map(
    (key): Bound => ({
      ...{ in: 'archipelago', table: `game/${key}`, kind: 'fixed', rows: key.endsWith('*') ? 20_000 : 1 },
      ...{ bytes: upload, by: 'the file of the multiworld' },
    }),
  ),
  {
    in: 'archipelago',
    table: 'game/checks/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 16 * kB,
    by: 'locations of the multiworld',
  },
  {
    in: 'archipelago',
    table: 'game/items/*',
    kind: 'capped',
    rows: slots * (Math.ceil(mostByHand / 64) + 32),
    bytes: slots * (mostByHand + 2048) * 24,
    by: `items of the multiworld, and ${mostByHand.toLocaleString('en-US')} a slot that nobody found`,
  },
  {
    in: 'archipelago',
    table: 'game/hints/*',
    kind: 'capped',
    rows: slots * 64,
    bytes: slots * 512 * kB,
    by: 'one hint for each location',
  },
  {
    in: 'archipelago',
    table: 'game/hints-used/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * 20,
    by: 'slots',
  },
  {
    in: 'archipelago',
    table: 'game/slot/*',
    kind: 'capped',
    rows: slots,
    bytes: slots * limits.frameBytes,
    by: 'slots; a status may fill a frame',
  },
  {
    in: 'archipelago',
    table: 'game/feed/*',
    kind: 'capped',
    rows: 32,
    bytes: 32 * 12 * 8 * kB,
    by: 'a ring of 384 lines',
  },
  {
    in: 'archipelago',
    table: 'game/shelf/*',
    kind: 'capped',
    rows: mostKeys,
    bytes: 3 * storageLimits.room,
    by: `${mostKeys.toLocaleString('en-US')} keys, ${storageLimits.room.toLocaleString('en-US')} characters`,
  },
  { in: 'archipelago', table: 'game/countdown', kind: 'passing', rows: 1, bytes: 100, by: 'one record' },
  { in: 'archipelago', table: 'game/options', kind: 'capped', rows: 1, bytes: 4 * kB, by: 'one record' },
  // ---- Crossfire
  { in: 'crossfire', table: 'game/ticks', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/characters', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/accounts', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/tags', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/deep', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'crossfire', table: 'game/hiscore', kind: 'capped', rows: 1, bytes: 100 * 250, by: '100 characters' },
  {
    in: 'crossfire',
    table: 'game/account/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 1 * kB,
    by: '`maxCharacters`; 16 characters each',
  },
  {
    in: 'crossfire',
    table: 'game/password/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 200,
    by: '`maxCharacters`',
  },
  {
    in: 'crossfire',
    table: 'game/seen/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * 200,
    by: '`maxCharacters`',
  },
  {
    in: 'crossfire',
    table: 'game/character/*',
    kind: 'capped',
    rows: maxCharacters,
    bytes: maxCharacters * (crossfirePiles(100) + 64 * kB),
    by: '`maxCharacters`; 100 piles each, with 50 in a container',
  },
  {
    in: 'crossfire',
    table: 'game/newcomer/*',
    kind: 'capped',
    rows: mostAddresses,
    bytes: mostAddresses * 4 * kB,
    by: `${mostAddresses.toLocaleString('en-US')} addresses; a day`,
  },
  {
    in: 'crossfire',
    table: 'game/party/*',
    kind: 'passing',
    rows: mostParties,
    bytes: mostParties * 2 * kB,
    by: `${mostParties} parties; an hour after the last member left`,
  },
  {
    in: 'crossfire',
    table: 'game/cell/*',
    kind: 'capped',
    rows: crossfireCells,
    bytes: crossfireCells * crossfirePiles(50),
    by: '50 piles a cell; a map is reset',
  },
  {
    in: 'crossfire',
    table: 'game/creatures/*',
    kind: 'capped',
    rows: 1000,
    bytes: 1000 * 256 * kB,
    by: 'births of each map',
  },
  { in: 'crossfire', table: 'game/tags/*', kind: 'capped', rows: 10_000, bytes: 10_000 * 100, by: 'maps' },
  { in: 'crossfire', table: 'game/seed/*', kind: 'capped', rows: 10_000, bytes: 10_000 * 20, by: 'maps' },
  { in: 'crossfire', table: 'game/reset/*', kind: 'capped', rows: 10_000, bytes: 10_000 * 20, by: 'maps' },
  {
    in: 'crossfire',
    table: 'game/ledger/*',
    kind: 'capped',
    rows: 5 * maxCharacters,
    bytes: maxCharacters * 50 * 600,
    by: '50 letters a character; 200 members a guild; 100 notices a board',
  },
  ...(['lore', 'map', 'file', 'face'] as const).map(
    (key): Bound => ({
      ...{
        in: 'crossfire',
        table: `game/${key}/*`,
        kind: 'fixed',
        rows: 20_000,
        bytes: 4 * upload,
        by: "the host's archives",
      },
    }),
  ),
  // ---- The Directory
  {
    in: 'directory',
    table: 'room',
    kind: 'capped',
    rows: rooms,
    bytes: rooms * 64 * kB,
    by: 'MAX_ROOMS, over which the site’s token is wanted',
  },
  { in: 'directory', table: 'carried', kind: 'capped', rows: rooms, bytes: rooms * 200, by: 'rooms' },
  {
    in: 'directory',
    table: 'door',
    kind: 'capped',
    rows: rooms * 32,
    bytes: rooms * 32 * 500,
    by: 'entries of `listen`, at 2 sidecars',
  },
  {
    in: 'directory',
    table: 'public_id',
    kind: 'capped',
    rows: rooms * 4,
    bytes: rooms * 4 * 150,
    by: 'rooms',
  },
  {
    in: 'directory',
    table: 'shared_id',
    kind: 'capped',
    rows: rooms * 256,
    bytes: rooms * 256 * 200,
    by: '256 a room',
  },
  { in: 'directory', table: 'reserved', kind: 'passing', rows: rooms, bytes: rooms * 120, by: '60 s' },
  { in: 'directory', table: 'removed', kind: 'passing', rows: rooms, bytes: rooms * 120, by: '24 h' },
  {
    in: 'directory',
    table: 'allowance',
    kind: 'passing',
    rows: rooms,
    bytes: rooms * 80,
    by: 'addresses that created a room in the last 10 min',
  },
  {
    in: 'directory',
    table: 'sidecar',
    kind: 'capped',
    rows: mostGone + 64,
    bytes: (mostGone + 64) * 200,
    by: `${mostGone} that are gone; a week`,
  },
  {
    in: 'directory',
    table: 'hook_target',
    kind: 'passing',
    rows: mostTargets,
    bytes: mostTargets * 300,
    by: `${mostTargets.toLocaleString('en-US')} targets; an hour`,
  },
  // ---- Uploads
  { in: 'uploads', table: 'came/*', kind: 'passing', rows: 1000, bytes: 1000 * 50, by: '15 min' },
  {
    in: 'uploads',
    table: 'file/*',
    kind: 'passing',
    rows: 1000 * 129,
    bytes: 1000 * upload,
    by: 'MAX_UPLOAD; 15 min',
  },
  // ---- At home
  { in: 'state folder', table: 'adminToken', kind: 'fixed', rows: 1, bytes: 44, by: 'one file' },
  { in: 'state folder', table: 'sidecarToken', kind: 'fixed', rows: 1, bytes: 44, by: 'one file' },
  {
    in: 'state folder',
    table: 'lock.json',
    kind: 'passing',
    rows: 1,
    bytes: 200,
    by: 'one file, while it runs',
  },
  {
    in: 'state folder',
    table: 'worlds',
    kind: 'capped',
    rows: 0,
    bytes: 0,
    by: 'the databases of all of these: counted there',
  },
]
