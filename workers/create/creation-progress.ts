import type { Answers } from '../api/responses/answers.ts'
import type { AppContext } from '../context/routing.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'

/**
 * The progress of a room's creation, or undefined if no room with this name is being created. Calls the room's object
 * only if the Directory has reserved the name.
 */
export async function creationProgressOf(
  c: AppContext,
  name: string,
): Promise<Answers['CreationProgress'] | undefined> {
  if ((await directoryStub(c.env).reservedGeneration(name)) === undefined) return undefined
  // The room reports no progress before its creation starts.
  return { room: name, share: (await roomStub(c.env, name).creationProgress()) ?? 0 }
}
