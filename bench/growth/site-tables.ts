// The maximum size of every table under the worst permitted use of a site with default settings and a room with default
// options. An owner's uploads are bounded by MAX_UPLOAD and are counted once.
import { maxAbsentSidecars } from '../../durable-objects/directory/sidecars/sidecar-assignment.ts'
import { maxDeletedRooms } from '../../durable-objects/directory/storage/series-boards.ts'
import { maxKeys } from '../../durable-objects/directory/storage/stored-rate-limit.ts'
import { maxGuessCounts } from '../../durable-objects/limits/guess-rule.ts'
import { maxDays } from '../../durable-objects/pricing/daily-usage.ts'
import { maxSubscriptions } from '../../durable-objects/room/push/push-notifications.ts'
import { clipLimits } from '../../durable-objects/storage/clip-store.ts'
import { filmLimits } from '../../durable-objects/storage/film-store.ts'
import { gameBounds } from './game-tables.ts'
import { kB, MB, maxUploadBytes } from './sizes.ts'
import { boundsIn, type TableBound } from './table-bound.ts'

/** The default of the setting MAX_ROOMS. */
const rooms = 1000
/**
 * Bytes of all stored counts of wrong passwords or tokens. Each count has an address and a target of up to 128 UTF-16
 * units with 3 bytes each.
 */
const guesses = maxGuessCounts * 500
/**
 * Maximum connections of the game with the highest limit. Each connection has up to 64 KiB of unacknowledged replies,
 * and a resume state.
 */
