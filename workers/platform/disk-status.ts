// Whether the disk of a self-hosted site is full. cli/runtime/worker.ts provides the binding that answers this. On
// Cloudflare there is no such binding.
import type { Env } from '../../durable-objects/env.ts'

const insufficientStorage = 507

/** Whether the site's disk is full; false if unknown. */
export async function isDiskFull({ DISK }: Pick<Env, 'DISK'>): Promise<boolean> {
  return DISK !== undefined && (await DISK.fetch('http://disk/')).status === insufficientStorage
}
