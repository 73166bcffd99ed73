import type { Clock } from '../../wire/util/clock.ts'
import type { SqlStorage } from '../storage/records.ts'
import type { Platform, Socket } from './platform.ts'
import { systemSecrets } from './secrets.ts'

export function createPlatform(ctx: DurableObjectState, clock: Clock): Platform {
  const { storage } = ctx
  return {
    clock,
    secrets: systemSecrets,
    disk: {
      sql: storage.sql as unknown as SqlStorage,
      get storedBytes() {
        return storage.sql.databaseSize
      },
      transaction: (body) => storage.transactionSync(body),
      durable: () => storage.sync(),
      setAlarm(at) {
        if (at === undefined) void storage.deleteAlarm()
        else void storage.setAlarm(at)
      },
      async clear() {
        await storage.deleteAll()
        await storage.sync()
      },
    },
    accept: (socket, tag) => ctx.acceptWebSocket(socket as unknown as WebSocket, [tag]),
    sockets: (tag) => ctx.getWebSockets(tag) as unknown as Socket[],
    lastPing: (socket) => ctx.getWebSocketAutoResponseTimestamp(socket as unknown as WebSocket)?.getTime(),
    reject(socket, frames, reason, code = 1000) {
      // Accepted without hibernation. With it, workerd would delay the close for a client that has sent nothing until
      // the object hibernates, and the object does not hibernate while others play.
      ;(socket as unknown as WebSocket).accept()
      for (const frame of frames) socket.send(frame)
      socket.close(code, reason)
    },
    async deflate(bytes) {
      const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
      return new Uint8Array(await new Response(packed).arrayBuffer())
    },
    log: (level, line) => console[level](line),
  }
}
