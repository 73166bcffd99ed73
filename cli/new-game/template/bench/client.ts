// A Say Back client that sends a line every three seconds.
import type { Game } from '../../../games/game.ts'
import { sayBack } from '../../../games/say-back/index.ts'
import { type FromClient, fromClient } from '../../../games/say-back/packets.ts'
import type { PlayerLoad } from './load.ts'

const lineMs = 3000

export const sayBackLoad: PlayerLoad = {
  setup: { game: sayBack as Game },
  transport: 'tcp',
  player: (n, behaviour, client) => {
    const send = (packet: FromClient) => client.send(fromClient.encode(packet))
    send({ type: 'HELO', name: `player ${n}` })
    if (behaviour === 'plays')
      client.every(lineMs, () => send({ type: 'TALK', text: `a line of player ${n}` }))
    return { receive() {} }
  },
}
