// Progress of a room that is being created and is in no list yet.

import type { Answers } from '../api/responses/answers.ts'
import { notFound } from '../api/responses/api-error.ts'
import type { AppContext } from '../context/routing.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'

/** Undefined if no room of that name is being created. Calls an object only if the Directory has reserved the name. */
export async function creationProgressOf(
  c: AppContext,
  name: string,
): Promise<Answers['Founding'] | undefined> {
  if ((await directoryStub(c.env).reservedGeneration(name)) === undefined) return undefined
  // The room reports no progress before its creation starts.
  return { room: name, share: (await roomStub(c.env, name).creationProgress()) ?? 0 }
}

/** Like `creationProgressOf`, but throws 404 instead of returning undefined. */
export async function requireCreationProgress(c: AppContext, name: string): Promise<Answers['Founding']> {
  const progress = await creationProgressOf(c, name)
  if (!progress) throw notFound('no room of this name is being created')
  return progress
}
