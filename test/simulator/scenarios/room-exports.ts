// Exports of a room while people play. Each export must show the room at one instant, and an import of it must equal
// the room. A room with a history can also be exported as of an earlier time. Each such export has the same result, and
// a copy of the room can go back to that time.
import type { Room } from '../../../durable-objects/room/room.ts'
import type { ImportRoomRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Records, StoredValue } from '../../../durable-objects/storage/records.ts'
import { WriteLogRecords } from '../../../durable-objects/storage/write-log-records.ts'
import type { Game } from '../../../games/game.ts'
import { type ExportHead, ExportReader, exportedKeyPrefixes } from '../../../wire/export/room-export.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { goingOn } from '../../room/history/exported-world.ts'
import { InvariantError, violate } from '../core/game-model.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import type { SimulatedObject } from '../platform/durable-object.ts'
import { joinParts, RecordDisk } from '../platform/record-disk.ts'
import { nativeSha256 } from '../platform/secrets.ts'
import { createSingleRoom } from '../platform/single-room.ts'
import { eraseSomebody } from './erasure.ts'

/** Milliseconds between two chunks of an export, in which other writes happen. */
const betweenMs = 3
const maxBytes = 1e9
/** Maximum exports per run, because each takes as long as several steps. */
const maxExports = 2

export interface ExportsSettings {
  readonly scheduler: Scheduler
  readonly game: Game
  readonly room: SimulatedObject<Room>
  readonly disk: RecordDisk
  host(platform: Parameters<SimulatedObject<Room>['settings']['host']>[0]): Room
  broken(error: InvariantError): void
  readonly random: SeededRandom
  /**
   * The largest skew that the room's clock has had. An import refuses a film that is more than a day ahead of the
   * importing machine's clock.
   */
  maxSkewMs(): number
  wasSetBack(): boolean
  logLine(line: () => string): void
}

interface Exported {
  readonly bytes: Uint8Array
  readonly expected: ReadonlyMap<string, string>
  readonly earlier: Earlier | undefined
}

/** The world's records at a time (in milliseconds since 1970), from an export made later. */
interface Earlier extends ExportedWorld {
  readonly at: number
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
    const earlier = await this.#earlier(hosted)
    if (room.hosted !== hosted) return new Promise(() => {})
    const leaving = hosted.exportRoom(undefined)
    if (typeof leaving !== 'object') return undefined
    const expected = textsOf(this.#settings.disk.records('present'))
    const pieces: Uint8Array[] = []
    for (let piece = leaving.next(); piece; piece = leaving.next()) {
      pieces.push(piece)
      await scheduler.resolveAfter(betweenMs, () => undefined)
      // A lost instance sends nothing more.
      if (room.hosted !== hosted) return new Promise(() => {})
    }
    return { bytes: concatBytes(pieces), expected, earlier }
  }

  /**
   * The world at the earliest time of the history. Undefined if the room keeps no history, or if a crash could still
   * undo the last writes.
   */
  async #earlier(hosted: Room): Promise<Earlier | undefined> {
    const { since } = (await hosted.readTimeline(0)) ?? {}
    if (since === undefined || !this.#settings.disk.isCommitted) return undefined
    const at = Date.parse(since)
    const earlier = worldAt(hosted, at)
    // The second of `at` must be over.
    return Math.floor(at / 1000) < Math.floor(earlier.exportedAt / 1000) ? { at, ...earlier } : undefined
  }

