// Whether the disk of a self-hosted site is full. The binding that answers this is in cli/runtime/worker.ts; on
// Cloudflare there is none.
import type { Env } from '../../durable-objects/env.ts'

const insufficientStorage = 507

/** Whether the site's disk is full; false if unknown. */
export async function isDiskFull({ DISK }: Pick<Env, 'DISK'>): Promise<boolean> {
  return DISK !== undefined && (await DISK.fetch('http://disk/')).status === insufficientStorage
}
