import { Directory } from '../../durable-objects/directory/directory.ts'
import type { Platform } from '../../durable-objects/platform/platform.ts'
import type { Game } from '../../games/game.ts'
import { SqliteDisk } from '../simulator/platform/sqlite-disk.ts'

export function memoryDirectory(games: readonly Game[], now: () => number, disk = new SqliteDisk()) {
  const logged: string[] = []
  const platform = {
    clock: { now, soon: queueMicrotask, after: () => ({ cancel() {} }) },
    ...{ disk: { sql: disk, transaction: disk.transaction.bind(disk), setAlarm() {} }, sockets: () => [] },
    log: (_: string, line: string) => logged.push(line),
  } as unknown as Platform
  return { directory: new Directory({ games, platform, askRoom: async () => false }), disk, logged }
}
