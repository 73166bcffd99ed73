// The client takes five steps per second, alternately forward and back. An idle client stands and looks around.
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import { type FromClient, fromClient } from '../../../games/arcane-sector/packets.ts'
import type { Game } from '../../../games/game.ts'
import { latin1 } from '../../../wire/index.ts'
import type { PlayerLoad } from './load.ts'

const everyMs = 200
type Bare<P> = P extends unknown ? Omit<P, 'packetId'> : never
const encoded = (packet: Bare<FromClient>) => fromClient.encode({ ...packet, packetId: 0n } as FromClient)
const steps = [0, 1].map((direction) => encoded({ type: 'MOVE', direction } as Bare<FromClient>))

export const arcaneLoad: PlayerLoad = {
  setup: { game: arcaneSector as Game },
  transport: 'tcp',
  player: (n, behaviour, client) => {
    let walks = false
    let step = n
    client.send(encoded({ type: 'ENTR', passwd: `usual ${n}`, playerId: n }))
    return {
      receive(frame) {
        const chunk = latin1.decode((frame as Uint8Array).subarray(4, 8))
        if (chunk === 'NOPC') client.send(encoded({ type: 'MYPC', pcName: `Usual ${n}`, portrait: 1 }))
        if (chunk !== 'POSI' || walks || behaviour === 'idle') return
        walks = true
        client.every(everyMs, () => client.send(steps[step++ % 2]!))
      },
    }
  },
}
