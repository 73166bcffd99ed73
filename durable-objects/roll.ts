// All rooms as a survey tells of them, kept in memory from the first survey on: to read their rows anew takes a site of ten
// thousand a fifth of a second of its one Directory, every two seconds that somebody looks.
import type { Announcement } from './rooms.ts'
import type { RoomSum, SurveyedRoom } from './survey.ts'

/** A room with the name that the Directory has for it. */
export type Enrolled = readonly [name: string, room: Announcement, said: number | undefined]

export class Roll {
  readonly #rooms = new Map<string, SurveyedRoom>()

  constructor(rooms: Iterable<Enrolled>) {
    for (const room of rooms) this.put(...room)
  }

  /** `said`: when the room did, in milliseconds since 1970, as far as that is known. */
  put(...[name, announced, said]: Enrolled): void {
    const { game, room, status, players, capacity, limits, trouble } = announced
    this.#rooms.set(name, {
      ...{ game, room, status, players, capacity, ticks: limits.ticks },
      ...(said !== undefined && { said }),
      ...(trouble && { trouble }),
    })
  }

  delete(name: string): void {
    this.#rooms.delete(name)
  }

  /** All rooms by game and status. */
  sums(): RoomSum[] {
    const sums = new Map<string, RoomSum>()
    for (const { game, status, players } of this.#rooms.values()) {
      const known = sums.get(`${game} ${status}`)
      sums.set(`${game} ${status}`, {
        ...{ game, status },
        rooms: (known?.rooms ?? 0) + 1,
        players: (known?.players ?? 0) + players,
      })
    }
    return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
  }

  /** At most `limit`: those that are not as they should be, then those with the most players, then those that spoke last. */
  first(limit: number): SurveyedRoom[] {
    return [...this.#rooms.values()].sort(byNeed).slice(0, limit)
  }

  get size(): number {
    return this.#rooms.size
  }
}

function byNeed(one: SurveyedRoom, other: SurveyedRoom): number {
  return (
    Number(isWrong(other)) - Number(isWrong(one)) ||
    other.players - one.players ||
    (other.said ?? 0) - (one.said ?? 0) ||
    (one.game === other.game ? compared(one.room, other.room) : compared(one.game, other.game))
  )
}

const isWrong = ({ trouble, status }: SurveyedRoom) => trouble !== undefined || status === 'damaged'
const compared = (one: string, other: string) => (one < other ? -1 : Number(one > other))
