// Measures the cost of the room's parts in this Node process, without sockets.

import { systemSecrets } from '../../durable-objects/platform/secrets.ts'
import { contextWithoutWorld, gameRecords } from '../../durable-objects/room/create/game-creation.ts'
import { type LinkSocket, SidecarGateway } from '../../durable-objects/room/gateways/sidecar-gateway.ts'
import { StaleSessionCollector } from '../../durable-objects/room/resume/stale-session-collector.ts'
import { WorldRuntime } from '../../durable-objects/room/world/world-runtime.ts'
import { type Records, TransactionStore } from '../../durable-objects/storage/records.ts'
import type { Game, GameContext, Options } from '../../games/game.ts'
import { unrestrictedModeration } from '../../games/moderation.ts'
import { isRefusal } from '../../games/refusal.ts'
import { playerSpawn } from '../../games/soaprun/board/board.ts'
import { soaprun } from '../../games/soaprun/index.ts'
import { defaultOptions } from '../../games/soaprun/options.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../games/soaprun/packets.ts'
import { SoaprunWorld } from '../../games/soaprun/world.ts'
import { memoryRecords } from '../../test/memory-records.ts'
import { testContext } from '../../test/room-context.ts'
import {
  decodeFrame,
  decodeLinkMessage,
  encodeHello,
  encodeSessionOpening,
  LinkWriter,
  recordTypes,
} from '../../wire/link/link-codec.ts'
import type { Clock } from '../../wire/util/clock.ts'
import type { Samples } from '../bench.ts'

const players = 60
const shownUnits = 16
const warmUpMs = 300
const forMs = 500
const epoch = 1

export async function measureInProcess(samples: Samples): Promise<void> {
  measureCodec(samples)
  measureLink(samples)
  const records = await usualRecords()
  measureWorld(records, samples)
  measureTurns(records, samples)
}

/** The microseconds that a run takes. */
function cost(run: () => void): number {
  repeat(run, warmUpMs)
  return repeat(run, forMs)
}

function repeat(run: () => void, ms: number): number {
  const began = performance.now()
  let elapsed = 0
  let runs = 0
  while (elapsed < ms) {
    for (let i = 0; i < 10; i++) run()
    runs += 10
    elapsed = performance.now() - began
  }
  return (elapsed * 1000) / runs
}

function measureCodec(samples: Samples): void {
  const packet = crowdedFlds()
  const bytes = fromServer.encode(packet)
  samples.add(
    'encode',
    cost(() => void fromServer.encode(packet)),
  )
  samples.add(
    'decode',
    cost(() => void fromServer.decode(bytes)),
  )
}

/** A Flds packet as in the busiest room: all other players took a step, and 16 units are in sight. */
function crowdedFlds(): FromServer {
  const nodes = [playerSpawn, { x: playerSpawn.x + 1, y: playerSpawn.y }]
  return {
    type: 'Flds',
    status: 1,
    color: 0,
    items: 0,
    weather: 0,
    players: Array.from({ length: players - 1 }, (_, index) => ({
      index,
      generation: 1,
      status: 1,
      color: index % 4,
      items: 0,
      nodes,
    })),
    units: Array.from({ length: shownUnits }, (_, index) => ({
      index,
      generation: 0,
      status: 1,
      type: index % 12,
      param: 0,
      nodes: [playerSpawn],
    })),
    tiles: [],
  }
}

function measureLink(samples: Samples): void {
  const frame = fromServer.encode(crowdedFlds())
  let message = new Uint8Array(0)
  const writer = new LinkWriter(true, (whole) => {
    message = new Uint8Array(whole)
  })
  const write = () => {
    for (let session = 1; session <= players; session++) writer.frame(session, 1, frame, true)
    writer.flush()
  }
  samples.add('link-write', cost(write) / players)
  const read = () => {
    for (const record of decodeLinkMessage(message).records) decodeFrame(record.payload, record.isText)
  }
  samples.add('link-read', cost(read) / players)
}

function measureWorld(records: Records, samples: Samples): void {
  const context = stillContext()
  const changes = new Map()
  const world = new SoaprunWorld(new TransactionStore(records, 'game/', changes), context, {
    ...defaultOptions,
    ...unlimited,
  })
  const all = Array.from({ length: players }, () => world.join()!)
  const aside = { x: playerSpawn.x + 1, y: playerSpawn.y }
  for (const player of all) world.move(player, [playerSpawn])
  let now = context.now()
  samples.add(
    'tick',
    cost(() => {
      now += world.tickMs
      world.tick(now)
    }),
  )
  let turn = 0
  const fields = () => {
    const player = all[turn++ % players]!
    world.move(player, player.place.x === playerSpawn.x ? [playerSpawn, aside] : [aside, playerSpawn])
    world.takeFieldView(player)
  }
  samples.add('fields', cost(fields))
  changes.clear()
}

