// Stubs of the Rooms and the Directory, by name, with the calls of rpc-types.ts.
import type { Env } from '../../durable-objects/env.ts'
import { uploadsStub } from '../../durable-objects/rpc/stubs.ts'

export { siteRegions } from '../../durable-objects/rpc/jurisdiction.ts'
export { directoryStub, remoteClientStub, roomStub } from '../../durable-objects/rpc/stubs.ts'

/**
 * The answers of all calls. If one fails, waits for the others before it throws: a call that outlives its request is
 * cut off, and the next request could arrive before it.
 */
export async function awaitAll<T extends readonly unknown[]>(
  calls: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(calls)
  return (await Promise.all(calls)) as unknown as T
}

/** Uploads are spread over so many objects, so that concurrent ones seldom delay each other. */
const uploadsObjectCount = 8

export const pickUploadsStub = (env: Env) => {
  const index = crypto.getRandomValues(new Uint8Array(1))[0]! % uploadsObjectCount
  return uploadsStub(env, `uploads-${index}`)
}
