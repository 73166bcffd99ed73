import type { Options } from '../../../games/game.ts'
import { broadcastAddress, type NodeAddress, roomAddress } from '../../../games/lan/addresses/node-address.ts'
import { lan } from '../../../games/lan/index.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
  plainHeader,
  registration,
} from '../../../games/lan/packets.ts'
import { echoSocket } from '../../../games/lan/traffic/sockets.ts'
import { type ConnectOptions, type Player, type Playtest, playtest } from '../../playtest.ts'

export type LanRoom = Playtest<FromClient, FromServer>
type LanClient = Player<FromClient, FromServer>

/** A client that has proved its address and therefore is a node. */
export interface LanNodeClient {
  readonly client: LanClient
  readonly address: NodeAddress
}

export function lanRoom(options: Options = {}): Promise<LanRoom> {
  return playtest(lan, { options, fromClient, fromServer })
}

interface PacketFields {
  readonly from: NodeAddress
  readonly to?: NodeAddress
  readonly socket?: number
  readonly sourceSocket?: number
  readonly data?: Uint8Array
}

/** Creates a packet, by default to all nodes and with Doom's socket. */
export function packet({
  from,
  to = broadcastAddress,
  socket = 0x869c,
  sourceSocket = socket,
  data = new Uint8Array(0),
}: PacketFields): Extract<FromClient, { readonly type: 'PACKET' }> {
  return {
    type: 'PACKET',
    ...plainHeader,
    destination: to,
    destinationSocket: socket,
    sourceNetwork: 0,
    source: from,
    sourceSocket,
    data,
  }
}

export function pong(from: NodeAddress): FromClient {
  return packet({ from, to: roomAddress, socket: echoSocket })
}

/** Connects a client, by default over UDP, and registers it: it has received its address and a ping. */
export function register(room: LanRoom, from: ConnectOptions = {}): LanNodeClient {
  const client = room.connect({ transport: 'udp', ...from })
  const { destination: address } = client.ask(registration, 'REGISTERED')
  client.expect('PING')
  return { client, address }
}

/** Answers the ping, as DOSBox does. */
export function join(room: LanRoom, from?: ConnectOptions): LanNodeClient {
  const registered = register(room, from)
  registered.client.send(pong(registered.address))
  return registered
}

export function received(room: LanRoom, { client }: LanNodeClient): FromServer[] {
  room.pass(10)
  const packets: FromServer[] = []
  for (let next = client.next(); next; next = client.next()) packets.push(next)
  return packets
}

/** The first data byte of each packet from other nodes. */
export function numbersReceived(room: LanRoom, node: LanNodeClient): number[] {
  return received(room, node).flatMap((one) => (one.type === 'PACKET' ? [one.data[0]!] : []))
}
