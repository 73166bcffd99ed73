// A Room of the real games with SQLite in memory, without a Worker: created, exported, imported, drawn and played as in
// a Durable Object.
import { DatabaseSync } from 'node:sqlite'
import type { Disk, Platform, Socket } from '../../durable-objects/platform/platform.ts'
import { readExportHead } from '../../durable-objects/room/create/room-import.ts'
import { Room, type RoomSettings } from '../../durable-objects/room/room.ts'
import type { ImportRoomRequest } from '../../durable-objects/rpc/rpc-types.ts'
import { type SqlValue, type StoredValue, toStoredValue } from '../../durable-objects/storage/records.ts'
import type { Frame, Game, Options } from '../../games/game.ts'
import { cheapSecrets } from '../room-context.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { MemorySocket } from './memory-socket.ts'

/** `sent`: the files that the owner uploads, by field. */
export interface Created {
  readonly game: Game
  readonly options?: Options
  readonly sent?: { readonly [field: string]: Uint8Array }
  /** The Directory. If it is absent, a Directory that accepts every call is used. */
  readonly directory?: RoomSettings['directory']
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

export class MemoryRoom {
  readonly clock = new SimulatedClock()
  readonly logged: string[] = []
  readonly room: Room
  readonly #game: Game
  readonly #disk: Disk

  private constructor(
    game: Game,
    disk: Disk,
    directory: RoomSettings['directory'] = { announce: async () => undefined, removeRoom: async () => {} },
  ) {
    this.#game = game
    this.#disk = disk
    const sockets: Socket[] = []
    const platform: Platform = {
      clock: this.clock,
      secrets: cheapSecrets,
      disk,
      accept: (socket) => void sockets.push(socket),
      reject(socket, frames, reason) {
        for (const frame of frames) socket.send(frame)
        socket.close(1000, reason)
      },
      sockets: () => sockets.filter(({ readyState }) => readyState === 1),
      log: (level, line) => {
        if (level !== 'info') this.logged.push(line)
      },
    }
    this.room = new Room({ games: [game], platform, directory })
  }

  /** Creates a room. Throws the game's refusal. */
  static async created({ game, options = {}, sent = {}, directory }: Created): Promise<MemoryRoom> {
    const made = new MemoryRoom(game, memoryDisk(), directory)
    const files = Object.entries(sent).map(([field, bytes]) => ({ field, name: field, body: once(bytes) }))
    const request = {
      game: game.slug,
      room: 'kept',
      generation: 1,
      title: 'Kept',
      options,
      listen: [],
      files,
    }
    let answer = await made.room.createRoom(request)
    while (answer && 'inProgress' in answer) answer = await made.room.continueCreation(1)
    if (!answer || !('adminToken' in answer)) throw new Error(`not created: ${JSON.stringify(answer)}`)
    return made
  }

  /** Imports a room from an export file. Throws the refusal of the import. */
  static async imported(game: Game, file: Uint8Array): Promise<MemoryRoom> {
    const made = new MemoryRoom(game, memoryDisk())
    const { exportedAt, ...head } = (await readExportHead(once(file))) as unknown as ImportRoomRequest & {
      readonly exportedAt: string
    }
    const answer = await made.room.createRoom({
      ...head,
      generation: 1,
      maxUnpackedBytes: 1e9,
      body: once(file),
    })
    if (!answer || !('adminToken' in answer)) throw new Error(`not imported: ${JSON.stringify(answer)}`)
    return made
  }

  /** Every record on the disk, including those that exports leave out. */
  get records(): readonly (readonly [key: string, value: StoredValue])[] {
    const rows = [...this.#disk.sql.exec('SELECT key, value FROM record ORDER BY key, part')]
    return rows.map(({ key, value }) => [String(key), toStoredValue(value)] as const)
  }

  exported(): Uint8Array {
    return readAll(this.room.exportRoom(undefined))
  }

  /** An export of the room as it was at `at`, in milliseconds since 1970. */
  exportedAt(at: number): Uint8Array {
    return readAll(this.room.exportAt(at))
  }

  enter(frames: readonly Frame[], address = '127.0.0.1'): MemorySocket {
    const socket = new MemorySocket()
    if (!this.room.acceptClient(socket, { address, compressed: false }))
      throw new Error(`${this.#game.slug}: there is no room`)
    for (const frame of frames) this.room.socketMessage(socket, frame)
    return socket
  }
}

function readAll(snapshot: ReturnType<Room['exportRoom']> | ReturnType<Room['exportAt']>): Uint8Array {
  if (typeof snapshot !== 'object' || 'refused' in snapshot)
    throw new Error(`not exported: ${JSON.stringify(snapshot)}`)
  const pieces: Uint8Array[] = []
  for (let piece = snapshot.next(); piece; piece = snapshot.next()) pieces.push(piece)
  snapshot.end()
  return Buffer.concat(pieces)
}

/** Returns bytes as buffers, as the platform does. */
function memoryDisk(): Disk {
  const database = new DatabaseSync(':memory:')
  const out = (value: unknown) => (value instanceof Uint8Array ? value.slice().buffer : value) as SqlValue
  let depth = 0
  return {
    sql: {
      exec(query, ...bindings) {
        const rows = database.prepare(query).all(...(bindings as (string | number | null)[]))
        return rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, out(value)])),
        ) as never
      },
    },
    transaction(body) {
      const name = `nested${depth++}`
      database.exec(`SAVEPOINT ${name}`)
      try {
        const result = body()
        database.exec(`RELEASE ${name}`)
        return result
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
        throw error
      } finally {
        depth--
      }
    },
    durable: async () => {},
    setAlarm() {},
    async clear() {
      for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all())
        database.exec(`DROP TABLE "${String(name)}"`)
    },
  }
}
