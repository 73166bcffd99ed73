import type { Env } from '../../durable-objects/env.ts'
import { uploadsStub } from '../../durable-objects/rpc/stubs.ts'

export { siteRegions } from '../../durable-objects/rpc/jurisdiction.ts'
export { directoryStub, remoteClientStub, roomStub } from '../../durable-objects/rpc/stubs.ts'

/**
 * If a call fails, waits for the other calls before it throws the error. Otherwise the request could end first and
 * abort the other calls, or the next request could overtake them.
 */
export async function awaitAllCalls<T extends readonly unknown[]>(
  calls: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(calls)
  return (await Promise.all(calls)) as unknown as T
}

/** Uploads are spread over these objects, so that concurrent uploads seldom delay each other. */
const uploadsObjectCount = 8

export const pickUploadsStub = (env: Env) => {
  const index = crypto.getRandomValues(new Uint8Array(1))[0]! % uploadsObjectCount
  return uploadsStub(env, `uploads-${index}`)
}
