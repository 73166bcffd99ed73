// What the Directory says of rooms, as whoever asks may be told it: a moment old, and the same for everybody. Which of a
// room's addresses is the nearest to who asks is found out of it afterwards.
import type { ListedRoom, RoomsPage } from '../durable-objects/rooms.ts'
import { recently, staleMs } from './asker.ts'
import { directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'

export class Listings {
  readonly #fresh: number

  /** `fresh`: for how long what the Directory said is good, in milliseconds. */
  constructor(fresh: number) {
    this.#fresh = fresh
  }

  /** Rooms by name, behind `after`; `next` is the `after` of the next page, if there is one. */
  async page(c: Asked, after: string, limit: number): Promise<RoomsPage> {
    const ask = () => directoryOf(c.env).page({ after, limit })
    const weigh = ({ rooms }: RoomsPage) => 1 + rooms.length
    return (await recently(c, `page ${limit} ${after}`, this.#times(c), ask, weigh)).answer!
  }

  /** One room as the Directory has it. */
  async room(c: Asked, name: string): Promise<ListedRoom | undefined> {
    return (await recently(c, `room ${name}`, this.#times(c), () => directoryOf(c.env).room(name))).answer
  }

  #times(c: Asked) {
    return { fresh: this.#fresh, stale: staleMs(c), again: this.#fresh }
  }
}
