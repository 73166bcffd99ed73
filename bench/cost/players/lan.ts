// A DOSBox that plays Doom: it broadcasts 35 packets of 60 bytes per second and answers pings.
import type { Game } from '../../../games/game.ts'
import {
  broadcastAddress,
  type NodeAddress,
  roomAddress,
  unassignedAddress,
} from '../../../games/lan/addresses/node-address.ts'
import { lan } from '../../../games/lan/index.ts'
import { fromClient, fromServer } from '../../../games/lan/packets.ts'
import { echoSocket } from '../../../games/lan/traffic/sockets.ts'
import type { PlayerLoad } from './load.ts'

const packetMs = 1000 / 35
const gameSocket = 0x869c
const data = new Uint8Array(30)
const header = { checksum: 0xffff, hops: 0, packetType: 0, destinationNetwork: 0, sourceNetwork: 0 } as const

export const lanLoad: PlayerLoad = {
  setup: { game: lan as Game, options: { maxNodes: 64 } },
  transport: 'udp',
  player: (_, behaviour, client) => {
    let address: NodeAddress | undefined
    const send = (destination: NodeAddress, socket: number, content: Uint8Array) =>
      client.send(
        fromClient.encode({
          type: 'PACKET',
          ...header,
          destination,
          destinationSocket: socket,
          source: address ?? unassignedAddress,
          sourceSocket: socket,
          data: content,
        }),
      )
    client.send(
      fromClient.encode({
        ...{ type: 'REGISTER', ...header, source: unassignedAddress },
        ...{ sourceSocket: echoSocket, data: new Uint8Array(0) },
      }),
    )
    return {
      receive(frame) {
        const packet = fromServer.decode(frame as Uint8Array)
        if (packet.type === 'PING') send(roomAddress, echoSocket, new Uint8Array(0))
        if (packet.type !== 'REGISTERED') return
        if (!address && behaviour === 'plays')
          client.every(packetMs, () => send(broadcastAddress, gameSocket, data))
        address = packet.destination
      },
    }
  },
}
