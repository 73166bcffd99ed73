// The model of Say Back in the simulator: each line has exactly one number.
import type { Game } from '../../../games/game.ts'
import { sayBack } from '../../../games/say-back/index.ts'
import { SayBackClient } from '../clients/say-back.ts'
import { type GameModel, InvariantError } from '../core/game-model.ts'

export const sayBackModel: GameModel<SayBackClient> = {
  game: sayBack as Game,
  options: { maxPlayers: 1024, linesPerSecond: 0 },
  transports: ['tcp', 'websocket'],
  createClient: (n, random) => new SayBackClient(n, random),
  /** [SB-3.1] The line with the number 1 is the room's own. */
  checkFinal(outcomes, records) {
    const newest = Number(records.keys('lines/').toSorted().at(-1)?.slice('lines/'.length))
    const said = newest - 1
    const most = outcomes.reduce((sum, { clientModel }) => sum + clientModel.sent, 0)
    const least = outcomes.reduce(
      (sum, { clientModel, allFramesDelivered }) =>
        sum + (allFramesDelivered ? clientModel.sent : clientModel.acknowledged),
      0,
    )
    if (said > most || said < least)
      throw new InvariantError('exactly once', `${said} lines are stored instead of ${least} to ${most}`)
  },
}
