// The client walks in a circle with 30 MOVEs per second and sends five PINGs per second. An idle client sends only the
// PINGs.
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import { doom2077 } from '../../../games/doom-2077/index.ts'
import type { Position } from '../../../games/doom-2077/map/position.ts'
import { type FromClient, fromClient } from '../../../games/doom-2077/packets.ts'
import type { Game } from '../../../games/game.ts'
import type { PlayerLoad } from './load.ts'

const moveMs = 1000 / 30
const pingMs = 200
/** The circle of the client's walk. `radius`: thousandths of map units. `step`: radians from one MOVE to the next. */
const circle = { radius: 30_000, step: 0.12 }

export const doomLoad: PlayerLoad = {
  setup: { game: doom2077 as Game },
  transport: 'udp',
  player: (n, behaviour, client) => {
    const send = (packet: FromClient) => client.send(fromClient.encode(packet))
    let id: number | undefined
    let centre: Position | undefined
    let moves = 0
    const walk = ({ x, y, z }: Position) => {
      const turn = moves++ * circle.step
      const to = { x: x + circle.radius * Math.cos(turn), y: y + circle.radius * Math.sin(turn) }
      send({ type: 'MOVE', x: Math.trunc(to.x), y: Math.trunc(to.y), z, angle: (moves * 10) % 360_000 })
    }
    send({ type: 'JOIN', name: `Usual ${n}` })
    client.every(pingMs, () => send({ type: 'PING', data: new Uint8Array(8) }))
    return {
      receive(frame) {
        for (const message of readFromServer(frame as Uint8Array).messages) {
          if (message.type === 'ACPT') id ??= message.playerId
          else if (message.type === 'MOVE' && message.playerId === id) {
            const { x, y, z, angle } = message
            send({ type: 'MOVE', x, y, z, angle })
            if (centre) continue
            const own = { x, y, z, angle }
            centre = own
            if (behaviour === 'plays') client.every(moveMs, () => walk(own))
          }
        }
      },
    }
  },
}
