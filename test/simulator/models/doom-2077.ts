// Reported scores are durable, each death counts once for both players, the numbers of kills and deaths are consistent
// at the end, and no id is assigned twice.
import { doom2077 } from '../../../games/doom-2077/index.ts'
import type { Game } from '../../../games/game.ts'
import { corridor, rawLumps, wadOf } from '../../games/doom-2077/map/level/small-maps.ts'
import { DoomClient, forgedDatagram } from '../clients/doom-2077.ts'
import { checkSums, matchOf } from '../clients/doom-2077-scores.ts'
import { cacheRoomCreation, type GameModel, violate } from '../core/game-model.ts'

const start = (x: number, y: number) => [x, y, 90, 11]
const room = corridor([{ width: 512 }])
const things = [
  start(64, 64),
  start(192, 64),
  start(320, 64),
  start(448, 64),
  start(192, 192),
  start(320, 192),
]

export const doomModel: GameModel<DoomClient> = {
  game: cacheRoomCreation(doom2077 as Game),
  options: { matchSeconds: 86_400 },
  file: { name: 'room.wad', bytes: wadOf(['MAP01', rawLumps({ ...room, things })]) },
  transports: ['udp', 'websocket'],
  createClient: (...client) => new DoomClient(...client),
  forgedFrame: forgedDatagram,
  checkFinal(outcomes, records) {
    const kept = matchOf(records)
    if (kept) checkSums(kept)
    const given = outcomes.flatMap(({ clientModel }) => [...clientModel.ids])
    const twice = given.find((id, at) => given.indexOf(id) < at)
    if (twice !== undefined) violate('no id is assigned twice', `two clients have the id ${twice}`)
  },
}
