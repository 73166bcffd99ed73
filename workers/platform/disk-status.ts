// cli/runtime/worker.ts provides this binding on a self-hosted site. On Cloudflare there is no such binding.
import type { Env } from '../../durable-objects/env.ts'

const insufficientStorage = 507

/** Returns false on Cloudflare, where the Worker cannot know it. */
export async function isDiskFull({ DISK }: Pick<Env, 'DISK'>): Promise<boolean> {
  return DISK !== undefined && (await DISK.fetch('http://disk/')).status === insufficientStorage
}
