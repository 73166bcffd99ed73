// Packets reach only their destination, have the address of their true sender, and are not stored.
import type { Game } from '../../../games/game.ts'
import { lan } from '../../../games/lan/index.ts'
import { forgedPacket, LanClient } from '../clients/lan.ts'
import { type GameModel, violate } from '../core/game-model.ts'

export const lanModel: GameModel<LanClient> = {
  game: lan as Game,
  options: { maxNodes: 64 },
  transports: ['udp', 'websocket'],
  createClient: (_n, random, _now, transport) => new LanClient(random, transport),
  forgedFrame: forgedPacket,
  /** [LAN-5.3] */
  checkFinal(_outcomes, records) {
    const keys = records.keys('')
    if (keys.length !== 1) violate('nothing is stored', `the records are ${keys.join(', ')}`)
  },
}
