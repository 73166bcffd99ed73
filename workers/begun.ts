// A room that is being made, and is in no list yet: how far it is.
import { notFound } from './answers/error.ts'
import type { Far } from './answers/far.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'

/** Undefined: none of that name is being made. No object is asked but of a name that the Directory holds for one. */
export async function begunOf(c: Asked, name: string): Promise<Far | undefined> {
  if ((await directoryOf(c.env).held(name)) === undefined) return undefined
  // Until its first part is done it knows nothing of itself.
  return { room: name, share: (await roomNamed(c.env, name).begun()) ?? 0 }
}

/** The same; throws 404 where there is none. */
export async function mustBeBegun(c: Asked, name: string): Promise<Far> {
  const far = await begunOf(c, name)
  if (!far) throw notFound('no room of this name is being made')
  return far
}
