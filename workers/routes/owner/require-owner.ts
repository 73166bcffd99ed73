// A room, for callers with its host's permissions.

import type { RoomLocator } from '../../cache/room-locator.ts'
import type { AppContext } from '../../context/routing.ts'
import { requireAnyToken, requireOwnerToken } from '../../http/auth/tokens.ts'

/** The room, for its host. Throws 401 without the room's or site's token, 404 for no room, 429 for wrong tokens. */
export async function requireRoomOwner(
  c: AppContext,
  locator: RoomLocator,
  name: string,
): ReturnType<RoomLocator['room']> {
  requireAnyToken(c.req.raw)
  const room = await locator.room(c, name)
  await requireOwnerToken(c, room, name)
  return room
}
