// Exports of a room while people play. Each export must show the room at one instant, and an import of it
// must equal the room.
import { newSha256 } from '../../../durable-objects/room/export/room-export.ts'
import type { Room } from '../../../durable-objects/room/room.ts'
import type { ImportRoomRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Records, Stored } from '../../../durable-objects/storage/records.ts'
import { WriteLogRecords } from '../../../durable-objects/storage/write-log-records.ts'
import type { Game } from '../../../games/game.ts'
import { type ExportHead, ExportReader, exportedKeyPrefixes } from '../../../wire/export/room-export.ts'
import { encodeBase64 } from '../../../wire/util/base64.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { InvariantError } from '../core/game-model.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SimulatedObject } from '../platform/durable-object.ts'
import { joinParts, RecordDisk } from '../platform/record-disk.ts'
import { createSingleRoom } from '../platform/single-room.ts'

/** The pause between two chunks in milliseconds, for concurrent writes. */
const betweenMs = 3
const maxBytes = 1e9
/** Per run, because each export takes as long as several steps. */
const maxExports = 2

export interface ExportsSettings {
  readonly scheduler: Scheduler
  readonly game: Game
  readonly room: SimulatedObject<Room>
  readonly disk: RecordDisk
  host(platform: Parameters<SimulatedObject<Room>['settings']['host']>[0]): Room
  broken(error: InvariantError): void
  logLine(line: () => string): void
}

interface Exported {
  readonly bytes: Uint8Array
  readonly expected: ReadonlyMap<string, string>
}

export class RoomExports {
  readonly #settings: ExportsSettings
  #last: Exported | undefined
  #begun = 0

  constructor(settings: ExportsSettings) {
    this.#settings = settings
  }

  begin(): void {
    if (++this.#begun > maxExports) return
    const { room, logLine, broken } = this.#settings
    const exported = room.call((hosted) => this.#read(hosted))
    exported.then(
      (file) => {
        if (!file) return
        try {
          isWhole(file)
          this.#last = file
        } catch (error) {
          broken(new InvariantError('an export shows the room at one instant', String(error)))
        }
      },
      (error: unknown) => logLine(() => `the export failed: ${String(error)}`),
    )
  }

  async #read(hosted: Room): Promise<Exported | undefined> {
    const { room, scheduler } = this.#settings
    const leaving = hosted.exportRoom(undefined)
    if (typeof leaving !== 'object') return undefined
    const expected = this.#present()
    const pieces: Uint8Array[] = []
    for (let piece = leaving.next(); piece; piece = leaving.next()) {
      pieces.push(piece)
      await scheduler.resolveAfter(betweenMs, () => undefined)
      // A lost instance sends nothing more.
      if (room.hosted !== hosted) return new Promise(() => {})
    }
    return { bytes: concatBytes(pieces), expected }
  }

  /** The expected contents of an export that starts now. */
  #present(): ReadonlyMap<string, string> {
    const { disk } = this.#settings
    return textsOf({
      get: (key) => disk.present(key),
      list: (prefix) =>
        disk
          .presentKeys()
          .filter((key) => key.startsWith(prefix))
          .map((key): [string, Stored] => [key, disk.present(key)!]),
      write() {
        throw new Error('the durable records are read-only')
      },
    })
  }

  /** Imports the last export into another object. The caller advances time. Resolves after the comparison. */
  async importLast(): Promise<void> {
    if (!this.#last) return
    const { scheduler, game, host, logLine } = this.#settings
    const disk = new RecordDisk()
    const elsewhere = createSingleRoom(scheduler, disk, host, (line) => logLine(() => line))
    const { bytes, expected } = this.#last
    const made = await elsewhere.call((room) =>
      room.createRoom({
        ...(headOf(bytes) as unknown as ImportRoomRequest),
        ...{ game: game.slug, room: 'elsewhere', generation: 1, maxUnpackedBytes: maxBytes },
        body: (async function* () {
          yield bytes
        })(),
      }),
    )
    if (!made || !('adminToken' in made))
      throw new InvariantError('an export can be imported', JSON.stringify(made))
    const keys = disk
      .durableKeys()
      .filter((key) => exportedKeyPrefixes.some((prefix) => key.startsWith(prefix)))
    const there = new Map(keys.map((key) => [key, textOf(disk.durable(key)!)]))
    isSame(there, expected)
    // The imported room runs: its state is computed from its records.
    const state = await elsewhere.call((room) => room.describe())
    if (!state || !('view' in state) || state.view === null)
      throw new InvariantError('an export can be imported', `it shows ${JSON.stringify(state)}`)
    elsewhere.lose()
  }
}

function isWhole({ bytes, expected }: Exported): void {
  const read = new Map<string, Stored[]>()
  const reader = new ExportReader(newSha256(), {
    head() {},
    part: ({ key, value }) => void read.set(key, [...(read.get(key) ?? []), value]),
  })
  reader.read(bytes)
  reader.end()
  isSame(new Map(Array.from(read, ([key, parts]) => [key, textOf(joinParts(parts)!)])), expected)
}

function headOf(bytes: Uint8Array): ExportHead {
  let head: ExportHead = {}
  new ExportReader(newSha256(), { head: (header) => (head = header), part() {} }).read(
    bytes.subarray(0, bytes.indexOf(10) + 1),
  )
  return head
}

function textsOf(records: Records): ReadonlyMap<string, string> {
  const packed = new WriteLogRecords(records)
  return new Map(
    exportedKeyPrefixes.flatMap((prefix) =>
      Array.from(packed.list(prefix), ([key, value]) => [key, textOf(value)] as const),
    ),
  )
}

function textOf(value: Stored): string {
  return typeof value === 'string' ? `text ${value}` : `bytes ${encodeBase64(value)}`
}

function isSame(there: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): void {
  for (const key of new Set([...there.keys(), ...expected.keys()]))
    if (there.get(key) !== expected.get(key))
      throw new InvariantError(
        'an export shows the room at one instant',
        `${key} is ${there.get(key)?.slice(0, 60)}, and was ${expected.get(key)?.slice(0, 60)}`,
      )
}
