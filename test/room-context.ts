// The in-memory environment of a room's parts, for tests that run one part without the whole room.
import { sha256 } from '@noble/hashes/sha2.js'
import type { Platform } from '../durable-objects/platform/platform.ts'
import { base64url, type Secrets, systemSecrets } from '../durable-objects/platform/secrets.ts'
import { RoomContext } from '../durable-objects/room/context/room-context.ts'
import { newRoomMetadata, type RoomMetadata } from '../durable-objects/room/context/room-metadata.ts'
import type { Records } from '../durable-objects/storage/records.ts'
import type { Game, Options } from '../games/game.ts'
import type { Clock } from '../wire/util/clock.ts'
import { encodeUtf8 } from '../wire/util/utf8.ts'
import { memoryRecords } from './memory-records.ts'
import { SimulatedClock } from './simulated-clock.ts'

/**
 * Hashes and compares secrets synchronously, because tests cannot await results of the thread pool in which PBKDF2
 * runs. It also accepts hashes of the real implementation.
 */
export const cheapSecrets: Secrets = {
  ...systemSecrets,
  hash: async (secret) => cheapHash(secret, base64url(crypto.getRandomValues(new Uint8Array(16)))),
  matches: async (secret, hashed) => {
    const [name, salt] = hashed.split('$')
    return name === cheapName ? hashed === cheapHash(secret, salt!) : systemSecrets.matches(secret, hashed)
  },
}

const cheapName = 'sha256'
function cheapHash(secret: string, salt: string): string {
  return [cheapName, salt, base64url(sha256(encodeUtf8(salt + secret)))].join('$')
}

export interface TestSurroundings {
  /** The game of the room. Undefined if the room does not exist. */
  readonly game?: Game
  readonly options?: Options
  /** Properties of the room's metadata that replace the defaults. */
  readonly meta?: Partial<RoomMetadata>
  readonly records?: Records
  readonly clock?: Clock
  readonly platform?: Partial<Omit<Platform, 'disk'>>
  readonly disk?: Partial<Platform['disk']>
}

/** The context of a room `harbor` without sockets. Logs nothing. */
export function testContext({
  game,
  options = {},
  meta,
  records = memoryRecords(),
  clock = new SimulatedClock(),
  platform,
  disk,
}: TestSurroundings = {}): RoomContext {
  const nowhere = { exec: () => [] }
  const context = new RoomContext(
    {
      clock,
      secrets: cheapSecrets,
      disk: {
        sql: nowhere,
        transaction: (body) => body(),
        durable: async () => {},
        setAlarm() {},
        clear: async () => {},
        ...disk,
      },
      accept() {},
      reject: (socket, frames, reason, code = 1000) => {
        for (const frame of frames) socket.send(frame)
        socket.close(code, reason)
      },
      sockets: () => [],
      log() {},
      ...platform,
    },
    game ? [game] : [],
    records,
  )
  if (!game) return context
  const room = { game: game.slug, room: 'harbor', generation: 1, title: 'Harbor', options, listen: [] }
  const own = { options, version: game.version, tokenDigest: '', seed: 'test' }
  context.meta = { ...newRoomMetadata(room, own, clock.now()), ...meta }
  return context
}
