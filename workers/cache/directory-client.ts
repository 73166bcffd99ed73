// Reads the Directory's lists through the cache. The cached lists are the same for every client. The address nearest to
// a client is chosen afterwards.
import type { ListedRoom, RoomPage } from '../../durable-objects/rpc/directory-rpc.ts'
import type { AppContext } from '../context/routing.ts'
import { directoryStub } from '../platform/stubs.ts'
import { cachedRead, staleMs } from './cache-policy.ts'

export class DirectoryClient {
  readonly #freshMs: number

  /** `freshMs`: milliseconds for which an answer of the Directory stays fresh. */
  constructor(freshMs: number) {
    this.#freshMs = freshMs
  }

  /**
   * A page of rooms, sorted by name, that starts after the name `after`. If there is a next page, the field `next` is
   * its `after`.
   */
  async page(c: AppContext, after: string, limit: number): Promise<RoomPage> {
    const load = () => directoryStub(c.env).listRoomPage({ after, limit })
    const weigh = ({ rooms }: RoomPage) => 1 + rooms.length
    return (await cachedRead(c, `page ${limit} ${after}`, this.#ttl(c), load, weigh)).value!
  }

  /** The Directory's entry of a room, or undefined if the room is not listed. */
  async room(c: AppContext, name: string): Promise<ListedRoom | undefined> {
    return (await cachedRead(c, `room ${name}`, this.#ttl(c), () => directoryStub(c.env).getRoom(name))).value
  }

  #ttl(c: AppContext) {
    return { fresh: this.#freshMs, stale: staleMs(c), maxAge: this.#freshMs }
  }
}
