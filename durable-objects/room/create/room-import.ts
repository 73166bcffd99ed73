// Imports a room from an export file (wire/EXPORT.md) of another site or of a backup. The file may come from an
// untrusted source, so its size is bounded, and its records are validated before the room exists.

import { Gunzip } from 'fflate'
import type { Game, UploadedFile, World } from '../../../games/game.ts'
import { type Refusal, refusal } from '../../../games/refusal.ts'
import { releaseBuffer } from '../../../games/shared/release-buffer.ts'
import {
  ExportError,
  type ExportHead,
  ExportReader,
  type IncrementalDigest,
} from '../../../wire/export/room-export.ts'
import { parseJsonOrUndefined } from '../../../wire/util/json.ts'
import { describeError, formatLogLine } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { banKeyPrefix, isBan, muteKeyPrefix } from '../../model/bans.ts'
import { isReport, reportKeyPrefix } from '../../model/reports.ts'
import { isLogRecord, logKeyPrefix } from '../../model/room-log.ts'
import { isStoryRecord, storyKeyPrefix } from '../../model/story.ts'
import type { Platform } from '../../platform/platform.ts'
import { newSha256 } from '../../platform/secrets.ts'
import { findInvalidClip } from '../../storage/clip-store.ts'
import { DeferredWriteRecords } from '../../storage/deferred-write-records.ts'
import { filmRefusal } from '../../storage/film-store.ts'
import { findInvalidHistory } from '../../storage/record-history.ts'
import { type RecordRow, type Records, type RecordTable, TransactionStore } from '../../storage/records.ts'
import type { RoomMetadata } from '../context/room-metadata.ts'
import { contextWithoutWorld } from './game-creation.ts'

/** Bytes that are decompressed per call. gzip expands them at most 1,032-fold. */
const gunzipChunkBytes = 4096
const readChunkBytes = 64 * 1024
/** Maximum bytes of the file's first line. */
const maxHeadBytes = 512 * 1024

/** Maximum number of bans in an imported file, and of mutes, and of reports. A room keeps all of them in memory. */
const maxListed = 1000

/** The first bytes of a gzip file. Some browsers decompress downloads, so an uploaded file can be uncompressed. */
const gzipMagic = [0x1f, 0x8b] as const

export function importRefusal(error: ExportError): Refusal {
  return refusal('file', `the file ${error.message}`, error.isRecognized ? {} : { unparseable: true })
}

/** Decompresses up to `#maxBytes`. Throws ExportError. Uncompressed files are accepted, too. */
class Decompressor {
  readonly #maxBytes: number
  readonly #gunzip: Gunzip
  #isCompressed: boolean | undefined
  #output: Uint8Array[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#gunzip = new Gunzip((piece) => this.#collect(piece))
  }

  /** The output is valid until the next call. */
  *decompress(piece: Uint8Array): Generator<Uint8Array> {
    this.#isCompressed ??= piece[0] === gzipMagic[0] && piece[1] === gzipMagic[1]
    if (!this.#isCompressed) {
      this.#collect(piece)
      yield* this.#output.splice(0)
      return
    }
    for (let at = 0; at < piece.length; at += gunzipChunkBytes) {
      try {
        this.#gunzip.push(piece.slice(at, at + gunzipChunkBytes))
      } catch (error) {
        if (error instanceof ExportError) throw error
        throw new ExportError('is damaged: it cannot be decompressed')
      }
      yield* this.#output.splice(0)
    }
  }

  #collect(piece: Uint8Array): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes)
      throw new ExportError(`is over ${this.#maxBytes} bytes when it is unpacked`, true)
    if (piece.length > 0) this.#output.push(piece)
  }
}

/** Throws ExportError. */
export async function readExportHead(chunks: AsyncIterable<Uint8Array>): Promise<ExportHead> {
  let head: ExportHead | undefined
  const reader = new ExportReader(newSha256(), { head: (read) => (head = read), part() {} })
  // The reader computes a digest, which is not used here. The decompressor's limit bounds the bytes that are hashed.
  const decompressor = new Decompressor(maxHeadBytes + gunzipChunkBytes * 1032)
  let bytes = 0
  for await (const piece of chunks)
    for (const unpacked of decompressor.decompress(piece)) {
      const end = unpacked.indexOf(10)
      bytes += end < 0 ? unpacked.length : end + 1
      if (bytes > maxHeadBytes) throw new ExportError('is not a room export: its first line is too long')
      reader.read(end < 0 ? unpacked : unpacked.subarray(0, end + 1))
      if (head) return head
    }
  throw new ExportError('is incomplete: it ends before its last line')
}

