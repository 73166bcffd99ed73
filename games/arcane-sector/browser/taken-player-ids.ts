// [AS-2.13] Tracks which player numbers are taken.
import { fetchOrUndefined } from '../../../browser/connection/fetch-or-undefined.ts'
import { playerIdCount } from '../client/login.ts'

export class TakenPlayerIds {
  readonly #room: string
  #taken: ReadonlySet<number> = new Set()

  /** `room`: path of the room's page. */
  constructor(room: string) {
    this.#room = room
  }

  isTaken(number: number): boolean {
    return this.#taken.has(number)
  }

  /** Call when the room has refused this number to a new player. */
  markTaken(number: number): void {
    this.#taken = new Set([...this.#taken, number])
  }

  /** Keeps the known numbers if the room does not answer. The room itself refuses taken numbers. */
  async refresh(): Promise<void> {
    const numbers: { readonly taken: readonly number[] } | undefined = await fetchOrUndefined(
      `${this.#room}/api/numbers`,
      (answer) => answer.json(),
    )
    if (numbers) this.#taken = new Set(numbers.taken)
  }

  /** Undefined if all numbers are taken. */
  anyFree(): number | undefined {
    const free = Array.from({ length: playerIdCount }, (_, number) => number).filter(
      (number) => !this.#taken.has(number),
    )
    return free[Math.floor(Math.random() * free.length)]
  }
}
