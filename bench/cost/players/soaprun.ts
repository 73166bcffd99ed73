// A stock Soaprun client: it sends its position 4.2 times per second even when it does not walk.
import type { Game } from '../../../games/game.ts'
import { playerSpawn } from '../../../games/soaprun/board/board.ts'
import { soaprun } from '../../../games/soaprun/index.ts'
import { type FromClient, fromClient } from '../../../games/soaprun/packets.ts'
import { latin1 } from '../../../wire/index.ts'
import type { PlayerLoad } from './load.ts'

const everyMs = 238
export const soaprunLogin: readonly FromClient[] = [
  { type: 'Prtc', version: 432 },
  ...Array.from({ length: 4 }, () => ({ type: 'Test', data: new Uint8Array(508) }) as const),
  { type: 'Dlog', message: '512byte 0,0,0,0msec' },
  { type: 'mAtt' },
  { type: 'Room', x: 1, y: 1 },
]

export const soaprunLoad: PlayerLoad = {
  setup: { game: soaprun as Game },
  transport: 'tcp',
  player: (_n, _behaviour, client) => {
    const left = [...soaprunLogin]
    return {
      receive(frame) {
        const type = latin1.decode((frame as Uint8Array).subarray(0, 4))
        if (type === 'Flds') return
        const next = left.shift()
        if (next) return client.send(fromClient.encode(next))
        client.every(everyMs, () => client.send(fromClient.encode({ type: 'myPo', nodes: [playerSpawn] })))
      },
    }
  },
}
