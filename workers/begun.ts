// Progress of a room that is being created and is in no list yet.
import { notFound } from './answers/error.ts'
import type { Far } from './answers/far.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'

/** Undefined: no room of that name is being created. Calls an object only if the Directory has reserved the name. */
export async function begunOf(c: Asked, name: string): Promise<Far | undefined> {
  if ((await directoryOf(c.env).held(name)) === undefined) return undefined
  // The room does not know itself until its first part is done.
  return { room: name, share: (await roomNamed(c.env, name).begun()) ?? 0 }
}

/** The same, but throws 404 for undefined. */
export async function mustBeBegun(c: Asked, name: string): Promise<Far> {
  const far = await begunOf(c, name)
  if (!far) throw notFound('no room of this name is being made')
  return far
}
