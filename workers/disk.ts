// Whether the disk of a site at home is full: cli/worker.ts answers that. On Cloudflare there is none.
import type { Env } from '../durable-objects/env.ts'

const insufficientStorage = 507

/** False where nobody knows. */
export async function isDiskFull({ DISK }: Pick<Env, 'DISK'>): Promise<boolean> {
  return DISK !== undefined && (await DISK.fetch('http://disk/')).status === insufficientStorage
}
