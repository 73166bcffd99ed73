// Streams have no gap, a session keeps its id, no id is assigned twice, and no records are stored.
import type { Game } from '../../../games/game.ts'
import { retroarch } from '../../../games/retroarch/index.ts'
import { Lobby, RelayPlayer } from '../clients/retroarch.ts'
import { type GameModel, violate } from '../core/game-model.ts'

/** Each run has a lobby for its clients, which the first client of the run creates. */
class Lobbies {
  #lobby = new Lobby()

  of(n: number): Lobby {
    if (n === 0) this.#lobby = new Lobby()
    return this.#lobby
  }
}

const lobbies = new Lobbies()

export const retroarchModel: GameModel<RelayPlayer> = {
  game: retroarch as Game,
  options: {},
  transports: ['tcp', 'websocket'],
  // A client may ask for a session that has ended, which counts as a wrong guess.
  lastingCollections: ['GuessRule.counts'],
  createClient: (n, random) => new RelayPlayer(lobbies.of(n), random),
  /** [RA-4.1] */
  checkFinal(outcomes, records) {
    const keys = records.keys('')
    if (keys.length > 0) violate('nothing is stored', `the records are ${keys.join(', ')}`)
    const ids = outcomes.flatMap(({ clientModel }) => clientModel.session ?? [])
    if (new Set(ids).size < ids.length) violate('no id is given twice', ids.join())
  },
}
