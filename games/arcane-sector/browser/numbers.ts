// [AS-2.13] Which player numbers are free.
import { playerIdCount } from '../client/login.ts'

export class PlayerNumbers {
  readonly #room: string
  #taken: ReadonlySet<number> = new Set()

  /** `room`: path of its page. */
  constructor(room: string) {
    this.#room = room
  }

  isTaken(number: number): boolean {
    return this.#taken.has(number)
  }

  /** The room has refused this number to a new player. */
  markTaken(number: number): void {
    this.#taken = new Set([...this.#taken, number])
  }

  /** Fetches the taken numbers. If the room does not answer, the known ones remain: it refuses a taken number itself. */
  async refresh(): Promise<void> {
    const answer = await fetch(`${this.#room}/api/numbers`).catch(() => undefined) // offline
    if (!answer?.ok) return
    const { taken } = (await answer.json()) as { readonly taken: readonly number[] }
    this.#taken = new Set(taken)
  }

  /** A random free number; undefined if all are taken. */
  anyFree(): number | undefined {
    const free = Array.from({ length: playerIdCount }, (_, number) => number).filter(
      (number) => !this.#taken.has(number),
    )
    return free[Math.floor(Math.random() * free.length)]
  }
}
