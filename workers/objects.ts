// The Worker's way to the Rooms and the Directory: by name, as the calls that rooms.ts lists.
import type { Env } from '../durable-objects/env.ts'
import { uploadsStub } from '../durable-objects/stubs.ts'

export { directoryStub as directoryOf, roomStub as roomNamed } from '../durable-objects/stubs.ts'

/**
 * What all of these calls answer. When one fails the others are waited for before that is thrown: a call that outlives its
 * request is cut off in the middle of what it does, and whoever asks next may come before it.
 */
export async function allOf<T extends readonly unknown[]>(
  calls: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(calls)
  return (await Promise.all(calls)) as unknown as T
}

/** So many objects share all uploads: what comes at once is seldom in each other's way. */
const uploadsObjects = 8

export const uploadsOf = (env: Env) => {
  const chosen = crypto.getRandomValues(new Uint8Array(1))[0]! % uploadsObjects
  return uploadsStub(env, `uploads-${chosen}`)
}
