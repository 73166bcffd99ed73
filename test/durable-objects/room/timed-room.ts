// A Room inside workerd with a clock that the test advances. Tests can evict it and read its records.
import { evictDurableObject, reset, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { roomFallbacks } from '../../../durable-objects/rpc/fallbacks.ts'
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import type { CreateRoomCall, RoomState } from '../../../durable-objects/rpc/rpc-types.ts'
import { versionedStub, type WithFetch } from '../../../durable-objects/rpc/versioned-calls.ts'
import { type SqlStorage, sqlRecords } from '../../../durable-objects/storage/records.ts'
import { WriteLogRecords } from '../../../durable-objects/storage/write-log-records.ts'
import type { Json, Options } from '../../../games/game.ts'
import { clearFaults } from '../../workers/fixtures/faulty-game.ts'
import { roomClock } from '../../workers/fixtures/room-clock.ts'

/** The records as a new instance would read them. */
function recordsIn(storage: DurableObjectStorage): WriteLogRecords {
  const sql = storage.sql as unknown as SqlStorage
  return new WriteLogRecords(sqlRecords(sql, (change) => storage.transactionSync(change)))
}

export class TimedRoom {
  readonly name: string
  generation = 0
  adminToken = ''

  constructor(name = 'tally/harbor') {
    this.name = name
  }

  static create(options: Options = {}, game = 'tally'): Promise<TimedRoom> {
    return new TimedRoom(`${game}/harbor`).created({ options })
  }

  /** Creates a room from the file that a data URL contains. */
  static async fromFile(name: string, file: string, url: string, options: Options = {}): Promise<TimedRoom> {
    const body = (await (await fetch(url)).blob()).stream()
    return new TimedRoom(name).created({ options, files: [{ field: 'file', name: file, body }] })
  }

  /** Throws if the room is refused. */
  async created(request: Partial<CreateRoomCall>): Promise<this> {
    const answer = await this.createRoom(request)
    if (!answer || !('adminToken' in answer)) throw new Error(`not created: ${JSON.stringify(answer)}`)
    this.adminToken = answer.adminToken
    return this
  }

  get stub() {
    return env.TIMED.getByName(this.name)
  }

  get calls(): RoomRpc & WithFetch {
    return versionedStub(this.stub, roomFallbacks)
  }

  async createRoom(request: Partial<CreateRoomCall> = {}): ReturnType<RoomRpc['createRoom']> {
    const [game, room] = this.name.split('/') as [string, string]
    return await this.calls.createRoom({
      game,
      room,
      generation: ++this.generation,
      title: 'Harbor',
      options: {},
      listen: [],
      files: [],
      ...request,
    })
  }

  async state(): Promise<RoomState> {
    const state = await this.calls.describe()
    if (!state || 'unreadable' in state) throw new Error('not created, or unreadable')
    return state
  }

  async view(): Promise<{ totals: Record<string, number>; soft: number; ticks: number; shows: number }> {
    return (await this.state()).view as Awaited<ReturnType<TimedRoom['view']>>
  }

  async pass(ms: number): Promise<void> {
    // The Directory answers in real time. Without this call the room's simulated timeout could elapse before the
    // answer.
    await runInDurableObject(env.DIRECTORY.getByName('directory'), () => {})
    await this.inside(() => roomClock.pass(ms))
    // Runs pending continuations of promises that no caller awaits.
    await this.inside(async () => {
      for (let i = 0; i < 10; i++) await Promise.resolve()
    })
  }

  /** Ends the instance and its timers. Its sockets hibernate, or close as in a deployment. */
  async evict(webSockets: 'close' | 'hibernate' = 'hibernate'): Promise<void> {
    await evictDurableObject(this.stub, { webSockets })
    roomClock.cancelAll()
  }

  inside<R>(body: (state: DurableObjectState) => R | Promise<R>): Promise<R> {
    return runInDurableObject(this.stub, (_, state) => body(state))
  }

  tables(): Promise<unknown[]> {
    return this.inside(({ storage }) =>
      storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
        .toArray()
        .map(({ name }) => name),
    )
  }

  /** The room's records, in which bytes are lists of numbers. */
  async records(): Promise<Map<string, string | number[]>> {
    const rows = await this.inside(({ storage }) =>
      Array.from(recordsIn(storage).list(''), ([key, value]) => [
        key,
        typeof value === 'string' ? value : [...value],
      ]),
    )
    return new Map(rows as [string, string | number[]][])
  }

  async keys(prefix: string): Promise<string[]> {
    return [...(await this.records()).keys()].filter((key) => key.startsWith(prefix))
  }

  async meta(): Promise<Record<string, Json>> {
    return JSON.parse((await this.records()).get('room') as string)
  }

  async rewriteMeta(change: Record<string, Json>): Promise<void> {
    const meta = { ...(await this.meta()), ...change }
    await this.inside(({ storage }) => recordsIn(storage).compact())
    await this.write('room', JSON.stringify(meta))
    await this.evict()
  }

  async write(key: string, value: string): Promise<void> {
    await this.inside(({ storage }) => {
      storage.sql.exec('INSERT OR REPLACE INTO record (key, part, value) VALUES (?, 0, ?)', key, value)
    })
  }

  alarmAt(): Promise<number | null> {
    return this.inside(({ storage }) => storage.getAlarm())
  }

  runAlarm(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub)
  }

  failSockets(): Promise<void> {
    return runInDurableObject(this.stub, async (room: DurableObject, state) => {
      for (const socket of state.getWebSockets('direct'))
        await room.webSocketError!(socket, new Error('lost'))
    })
  }

  /** Returns a function that delivers messages of this socket to the room even after it was closed. */
  async lateTo(tag: 'direct' | 'link') {
    let socket: WebSocket | undefined
    await this.inside((state) => {
      socket = state.getWebSockets(tag)[0]
    })
    return (say: (send: (message: Uint8Array) => void) => void): Promise<void> =>
      runInDurableObject(this.stub, async (room: DurableObject) => {
        const messages: Uint8Array[] = []
        say((message) => messages.push(message))
        for (const message of messages) await room.webSocketMessage!(socket!, new Uint8Array(message).buffer)
      })
  }

  /** An upgrade request as the Worker forwards it. */
  async upgrade(path: 'play' | 'link' | 'watch', headers: Record<string, string> = {}): Promise<WebSocket> {
    const request = new Request(`https://room/${path}`, { headers: { upgrade: 'websocket', ...headers } })
    const { webSocket, status } = await this.calls.fetch(request)
    if (!webSocket) throw new Error(`no socket: ${status}`)
    return webSocket
  }
}

export async function resetStorage(): Promise<void> {
  clearFaults()
  await reset()
  roomClock.cancelAll()
}