/** Measures messages with sixty frames each, which the room answers with sixty frames. The room commits nothing. */
function measureTurns(records: Records, samples: Samples): void {
  const room = new LinkedRoom(records)
  const rooms = Array.from({ length: players }, (_, index) => index + 1)
  room.message(
    (up) => up.record(recordTypes.hello, 0, 0, encodeHello({ sidecar: 'bench', process: 'bench' })),
    0,
  )
  room.message((up) => {
    for (const session of rooms) up.record(recordTypes.open, session, 0, opening(session))
  })
  let seq = 0
  const toAll = (packet: FromClient) => {
    const frame = fromClient.encode(packet)
    return () => {
      seq++
      room.message((up) => {
        for (const session of rooms) up.frame(session, seq, frame)
      })
    }
  }
  const aside = { x: playerSpawn.x + 1, y: playerSpawn.y }
  toAll({ type: 'Prtc', version: 432 })()
  toAll({ type: 'myPo', nodes: [playerSpawn] })()
  const away = toAll({ type: 'myPo', nodes: [playerSpawn, aside] })
  const back = toAll({ type: 'myPo', nodes: [aside, playerSpawn] })
  const both = () => {
    away()
    back()
  }
  samples.add('turn', cost(both) / (2 * players))
  room.end()
}

function opening(session: number): Uint8Array {
  const token = session.toString(16).padStart(32, '0')
  return encodeSessionOpening({
    token,
    address: '127.0.0.1',
    transport: 'tcp',
    compressed: false,
    resumeState: undefined,
  })
}

/** A room with a sidecar's link but without a socket: the bench calls `message` with what the sidecar would send. */
class LinkedRoom {
  readonly #gateway: SidecarGateway
  readonly #runtime: WorldRuntime
  readonly #up: LinkWriter
  readonly #socket: LinkSocket
  #received = 0

  constructor(records: Records) {
    const context = testContext({
      game: soaprun as Game,
      options: { ...defaultOptions, ...unlimited },
      records,
      clock: stillClock(),
      platform: {
        secrets: { ...systemSecrets, newEpoch: () => epoch },
        log: (_level, line) => {
          throw new Error(line)
        },
      },
    })
    const runtime = new WorldRuntime(context, context.records)
    const world = { runtime, open: () => runtime }
    const staleSessions = new StaleSessionCollector(context, { ownsRecord: () => true })
    this.#runtime = runtime
    this.#gateway = new SidecarGateway(context, world, staleSessions)
    this.#socket = {
      send: () => {
        this.#received++
      },
      close: (_code, reason) => {
        throw new Error(reason)
      },
      serializeAttachment() {},
    }
    this.#up = new LinkWriter(false, (message) => this.#gateway.message(this.#socket, message, undefined))
  }

  /** Sends the room a message with these records, which also acknowledges all earlier output. */
  message(fill: (up: LinkWriter) => void, to = epoch): void {
    this.#up.epoch = to
    this.#up.number = this.#received
    fill(this.#up)
    this.#up.flush()
  }

  end(): void {
    this.#runtime.stop()
  }
}

/** Room options that turn off all rate limits. */
export const unlimited = {
  maxPacketsPerSecond: 0,
  maxDrawsPerSecond: 0,
  maxWorldDrawsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
  maxLogsPerSecond: 0,
} as const satisfies Options

async function usualRecords(): Promise<Records> {
  const records = memoryRecords()
  const nothing = { options: {}, files: new Map() }
  const created = await soaprun.createRoom(
    nothing,
    contextWithoutWorld({ clock: stillClock(), secrets: systemSecrets }),
  )
  if (isRefusal(created)) throw new Error(created.refused.detail)
  records.writeAll(gameRecords(created))
  return records
}

/** A clock that never runs a timer, because the bench calls the measured code directly. */
function stillClock(): Clock {
  return { now: () => Date.now(), after: () => ({ cancel() {} }), soon: (run) => run() }
}

function stillContext(): GameContext {
  return {
    now: () => Date.now(),
    random: () => 0.5,
    hashSecret: () => Promise.reject(new Error('no hashing here')),
    verifySecret: () => Promise.reject(new Error('no hashing here')),
    delay: () => Promise.resolve(),
    recordGuess: () => 0,
    recordCorrectGuess() {},
    chargeSteps() {},
    moderation: unrestrictedModeration,
    announce() {},
    multicast() {},
    log() {},
  }
}
