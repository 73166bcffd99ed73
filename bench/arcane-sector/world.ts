import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '../../durable-objects/platform/clock.ts'
import { systemSecrets } from '../../durable-objects/platform/secrets.ts'
import { gameRecords } from '../../durable-objects/room/create/game-creation.ts'
import { gameContext } from '../../durable-objects/room/world/game-context.ts'
import { type StoredValue, TransactionStore } from '../../durable-objects/storage/records.ts'
import { arcaneSector } from '../../games/arcane-sector/index.ts'
import { isRefusal } from '../../games/refusal.ts'
import { isInProgress } from '../../games/room-creation.ts'
import { memoryRecords } from '../../test/memory-records.ts'
import type { Samples } from '../bench.ts'

export async function measureWorld(samples: Samples): Promise<void> {
  const context = gameContext({ platform: { clock: systemClock, secrets: systemSecrets } }, 'bench')
  const began = performance.now()
  const created = await arcaneSector.createRoom({ options: {}, files: new Map() }, context)
  if (isRefusal(created)) throw new Error(created.refused.detail)
  if (isInProgress(created)) throw new Error('the creation of the island is still in progress')
  const records = memoryRecords()
  records.writeAll(gameRecords(created))
  samples.add('generated', performance.now() - began)

  const empty = await liveBytes()
  const opening = performance.now()
  const changes = new Map<string, StoredValue | undefined>()
  const world = arcaneSector.openWorld(
    new TransactionStore(records, 'game/', changes),
    context,
    created.options,
    arcaneSector.version,
  )
  samples.add('opened', performance.now() - opening)
  samples.add('memory', ((await liveBytes()) - empty) / 1e6)
  if (world.players !== 0) throw new Error('a new world has players')
}

/**
 * Returns the bytes of live data. Runs the garbage collector three times with pauses, because V8 releases the memory of
 * arrays some time after their collection.
 */
async function liveBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    await delay(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
