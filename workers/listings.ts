// The Directory's lists, cached for a moment and the same for every client. The nearest address of a room is chosen
// afterwards, per client.
import type { ListedRoom, RoomsPage } from '../durable-objects/rooms.ts'
import { recently, staleMs } from './asker.ts'
import { directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'

export class Listings {
  readonly #fresh: number

  /** `fresh`: how long an answer of the Directory stays fresh, in milliseconds. */
  constructor(fresh: number) {
    this.#fresh = fresh
  }

  /** Rooms by name, after `after`; `next` is the `after` of the next page, if there is one. */
  async page(c: Asked, after: string, limit: number): Promise<RoomsPage> {
    const ask = () => directoryOf(c.env).page({ after, limit })
    const weigh = ({ rooms }: RoomsPage) => 1 + rooms.length
    return (await recently(c, `page ${limit} ${after}`, this.#times(c), ask, weigh)).answer!
  }

  /** The Directory's entry of a room. */
  async room(c: Asked, name: string): Promise<ListedRoom | undefined> {
    return (await recently(c, `room ${name}`, this.#times(c), () => directoryOf(c.env).room(name))).answer
  }

  #times(c: Asked) {
    return { fresh: this.#fresh, stale: staleMs(c), again: this.#fresh }
  }
}
