// The maximum size of every table under the worst permitted use: for a room with default options, and a site with
// default settings. Uploads of an owner are bounded by MAX_UPLOAD, and count once.
import { maxGoneSidecars } from '../../durable-objects/directory/sidecars/sidecar-assignment.ts'
import { maxDeletedRooms } from '../../durable-objects/directory/storage/series-boards.ts'
import { maxKeys } from '../../durable-objects/directory/storage/stored-rate-limit.ts'
import { maxCounts } from '../../durable-objects/limits/guess-rule.ts'
import { maxSubscriptions } from '../../durable-objects/room/push/push-notifications.ts'
import { clipLimits } from '../../durable-objects/storage/clip-store.ts'
import { filmLimits } from '../../durable-objects/storage/film-store.ts'
import { maxDays } from '../../durable-objects/usage/daily-usage.ts'
import { gameBounds } from './game-tables.ts'
import { kB, MB, maxUploadBytes } from './sizes.ts'
import type { TableBound } from './table-bound.ts'

/** Default of MAX_ROOMS. */
const rooms = 1000
/** Bytes of wrong guesses: each count has an address and a target of 128 UTF-16 units, of up to 3 bytes. */
const guesses = maxCounts * 500
/** Connections of the game with the highest limit; each has 64 KiB of unacknowledged replies, and a resume state. */
const connections = 4096
export const bounds: readonly TableBound[] = [
  // ---- Every room
  { in: 'room', table: 'room', kind: 'fixed', rows: 1, bytes: 128 * kB, by: 'limits of the API' },
  { in: 'room', table: 'etag', kind: 'fixed', rows: 1, bytes: 100, by: 'one record' },
  { in: 'room', table: 'meter', kind: 'capped', rows: 1, bytes: 8 * kB, by: `${maxDays} days` },
  {
    in: 'room',
    table: 'log/*',
    kind: 'capped',
    rows: 128,
    bytes: 128 * 16 * kB,
    by: 'two rings of 64 records of 16 lines: the log, and events in the world',
  },
  {
    in: 'room',
    table: 'chat/*',
    kind: 'capped',
    rows: 64,
    bytes: 64 * 32 * kB,
    by: 'a ring of 64 records of 16 lines of chat and their readers, while players are connected',
  },
  {
    in: 'room',
    table: 'write-log/*',
    kind: 'capped',
    rows: 8,
    bytes: 4 * MB,
    by: 'a ring of 8 packs of 500 kB',
  },
  {
    in: 'room',
    table: 'history/*',
    kind: 'capped',
    rows: 1001,
    bytes: 16.1 * MB,
    by: '16 MiB and 1,000 rows of overwritten records, and their list',
  },
  {
    in: 'room',
    table: 'film/*',
    kind: 'capped',
    rows: filmLimits.maxSegments,
    bytes: filmLimits.maxBytes,
    by: '64 MiB and a week of minutes, if the option `film` is on; the oldest is overwritten',
  },
  {
    in: 'room',
    table: 'clip/*',
    kind: 'capped',
    rows: clipLimits.maxClips * 5,
    bytes: clipLimits.maxClips * clipLimits.maxBytes,
    by: '20 clips of a film, of 4 MiB each',
  },
  {
    in: 'room',
    table: 'admitted',
    kind: 'capped',
    rows: 1,
    bytes: 40 * kB,
    by: '500 addresses',
  },
  {
    in: 'room',
    table: 'ban/*',
    kind: 'capped',
    rows: 1000,
    bytes: 1.5 * MB,
    by: '1,000 bans; the first to expire is dropped',
  },
  {
    in: 'room',
    table: 'mute/*',
    kind: 'capped',
    rows: 1000,
    bytes: 1.5 * MB,
    by: '1,000 mutes; the first to expire is dropped',
  },
  {
    in: 'room',
    table: 'report/*',
    kind: 'capped',
    rows: 100,
    bytes: 2 * MB,
    by: '100 reports of 20 lines each, for 30 days',
  },
  {
    in: 'room',
    table: 'story/*',
    kind: 'capped',
    rows: 301,
    bytes: 100 * (60 * kB + 98 * kB) + 200 * kB,
    by: 'rings of 100 stories of 100 players and their pictures of 240 × 135 pixels, 100 players of the current one, and a board',
  },
  {
    in: 'room',
    table: 'webhook/*',
    kind: 'capped',
    rows: 4,
    bytes: 256 * kB,
    by: '4 webhooks with 60 events each',
  },
  { in: 'room', table: 'webhooks', kind: 'capped', rows: 1, bytes: 256, by: 'the last 12 additions' },
  {
    in: 'room',
    table: 'push/*',
    kind: 'capped',
    rows: maxSubscriptions,
    bytes: maxSubscriptions * kB,
    by: `${maxSubscriptions} browsers; deleted when their push service says so`,
  },
  { in: 'room', table: 'push', kind: 'fixed', rows: 1, bytes: 16, by: 'one time' },
  { in: 'room', table: 'guesses', kind: 'capped', rows: 1, bytes: guesses, by: `${maxCounts} counts` },
  { in: 'room', table: 'space', kind: 'fixed', rows: 1, bytes: 32, by: 'one record' },
  {
    in: 'room',
    table: 'session/*',
    kind: 'passing',
    rows: connections,
    bytes: connections * 128 * kB,
    by: 'connections; deleted 61 s after they end',
  },
  {
    in: 'room',
    table: 'resume-state/*',
    kind: 'passing',
    rows: connections,
    bytes: connections * 8 * kB,
    by: 'connections; deleted 61 s after they end',
  },
  {
    in: 'room',
    table: 'creation',
    kind: 'passing',
    rows: 1,
    bytes: 128 * kB,
    by: 'deleted after the creation',
  },
  {
    in: 'room',
    table: 'creation/*',
    kind: 'passing',
    rows: 2 * 129,
    bytes: 2 * maxUploadBytes,
    by: 'MAX_UPLOAD; deleted after the creation',
  },
  {
    in: 'room',
    table: 'record',
    kind: 'capped',
    rows: 0,
    bytes: 0,
    by: 'the table of all these records, counted above',
  },
  {
    in: 'room',
    table: 'snapshot_copy',
    kind: 'passing',
    rows: 4 * 100_000,
    bytes: 4 * maxUploadBytes,
    by: 'changes during 4 exports; deleted with them',
  },
  ...gameBounds,
  // ---- The Directory
  {
    in: 'directory',
    table: 'room',
    kind: 'capped',
    rows: rooms,
    bytes: rooms * 64 * kB,
    by: 'MAX_ROOMS; beyond it the site token is required',
  },
  { in: 'directory', table: 'assignment', kind: 'capped', rows: rooms, bytes: rooms * 200, by: 'rooms' },
  {
    in: 'directory',
    table: 'listener',
    kind: 'capped',
    rows: rooms * 32,
    bytes: rooms * 32 * 500,
    by: 'entries of `listen` at 2 sidecars',
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
    table: 'shared_content',
    kind: 'capped',
    rows: rooms * 256,
    bytes: rooms * 256 * 340,
    by: '256 per room',
  },
  {
    in: 'directory',
    table: 'series_board',
    kind: 'capped',
    rows: rooms + maxDeletedRooms,
    bytes: (rooms + maxDeletedRooms) * 42 * kB,
    by: `rooms, and ${maxDeletedRooms.toLocaleString('en-US')} deleted ones for two years; 50 players of each`,
  },
  { in: 'directory', table: 'reservation', kind: 'passing', rows: rooms, bytes: rooms * 120, by: '60 s' },
  { in: 'directory', table: 'removed', kind: 'passing', rows: rooms, bytes: rooms * 120, by: '24 h' },
  {
    in: 'directory',
    table: 'creation_rate',
    kind: 'passing',
    rows: maxKeys,
    bytes: maxKeys * 80,
    by: 'addresses that created a room in the last 10 min',
  },
  {
    in: 'directory',
    table: 'sidecar',
    kind: 'capped',
    rows: maxGoneSidecars + 64,
    bytes: (maxGoneSidecars + 64) * 200,
    by: `${maxGoneSidecars} disconnected sidecars; one week`,
  },
  {
    in: 'directory',
    table: 'webhook_rate',
    kind: 'passing',
    rows: maxKeys,
    bytes: maxKeys * 300,
    by: `${maxKeys.toLocaleString('en-US')} targets; one hour`,
  },
  { in: 'directory', table: 'push_keys', kind: 'fixed', rows: 1, bytes: 200, by: 'one key pair' },
  { in: 'directory', table: 'guesses', kind: 'capped', rows: 1, bytes: guesses, by: `${maxCounts} counts` },
  // ---- Uploads
  { in: 'uploads', table: 'came/*', kind: 'passing', rows: 1000, bytes: 1000 * 50, by: '15 min' },
  {
    in: 'uploads',
    table: 'file/*',
    kind: 'passing',
    rows: 1000 * 129,
    bytes: 1000 * maxUploadBytes,
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
    by: 'one file while it runs',
  },
  {
    in: 'state folder',
    table: 'worlds',
    kind: 'capped',
    rows: 0,
    bytes: 0,
    by: 'the databases of all tables, counted above',
  },
]