  /** Imports the last export into another object. The caller advances time. Resolves after the comparison. */
  async importLast(): Promise<void> {
    if (!this.#last) return
    const { scheduler, game, host, logLine, maxSkewMs } = this.#settings
    const disk = new RecordDisk()
    const elsewhere = createSingleRoom(scheduler, disk, host, (line) => logLine(() => line), maxSkewMs())
    const { bytes, expected, earlier } = this.#last
    const made = await elsewhere.call((room) =>
      room.createRoom({
        ...(headOf(bytes) as unknown as ImportRoomRequest),
        ...{ game: game.slug, room: 'elsewhere', generation: 1, maxUnpackedBytes: maxBytes },
        body: (async function* () {
          yield bytes
        })(),
      }),
    )
    if (!made || !('adminToken' in made)) violate('an export can be imported', JSON.stringify(made))
    const keys = disk
      .durableKeys()
      .filter((key) => exportedKeyPrefixes.some((prefix) => key.startsWith(prefix)))
    const there = new Map(keys.map((key) => [key, textOf(disk.durable(key)!)]))
    isSame(there, expected)
    // After a clock step back, later changes may be of an earlier second.
    if (earlier && !this.#settings.wasSetBack()) {
      /**
       * Checks that the world after the return is as it was at the earlier time, except that its due times have moved.
       */
      const isUnchanged = (room: Room) => {
        const { world, exportedAt } = worldAt(room, earlier.at)
        const expected = goingOn([...earlier.world], game, exportedAt - earlier.exportedAt)
        isSame(world, new Map(expected), 'an earlier time stays as it was')
        return world
      }
      const check = () => this.#settings.room.call(async (room) => isUnchanged(room))
      // One retry is enough: an older slow write may end this instance, but not the next one.
      await check().catch((error: unknown) => {
        if (error instanceof InvariantError) throw error
        return check()
      })
      await elsewhere.call(async (room) => {
        const world = isUnchanged(room)
        const rewound = await room.rewind(earlier.at)
        if (rewound !== true) violate('a copy goes back', JSON.stringify(rewound))
        isSame(worldIn(room.exportRoom(undefined)).world, world, 'a room goes back to what it was')
      })
    }
    // The imported room runs: its state is computed from its records.
    const state = await elsewhere.call((room) => room.describe())
    if (!state || !('view' in state) || state.view === null)
      violate('an export can be imported', `it shows ${JSON.stringify(state)}`)
    const keepsNames = game.personalData?.proof === 'link'
    await eraseSomebody({ scheduler, random: this.#settings.random, room: elsewhere, disk, keepsNames })
    elsewhere.lose()
  }
}

function worldAt(room: Room, at: number): ExportedWorld {
  return worldIn(room.exportAt(at))
}

/** The world's records in an export, and the room's time then in milliseconds since 1970. */
interface ExportedWorld {
  readonly exportedAt: number
  readonly world: ReadonlyMap<string, string>
}

function worldIn(leaving: ReturnType<Room['exportRoom']> | ReturnType<Room['exportAt']>): ExportedWorld {
  if (typeof leaving !== 'object' || 'refused' in leaving)
    violate('a room with a history can be exported as it was', JSON.stringify(leaving))
  const { head, texts } = readExport(piecesOf(leaving))
  const world = new Map([...texts].filter(([key]) => key.startsWith('game/')))
  return { exportedAt: Date.parse(String(head.exportedAt)), world }
}

function isWhole({ bytes, expected }: Exported): void {
  isSame(readExport([bytes]).texts, expected)
}

function* piecesOf(leaving: { next(): Uint8Array | undefined }): Generator<Uint8Array> {
  for (let piece = leaving.next(); piece; piece = leaving.next()) yield piece
}

function readExport(pieces: Iterable<Uint8Array>) {
  const read = new Map<string, StoredValue[]>()
  let head: ExportHead = {}
  const reader = new ExportReader(nativeSha256(), {
    head: (header) => (head = header),
    part: ({ key, value }) => void read.set(key, [...(read.get(key) ?? []), value]),
  })
  for (const piece of pieces) reader.read(piece)
  reader.end()
  const texts = new Map(Array.from(read, ([key, parts]) => [key, textOf(joinParts(parts)!)]))
  return { head, texts }
}

function headOf(bytes: Uint8Array): ExportHead {
  let head: ExportHead = {}
  new ExportReader(nativeSha256(), { head: (header) => (head = header), part() {} }).read(
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

function textOf(value: StoredValue): string {
  return typeof value === 'string' ? value : `bytes ${Buffer.from(value).toString('base64')}`
}

function isSame(
  there: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  rule = 'an export shows the room at one instant',
): void {
  for (const key of new Set([...there.keys(), ...expected.keys()]))
    if (there.get(key) !== expected.get(key))
      violate(rule, `${key} is ${there.get(key)?.slice(0, 60)}, and was ${expected.get(key)?.slice(0, 60)}`)
}
