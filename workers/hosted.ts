// A room, for callers with its host's permissions.
import type { Asked } from './routes.ts'
import type { There } from './there.ts'
import { mustBeHost, mustShowToken } from './tokens.ts'

/** The room, for its host. Throws 401 without the room's or site's token, 404 for no room, 429 for wrong tokens. */
export async function hosted(c: Asked, there: There, name: string): ReturnType<There['room']> {
  mustShowToken(c.req.raw)
  const room = await there.room(c, name)
  await mustBeHost(c, room, name)
  return room
}
