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

  /** Forgets all players after the room was deleted. */
  reset(): void {
    this.#players.length = 0
  }
}