const connections = 4096
export const siteBounds: readonly TableBound[] = [
  ...boundsIn('room', {
    room: { kind: 'fixed', rows: 1, bytes: 128 * kB, by: 'the API’s limits on each field' },
    etag: { kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
    meter: { kind: 'capped', rows: 1, bytes: 8 * kB, by: `one entry a day, for ${maxDays} days` },
    'log/*': {
      kind: 'capped',
      rows: 128,
      bytes: 128 * 16 * kB,
      by: 'two rings (the log, and events in the world), each of 64 records with 16 lines',
    },
    'chat/*': {
      kind: 'capped',
      rows: 64,
      bytes: 64 * 32 * kB,
      by: 'a ring of 64 records with 16 chat lines and their readers; deleted when no player is connected',
    },
    'write-log/*': { kind: 'capped', rows: 8, bytes: 4 * MB, by: 'a ring of 8 records of 500 kB' },
    'history/*': {
      kind: 'capped',
      rows: 1001,
      bytes: 16.1 * MB,
      by: '16 MiB of overwritten records in 1,000 rows, and one row that lists them',
    },
    'film/*': {
      kind: 'capped',
      rows: filmLimits.maxSegments,
      bytes: filmLimits.maxBytes,
      by: 'with the option `film`: 64 MiB and one row for each minute of a week; new minutes overwrite the oldest',
    },
    'clip/*': {
      kind: 'capped',
      rows: clipLimits.maxClips * 5,
      bytes: clipLimits.maxClips * clipLimits.maxBytes,
      by: '20 clips of 4 MiB each',
    },
    admitted: { kind: 'capped', rows: 1, bytes: 40 * kB, by: '500 admitted addresses' },
    'ban/*': {
      kind: 'capped',
      rows: 1000,
      bytes: 1.5 * MB,
      by: '1,000 bans; a new one replaces the one that expires first',
    },
    'mute/*': {
      kind: 'capped',
      rows: 1000,
      bytes: 1.5 * MB,
      by: '1,000 mutes; a new one replaces the one that expires first',
    },
    'report/*': {
      kind: 'capped',
      rows: 100,
      bytes: 2 * MB,
      by: '100 reports of 20 lines each; deleted after 30 days',
    },
    'story/*': {
      kind: 'capped',
      rows: 301,
      bytes: 100 * (60 * kB + 98 * kB) + 200 * kB,
      by: '100 stories of 100 players each, 100 pictures of 240 × 135 pixels, the current story, and a board',
    },
    'webhook/*': { kind: 'capped', rows: 4, bytes: 256 * kB, by: '4 webhooks with 60 events each' },
    webhooks: { kind: 'capped', rows: 1, bytes: 256, by: 'times of the last 12 webhook creations' },
    'push/*': {
      kind: 'capped',
      rows: maxSubscriptions,
      bytes: maxSubscriptions * kB,
      by: `${maxSubscriptions} subscribed browsers; deleted when the push service reports that a subscription ended`,
    },
    push: { kind: 'fixed', rows: 1, bytes: 16, by: 'the time of the last notification' },
    guesses: { kind: 'capped', rows: 1, bytes: guesses, by: `${maxGuessCounts} counts of wrong passwords` },
    space: { kind: 'fixed', rows: 1, bytes: 32, by: 'one record' },
    'session/*': {
      kind: 'passing',
      rows: connections,
      bytes: connections * 128 * kB,
      by: 'one row per connection; deleted 61 s after the connection ends',
    },
    'resume-state/*': {
      kind: 'passing',
      rows: connections,
      bytes: connections * 8 * kB,
      by: 'one row per connection; deleted 61 s after the connection ends',
    },
    creation: {
      kind: 'passing',
      rows: 1,
      bytes: 128 * kB,
      by: 'one record; deleted after the creation of the room',
    },
    'creation/*': {
      kind: 'passing',
      rows: 2 * 129,
      bytes: 2 * maxUploadBytes,
      by: 'twice MAX_UPLOAD; deleted after the creation of the room',
    },
    record: {
      kind: 'capped',
      rows: 0,
      bytes: 0,
      by: 'the SQL table with all records above; not counted again',
    },
    snapshot_copy: {
      kind: 'passing',
      rows: 4 * 100_000,
      bytes: 4 * maxUploadBytes,
      by: 'records that change during 4 simultaneous exports; deleted when the export ends',
    },
  }),
  ...gameBounds,
  ...boundsIn('directory', {
    room: {
      kind: 'capped',
      rows: rooms,
      bytes: rooms * 64 * kB,
      by: 'MAX_ROOMS; further rooms require the site token',
    },
    assignment: { kind: 'capped', rows: rooms, bytes: rooms * 200, by: 'one row per room' },
    listener: {
      kind: 'capped',
      rows: rooms * 32,
      bytes: rooms * 32 * 500,
      by: 'each entry of a room’s `listen` at 2 sidecars',
    },
    public_id: { kind: 'capped', rows: rooms * 4, bytes: rooms * 4 * 150, by: '4 ids per room' },
    shared_content: { kind: 'capped', rows: rooms * 256, bytes: rooms * 256 * 340, by: '256 rows per room' },
    series_board: {
      kind: 'capped',
      rows: rooms + maxDeletedRooms,
      bytes: (rooms + maxDeletedRooms) * 42 * kB,
      by: `one row per room with 50 players, and ${maxDeletedRooms.toLocaleString('en-US')} rows of deleted rooms for two years`,
    },
    reservation: { kind: 'passing', rows: rooms, bytes: rooms * 120, by: 'each row expires after 60 s' },
    removed: { kind: 'passing', rows: rooms, bytes: rooms * 120, by: 'each row expires after 24 h' },
    creation_rate: {
      kind: 'passing',
      rows: maxKeys,
      bytes: maxKeys * 80,
      by: 'addresses that created a room in the last 10 min',
    },
    sidecar: {
      kind: 'capped',
      rows: maxAbsentSidecars + 64,
      bytes: (maxAbsentSidecars + 64) * 200,
      by: `${maxAbsentSidecars} disconnected sidecars, each for one week`,
    },
    webhook_rate: {
      kind: 'passing',
      rows: maxKeys,
      bytes: maxKeys * 300,
      by: `${maxKeys.toLocaleString('en-US')} webhook targets, each for one hour`,
    },
    push_keys: { kind: 'fixed', rows: 1, bytes: 200, by: 'one key pair' },
    guesses: { kind: 'capped', rows: 1, bytes: guesses, by: `${maxGuessCounts} counts of wrong tokens` },
  }),
  ...boundsIn('uploads', {
    'came/*': { kind: 'passing', rows: 1000, bytes: 1000 * 50, by: 'each row expires after 15 min' },
    'file/*': {
      kind: 'passing',
      rows: 1000 * 129,
      bytes: 1000 * maxUploadBytes,
      by: 'MAX_UPLOAD; each upload expires after 15 min',
    },
  }),
  ...boundsIn('state folder', {
    adminToken: { kind: 'fixed', rows: 1, bytes: 44, by: 'one file' },
    sidecarToken: { kind: 'fixed', rows: 1, bytes: 44, by: 'one file' },
    'lock.json': { kind: 'passing', rows: 1, bytes: 200, by: 'one file while the site runs' },
    worlds: {
      kind: 'capped',
      rows: 0,
      bytes: 0,
      by: 'the databases with all tables above; not counted again',
    },
  }),
]
