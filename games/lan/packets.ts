// A packet has no field for its type: the type follows from the destination and the source. The room does not use these
// definitions to relay packets; it reads only their header (traffic/ipx-packet.ts).
import {
  about,
  BE,
  body,
  byteLengthOf,
  type Codec,
  constant,
  type PacketOf,
  packets,
  type RandomFunction,
  rest,
  u8,
} from '../../wire/index.ts'
import {
  broadcastAddress,
  type NodeAddress,
  roomAddress,
  unassignedAddress,
} from './addresses/node-address.ts'
import { type IpxPacket, readPacket } from './traffic/ipx-packet.ts'
import { echoSocket } from './traffic/sockets.ts'

export const nodeAddress: Codec<NodeAddress> = {
  doc: 'u48be',
  min: 6,
  max: 6,
  read: (reader, earlier) => BE.u16.read(reader, earlier) * 2 ** 32 + BE.u32.read(reader, earlier),
  write(writer, value, whole) {
    BE.u16.write(writer, Math.floor(value / 2 ** 32), whole)
    BE.u32.write(writer, value % 2 ** 32, whole)
  },
  sample: (random) => Math.floor(random() * 2 ** 48),
}

/** [LAN-2.1] */
export function isRegistration({ destination, destinationSocket }: IpxPacket): boolean {
  return destination === unassignedAddress && destinationSocket === echoSocket
}

/** [LAN-2.2] [LAN-2.3] */
function typeFromServer({ source, sourceSocket, destination, destinationSocket }: IpxPacket): string {
  if (source !== roomAddress || sourceSocket !== echoSocket || destinationSocket !== echoSocket)
    return 'PACKET'
  return destination === broadcastAddress ? 'PING' : 'REGISTERED'
}

/** The id of a packet takes no bytes, because the header determines the type. */
function typeBy(typeOf: (packet: IpxPacket) => string): Codec<string> {
  return {
    doc: 'none',
    min: 0,
    max: 0,
    read(reader) {
      const packet = readPacket(reader.bytes.subarray(reader.at, reader.end))
      return packet ? typeOf(packet) : 'PACKET'
    },
    write() {},
    sample: (_: RandomFunction) => 'PACKET',
  }
}

const header = (typeOf: (packet: IpxPacket) => string) => ({
  id: typeBy(typeOf),
  checksum: about(BE.u16, 'FFFF for no checksum'),
  length: byteLengthOf(BE.u16, 'hops', 'body', 4),
  hops: u8,
  packetType: u8,
  body,
})

const socket = BE.u16
const network = BE.u32
/** The fields of a packet with any destination, source and data. */
const anyPacket = {
  destinationNetwork: network,
  destination: nodeAddress,
  destinationSocket: socket,
  sourceNetwork: network,
  source: nodeAddress,
  sourceSocket: socket,
  data: rest,
} as const

export const fromClient = packets(
  header((packet) => (isRegistration(packet) ? 'REGISTER' : 'PACKET')),
  {
    REGISTER: {
      rule: 'LAN-2.1',
      about: 'Requests a node address.',
      fields: {
        ...anyPacket,
        destination: about(constant(nodeAddress, unassignedAddress), '00:00:00:00:00:00'),
        destinationSocket: constant(socket, echoSocket),
      },
    },
    PACKET: { rule: 'LAN-2.4', about: 'A packet to another node or to all nodes.', fields: anyPacket },
  },
)
export type FromClient = PacketOf<typeof fromClient>

/** The header of the packets that the room and this project's clients send, as in DOSBox. */
export const plainHeader = { checksum: 0xffff, hops: 0, packetType: 0, destinationNetwork: 0 } as const

/** The registration that DOSBox sends. */
export const registration = {
  ...{ type: 'REGISTER', ...plainHeader, sourceNetwork: 0, source: unassignedAddress },
  ...{ sourceSocket: echoSocket, data: new Uint8Array(0) },
} as const satisfies FromClient

const fromRoom = {
  sourceNetwork: network,
  source: about(constant(nodeAddress, roomAddress), "02:ff:ff:ff:00:00, the room's address"),
  sourceSocket: constant(socket, echoSocket),
} as const

export const fromServer = packets(header(typeFromServer), {
  REGISTERED: {
    rule: 'LAN-2.2',
    about: 'Assigns a node address to the client.',
    fields: {
      destinationNetwork: network,
      destination: about(nodeAddress, "the client's new address"),
      destinationSocket: constant(socket, echoSocket),
      ...fromRoom,
    },
  },
  PING: {
    rule: 'LAN-2.3',
    about: 'Checks whether the client is still connected.',
    fields: {
      destinationNetwork: network,
      destination: about(constant(nodeAddress, broadcastAddress), 'ff:ff:ff:ff:ff:ff'),
      destinationSocket: constant(socket, echoSocket),
      ...fromRoom,
    },
  },
  PACKET: { rule: 'LAN-2.5', about: 'A packet of another node, unchanged.', fields: anyPacket },
})
export type FromServer = PacketOf<typeof fromServer>
