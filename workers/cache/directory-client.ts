// The Directory's lists, cached for a moment and the same for every client. The nearest address of a room is chosen
// afterwards, per client.
import type { ListedRoom, RoomPage } from '../../durable-objects/rpc/directory-rpc.ts'
import type { AppContext } from '../context/routing.ts'
import { directoryStub } from '../platform/stubs.ts'
import { cachedRead, staleMs } from './cache-policy.ts'

export class DirectoryClient {
  readonly #freshMs: number

  /** `fresh`: how long an answer of the Directory stays fresh, in milliseconds. */
  constructor(freshMs: number) {
    this.#freshMs = freshMs
  }

  /** Rooms by name, after `after`; `next` is the `after` of the next page, if there is one. */
  async page(c: AppContext, after: string, limit: number): Promise<RoomPage> {
    const load = () => directoryStub(c.env).listRoomPage({ after, limit })
    const weigh = ({ rooms }: RoomPage) => 1 + rooms.length
    return (await cachedRead(c, `page ${limit} ${after}`, this.#ttl(c), load, weigh)).value!
  }

  /** The Directory's entry of a room. */
  async room(c: AppContext, name: string): Promise<ListedRoom | undefined> {
    return (await cachedRead(c, `room ${name}`, this.#ttl(c), () => directoryStub(c.env).getRoom(name))).value
  }

  #ttl(c: AppContext) {
    return { fresh: this.#freshMs, stale: staleMs(c), maxAge: this.#freshMs }
  }
}