/** Each row is valid until the next row is read. `maxBytes`: the limit after decompression. Throws ExportError. */
export function* readExportRows(
  file: UploadedFile,
  maxBytes: number,
  digest: IncrementalDigest,
): Generator<RecordRow> {
  const rows: RecordRow[] = []
  const reader = new ExportReader(digest, { head() {}, part: (part) => void rows.push(part) })
  const decompressor = new Decompressor(maxBytes)
  for (let at = 0; at < file.size; at += readChunkBytes) {
    const packed = file.read(at, at + readChunkBytes)
    for (const piece of decompressor.decompress(packed)) {
      reader.read(piece)
      // An uncompressed piece is `packed` itself, which is released after its last row.
      if (piece !== packed) releaseBuffer(piece)
      for (const part of rows.splice(0)) {
        yield part
        if (typeof part.value !== 'string') releaseBuffer(part.value)
      }
    }
    releaseBuffer(packed)
  }
  reader.end()
}

/**
 * Checks that the imported room works: opens its world as the room's next instance would, and writes nothing. Returns a
 * refusal if the world cannot be opened. If only the picture fails, the failure is logged, because the room works
 * without a picture. Throws errors that the file does not cause, such as a full disk.
 */
export function validateImport(
  game: Game,
  { options, version }: Pick<RoomMetadata, 'options' | 'version'>,
  { clock, secrets, log }: Pick<Platform, 'clock' | 'secrets' | 'log'>,
  records: RecordTable,
): Refusal | undefined {
  const wrong =
    invalidRecord(records, banKeyPrefix, 'bans', isBan, maxListed) ??
    invalidRecord(records, muteKeyPrefix, 'mutes', isBan, maxListed) ??
    invalidRecord(records, reportKeyPrefix, 'reports', isReport, maxListed) ??
    invalidRecord(records, logKeyPrefix, 'log', isLogRecord) ??
    invalidRecord(records, storyKeyPrefix, 'stories', isStoryRecord)
  if (wrong) return wrong
  const invalidKey = findInvalidHistory(records)
  if (invalidKey !== undefined)
    return refusal('history', `${invalidKey} in the file is not a valid record of a history`)
  const film = filmRefusal(records, clock.now())
  if (film !== undefined) return refusal('film', film)
  const invalidClip = findInvalidClip(records)
  if (invalidClip !== undefined)
    return refusal('clips', `${invalidClip} in the file is not a valid record of a clip`)
  const store = new TransactionStore(new DeferredWriteRecords(records), 'game/', new Map())
  const context = contextWithoutWorld({ clock, secrets })
  const failed = (event: string, error: unknown) => {
    const time = new Date(clock.now()).toISOString()
    log('warn', formatLogLine('warn', time, event, { game: game.slug, detail: describeError(error) }))
  }
  let world: World
  try {
    game.limits(options)
    world = game.openWorld(store, context, options, version)
    // Opening the world does not read every record, so the state for the room's page is read too.
    game.publicState(world)
    game.files?.(world)
    if (game.sharedContent?.isGenuine?.(world) === false) throw new TypeError('shared content has a wrong id')
  } catch (error) {
    if (isStorageFull(error)) throw error
    failed('import refused', error)
    return refusal('records', `${game.slug} cannot open the records in the file`)
  }
  try {
    game.drawPicture?.(world)
  } catch (error) {
    failed('picture of an imported room not drawn', error)
  }
  return undefined
}

function invalidRecord(
  records: Records,
  prefix: string,
  field: string,
  isOne: (key: string, value: unknown) => boolean,
  most = Number.POSITIVE_INFINITY,
): Refusal | undefined {
  let count = 0
  for (const [key, value] of records.list(prefix)) {
    if (!isOne(key, typeof value === 'string' ? parseJsonOrUndefined(value) : undefined))
      return refusal(field, `${key} in the file is not a valid record of ${field}`)
    if (++count > most) return refusal(field, `the file has more than ${most} records of ${field}`)
  }
  return undefined
}
