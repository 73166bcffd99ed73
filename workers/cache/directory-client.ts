// Caches the Directory's lists, which do not depend on the client.
import type { ListedRoom, RoomPage } from '../../durable-objects/rpc/directory-rpc.ts'
import type { AppContext } from '../context/routing.ts'
import type { Ttl } from '../context/swr-cache.ts'
import { directoryStub } from '../platform/stubs.ts'
import { readCached, staleMs } from './cache-policy.ts'

/**
 * Lists rooms by name, starting after the name `after`. If there is a next page, pass the field `next` of this page as
 * its `after`.
 */
export async function readListedRooms(c: AppContext, after: string, limit: number): Promise<RoomPage> {
  const load = () => directoryStub(c.env).listRoomPage({ after, limit })
  const weigh = ({ rooms }: RoomPage) => 1 + rooms.length
  return (await readCached(c, `page ${limit} ${after}`, listTtl(c), load, weigh)).value!
}

/** Returns undefined if the Directory does not list the room. */
export async function readListedRoom(c: AppContext, name: string): Promise<ListedRoom | undefined> {
  return (await readCached(c, `room ${name}`, listTtl(c), () => directoryStub(c.env).getRoom(name))).value
}

function listTtl(c: AppContext): Ttl {
  const listedMs = c.get('listedMs')
  return { fresh: listedMs, stale: staleMs(c), maxAge: listedMs }
}
