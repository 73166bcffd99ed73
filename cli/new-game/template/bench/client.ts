// A Say Back client that sends a line every three seconds.
import type { Game } from '../../../games/game.ts'
import { sayBack } from '../../../games/say-back/index.ts'
import { type FromClient, fromClient } from '../../../games/say-back/packets.ts'
import type { PlayerLoad } from './load.ts'

const lineMs = 3000

export const sayBackLoad: PlayerLoad = {
  setup: { game: sayBack as Game },
  transport: 'tcp',
  player: (n, mood, client) => {
    const say = (packet: FromClient) => client.say(fromClient.encode(packet))
    say({ type: 'HELO', name: `player ${n}` })
    if (mood === 'plays') client.every(lineMs, () => say({ type: 'TALK', text: `a line of player ${n}` }))
    return { hears() {} }
  },
}
