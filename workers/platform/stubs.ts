// The stubs of Rooms, the Directory and Uploads, with the calls of room-rpc.ts, directory-rpc.ts and uploads-rpc.ts.
import type { Env } from '../../durable-objects/env.ts'
import { uploadsStub } from '../../durable-objects/rpc/stubs.ts'

export { siteRegions } from '../../durable-objects/rpc/jurisdiction.ts'
export { directoryStub, remoteClientStub, roomStub } from '../../durable-objects/rpc/stubs.ts'

/**
 * Waits for the answers of all calls. If a call fails, this function still waits for the other calls before it throws.
 * Otherwise the request could end first, which would cut off the other calls, and the next request could overtake them.
 */
export async function awaitAll<T extends readonly unknown[]>(
  calls: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(calls)
  return (await Promise.all(calls)) as unknown as T
}

/** Number of objects over which uploads are spread, so that concurrent uploads seldom delay each other. */
const uploadsObjectCount = 8

export const pickUploadsStub = (env: Env) => {
  const index = crypto.getRandomValues(new Uint8Array(1))[0]! % uploadsObjectCount
  return uploadsStub(env, `uploads-${index}`)
}
