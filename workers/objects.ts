// The Worker's way to the Rooms and the Directory: by name, as the calls that rooms.ts lists.
import type { DirectoryObject as Directory } from '../durable-objects/directory-object.ts'
import type { Env } from '../durable-objects/env.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from '../durable-objects/rooms.ts'
import type { Region } from '../wire/region.ts'

interface Fetched {
  fetch(request: Request): Promise<Response>
}

// Calls go by RPC, whose own types add disposal to every result and do not take recursive JSON.
/** `region`: where it is put, if it was never asked for before. */
export const roomNamed = (env: Env, name: string, region?: Region) =>
  env.ROOM.getByName(name, region && { locationHint: region }) as unknown as RoomCalls & Fetched

export const directoryOf = (env: Env) =>
  env.DIRECTORY.getByName('directory') as unknown as DirectoryCalls & Pick<Directory, 'admit'> & Fetched

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
  return env.UPLOADS.getByName(`uploads-${chosen}`) as unknown as UploadsCalls
}
