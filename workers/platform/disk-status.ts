// cli/runtime/worker.ts provides the binding DISK on a self-hosted site. On Cloudflare the binding does not exist.
import type { Env } from '../../durable-objects/env.ts'

const insufficientStorage = 507

/** Returns false on Cloudflare, where the Worker cannot find out. */
export async function isDiskFull({ DISK }: Pick<Env, 'DISK'>): Promise<boolean> {
  return DISK !== undefined && (await DISK.fetch('http://disk/')).status === insufficientStorage
}
