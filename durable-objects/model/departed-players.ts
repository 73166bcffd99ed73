// Players who have left lately, so that they can still be reported.
import type { ReportedPlayer } from './reports.ts'

/** Above this limit, the player who left first is forgotten. */
const maxPlayers = 100

export class DepartedPlayers {
  readonly #players: ReportedPlayer[] = []

  /** Those who left last are last. */
  get all(): readonly ReportedPlayer[] {
    return this.#players
  }

  add(player: ReportedPlayer): void {
    this.#players.push(player)
    if (this.#players.length > maxPlayers) this.#players.shift()
  }

  /** Forgets those whose name or identity is meant. */
  forget(isMeant: (name: string) => boolean): void {
    const kept = this.#players.filter(
      ({ name, identity }) => !isMeant(name) && !(identity !== undefined && isMeant(identity)),
    )
    this.#players.splice(0, Number.POSITIVE_INFINITY, ...kept)
  }

  reset(): void {
    this.#players.length = 0
  }
}
