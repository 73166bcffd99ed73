import { describe, expect, it } from 'vitest'
import {
  broadcastAddress,
  formatNodeAddress,
  roomAddress,
  unassignedAddress,
} from '../../../games/lan/addresses/node-address.ts'
import { fromClient, fromServer, registration } from '../../../games/lan/packets.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { join, lanRoom, numbersReceived, packet, pong, received, register } from './lan-room.ts'

const data = (...bytes: number[]) => Uint8Array.from(bytes)
const view = (room: Awaited<ReturnType<typeof lanRoom>>) =>
  room.view as { players: number; dropped: { [reason: string]: number } }

describe('a registration', () => {
  it('[LAN-2.2] has the same answer when its client repeats it, and another for another client', async () => {
    const room = await lanRoom()
    const { client, address } = register(room)
    expect(client.ask(registration, 'REGISTERED').destination).toBe(address)
    expect(register(room).address).not.toBe(address)
  })

  it('[LAN-1.3] alone does not make its client a node, so the client receives no packets of others', async () => {
    const room = await lanRoom()
    const ann = join(room)
    const silent = register(room)
    ann.client.send(packet({ from: ann.address }))
    expect(received(room, silent)).toEqual([])
    expect(room.view).toMatchObject({ players: 1 })
  })

  it('[LAN-4.1] has an answer of at most twice its own size, however often it is repeated', async () => {
    const room = await lanRoom()
    const client = room.connect({ transport: 'udp' })
    let sent = 0
    let got = 0
    for (let n = 0; n < 100; n++) {
      const frame = fromClient.encode(registration)
      client.sendFrame(frame)
      sent += frame.length
      for (let next = client.next(); next; next = client.next()) got += fromServer.encode(next).length
      expect(got).toBeLessThanOrEqual(3 * sent)
    }
    expect(got).toBe(2 * sent)
    expect(room.view).toMatchObject({ players: 0 })
  })

  it.each<Transport>(['udp', 'websocket'])(
    '[LAN-4.2] [LAN-4.3] over %s is proved by the answer to a ping, so that a client that only listens becomes a node',
    async (transport) => {
      const room = await lanRoom()
      const ann = join(room)
      const listener = join(room, { transport })
      expect(room.view).toMatchObject({ players: 2 })
      ann.client.send(packet({ from: ann.address, data: data(7) }))
      expect(numbersReceived(room, listener)).toEqual([7])
    },
  )

  it('[LAN-4.2] is proved by the first packet from the address, and the room relays this packet', async () => {
    const room = await lanRoom()
    const ann = join(room)
    const bob = register(room)
    bob.client.send(packet({ from: bob.address, data: data(3) }))
    expect(numbersReceived(room, ann)).toEqual([3])
    expect(room.view).toMatchObject({ players: 2 })
  })

  it('[LAN-1.6] is not answered in a full room; clients that have only registered do not count', async () => {
    const room = await lanRoom({ maxNodes: 2 })
    for (let n = 0; n < 5; n++) register(room)
    const [ann] = [join(room), join(room)]
    const late = room.connect({ transport: 'udp' })
    late.send(registration)
    late.expectNothing()
    expect(late.closed).toBe('full')
    ann.client.hangUp()
    expect(register(room).client.closed).toBeUndefined()
  })

  it('[LAN-4.4] is possible on 64 connections of one IP address, which leaves places for other addresses', async () => {
    const room = await lanRoom()
    const clients = Array.from({ length: 10_000 }, () => {
      const client = room.connect({ transport: 'udp', address: '192.0.2.9' })
      client.send(registration)
      return client
    })
    expect(clients.filter(({ closed }) => closed === undefined)).toHaveLength(64)
    expect(join(room, { address: '192.0.2.10' }).client.closed).toBeUndefined()
  })

  it('[LAN-1.6] that is proved after the room has become full closes the connection', async () => {
    const room = await lanRoom({ maxNodes: 2 })
    const late = register(room)
    join(room)
    join(room)
    late.client.send(pong(late.address))
    expect(late.client.closed).toBe('full')
    expect(room.view).toMatchObject({ players: 2 })
  })
})

describe('relaying', () => {
  it('[LAN-3.1] [LAN-3.5] sends a broadcast to all nodes except its sender, once and unchanged', async () => {
    const room = await lanRoom()
    const nodes = [join(room), join(room), join(room, { transport: 'websocket' })]
    const sent = packet({ from: nodes[0]!.address, data: data(1, 2, 3) })
    nodes[0]!.client.send(sent)
    expect(nodes.map((node) => received(room, node))).toEqual([[], [sent], [sent]])
  })

  it('[LAN-3.2] sends a packet only to the node that has the address', async () => {
    const room = await lanRoom()
    const nodes = [join(room), join(room), join(room)]
    const sent = packet({ from: nodes[0]!.address, to: nodes[2]!.address })
    nodes[0]!.client.send(sent)
    expect(nodes.map((node) => received(room, node))).toEqual([[], [], [sent]])
  })

  it('[LAN-3.2] drops and counts a packet to an address that no node has', async () => {
    const room = await lanRoom()
    const [ann, gone] = [join(room), join(room)]
    gone.client.hangUp()
    ann.client.send(packet({ from: ann.address, to: gone.address }))
    expect(view(room).dropped).toMatchObject({ unreachable: 1 })
  })

  it.each([0x451, 0x452, 0x453, 0x455, 0x551, 0x552, 0x553, 0x900f, 0x9010])(
    '[LAN-3.3] drops packets from and to socket %i of Windows networking',
    async (socket) => {
      const room = await lanRoom()
      const [ann, bob] = [join(room), join(room)]
      ann.client.send(packet({ from: ann.address, socket, sourceSocket: 0x4000 }))
      ann.client.send(packet({ from: ann.address, socket: 0x4000, sourceSocket: socket }))
      expect(received(room, bob)).toEqual([])
      expect(view(room).dropped).toMatchObject({ filtered: 2 })
    },
  )

  it('[LAN-3.4] drops a packet from the address of another node, or from an address that no node has', async () => {
    const room = await lanRoom()
    const [ann, bob, eve] = [join(room), join(room), join(room)]
    for (const from of [ann.address, broadcastAddress, unassignedAddress, roomAddress, eve.address + 1])
      eve.client.send(packet({ from, data: data(9) }))
    expect(received(room, bob)).toEqual([])
    expect(view(room).dropped).toMatchObject({ forged: 5 })
    expect([ann, eve].map(({ client }) => client.closed)).toEqual([undefined, undefined])
  })

  it('[LAN-3.4] [LAN-1.5] refuses the address of an active node, even to a new connection from the same IP address', async () => {
    const room = await lanRoom()
    const ann = join(room)
    const eve = room.connect({ transport: 'udp' })
    eve.send(packet({ from: ann.address }))
    expect(view(room)).toMatchObject({ players: 1, dropped: { forged: 1 } })
  })

  it.each<[Transport, Transport]>([
    ['udp', 'websocket'],
    ['websocket', 'udp'],
  ])(
    '[LAN-3.4] [LAN-5.2] refuses the address of a silent node over %s to a client over %s, even behind the same router',
    async (of, by) => {
      const room = await lanRoom()
      const ann = join(room, { transport: of, address: '192.0.2.1' })
      room.pass(10_000)
      const eve = room.connect({ transport: by, address: '192.0.2.1' })
      eve.send(packet({ from: ann.address }))
      expect(ann.client.closed).toBeUndefined()
      expect(view(room)).toMatchObject({ players: 1, dropped: { forged: 1 } })
    },
  )

  it('[LAN-3.6] does not forward the answer to a ping', async () => {
    const room = await lanRoom()
    const [ann, bob] = [join(room), join(room)]
    ann.client.send(pong(ann.address))
    expect(received(room, bob)).toEqual([])
    expect(view(room).dropped).toEqual({ malformed: 0, forged: 0, filtered: 0, unreachable: 0 })
  })

  it('relays packets of DOSBox’s command IPXNET PING, and the answers to them', async () => {
    const room = await lanRoom()
    const [ann, bob] = [join(room), join(room)]
    const ping = packet({ from: ann.address, socket: 2 })
    ann.client.send(ping)
    expect(received(room, bob)).toEqual([expect.objectContaining({ source: ann.address })])
    bob.client.send(packet({ from: bob.address, to: ann.address, socket: 2 }))
    expect(received(room, ann)).toEqual([expect.objectContaining({ source: bob.address })])
  })

  it.each([29, 1425])(
    '[LAN-1.2] does not forward a datagram of %i bytes, and closes no connection of other nodes because of it',
    async (size) => {
      const room = await lanRoom()
      const [ann, bob] = [join(room), join(room)]
      ann.client.sendFrame(new Uint8Array(size).fill(255))
      expect(received(room, bob)).toEqual([])
      bob.client.send(packet({ from: bob.address }))
      expect(bob.client.closed).toBeUndefined()
    },
  )

  it('[LAN-1.2] drops a WebSocket message that is too short, and closes the connection for one that is too long', async () => {
    const room = await lanRoom()
    const [ann, bob] = [join(room, { transport: 'websocket' }), join(room)]
    ann.client.sendFrame(new Uint8Array(29).fill(255))
    expect(ann.client.closed).toBeUndefined()
    ann.client.sendFrame(new Uint8Array(1425).fill(255))
    expect(ann.client.closed).toBeDefined()
    expect([received(room, bob), bob.client.closed]).toEqual([[], undefined])
  })

  it('[LAN-1.2] relays packets of up to 1,424 bytes, and drops packets whose length field is wrong', async () => {
    const room = await lanRoom()
    const [ann, bob] = [join(room), join(room)]
    const largest = fromClient.encode(packet({ from: ann.address, data: new Uint8Array(1394) }))
    expect(largest).toHaveLength(1424)
    ann.client.sendFrame(largest)
    expect(received(room, bob)).toHaveLength(1)
    ann.client.sendFrame(largest.subarray(0, 1423))
    expect(received(room, bob)).toEqual([])
    expect(view(room).dropped).toMatchObject({ malformed: 1 })
  })

  it('[LAN-1.1] closes a WebSocket that sends text', async () => {
    const room = await lanRoom()
    const { client } = join(room, { transport: 'websocket' })
    client.sendFrame('IPX')
    expect(client.closed).toBe('expected a binary packet, got text')
  })

  it('[LAN-1.7] sends the newest packets of a storm at the node’s rate, and other nodes’ packets at once', async () => {
    const room = await lanRoom({ packetsPerSecond: 10 })
    const [storm, other, listener] = [join(room), join(room), join(room)]
    for (let n = 0; n < 200; n++) storm.client.send(packet({ from: storm.address, data: data(n) }))
    other.client.send(packet({ from: other.address, data: data(255) }))
    const first = numbersReceived(room, listener)
    expect(first).toContain(255)
    expect(first.length).toBeLessThan(12)
    const later: number[] = []
    for (let second = 0; second < 10; second++) {
      room.pass(1000)
      later.push(...numbersReceived(room, listener))
    }
    // The first packet was already waiting for the rate limit. After it only the newest packets arrive.
    expect(later.slice(1)).toEqual(Array.from({ length: 63 }, (_, n) => 137 + n))
    expect(storm.client.closed).toBeUndefined()
  })

  it('[LAN-1.7] delays a burst over WebSocket to the node’s rate without loss, and relays other nodes’ packets at once', async () => {
    const room = await lanRoom({ packetsPerSecond: 10 })
    const storm = join(room, { transport: 'websocket' })
    const [other, listener] = [join(room), join(room)]
    for (let n = 0; n < 100; n++) storm.client.send(packet({ from: storm.address, data: data(n) }))
    other.client.send(packet({ from: other.address, data: data(255) }))
    const numbers = numbersReceived(room, listener)
    expect(numbers).toContain(255)
    expect(numbers.length).toBeLessThan(12)
    for (let second = 0; second < 12; second++) {
      room.pass(1000)
      numbers.push(...numbersReceived(room, listener))
    }
    expect(numbers.filter((n) => n !== 255)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })
})

it('[LAN-1.9] messages of the host reach the nodes on WebSockets, as text', async () => {
  const room = await lanRoom()
  const [dosbox, browser] = (['udp', 'websocket'] as const).map((transport) => {
    const client = room.harness.client(transport)
    client.call.sendFrame(fromClient.encode(registration))
    room.pass(10)
    const registered = fromServer.decode(client.received[0]! as Uint8Array)
    if (registered.type === 'REGISTERED')
      client.call.sendFrame(fromClient.encode(pong(registered.destination)))
    room.pass(10)
    return client
  })
  expect(room.harness.host.actions.broadcast('back in 5 minutes')).toBe(1)
  room.pass(1000)
  const texts = [dosbox!, browser!].map(({ received: all }) =>
    all.filter((frame) => typeof frame === 'string'),
  )
  expect(texts).toEqual([[], ['Host: back in 5 minutes']])
})

describe('a silent node', () => {
  it('[LAN-1.8] is pinged, and stays a node as long as it answers', async () => {
    const room = await lanRoom()
    const ann = join(room)
    for (let n = 0; n < 10; n++) {
      room.pass(30_000)
      expect(received(room, ann)).toMatchObject([{ type: 'PING' }])
      ann.client.send(pong(ann.address))
    }
    expect(room.view).toMatchObject({ players: 1 })
  })

  it('[LAN-1.8] is removed after two minutes without an answer, and then nothing keeps the room awake', async () => {
    const room = await lanRoom()
    const ann = join(room)
    room.pass(119_000)
    expect(ann.client.closed).toBeUndefined()
    room.pass(20_000)
    expect(ann.client.closed).toBe('idle for too long')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[LAN-1.8] receives no ping while it sends', async () => {
    const room = await lanRoom()
    const ann = join(room)
    for (let n = 0; n < 20; n++) {
      ann.client.send(packet({ from: ann.address }))
      room.pass(10_000)
    }
    expect(received(room, ann)).toEqual([])
  })
})

describe('a restart', () => {
  it('[LAN-5.1] keeps all nodes and their addresses, even if they send nothing', async () => {
    const room = await lanRoom()
    const [ann, bob] = [join(room), join(room)]
    const waiting = register(room)
    room.restart()
    expect(room.view).toMatchObject({ players: 2 })
    ann.client.send(packet({ from: ann.address, to: bob.address, data: data(5) }))
    expect(numbersReceived(room, bob)).toEqual([5])
    waiting.client.send(pong(waiting.address))
    expect(room.view).toMatchObject({ players: 3 })
  })

  it('[LAN-5.2] of the sidecar lets clients keep their addresses without registering again', async () => {
    const room = await lanRoom()
    const before = [join(room), join(room)]
    for (const { client } of before) client.hangUp()
    const after = before.map(({ address }) => ({ client: room.connect({ transport: 'udp' }), address }))
    for (const { client, address } of after) client.send(packet({ from: address }))
    after[0]!.client.send(packet({ from: after[0]!.address, to: after[1]!.address, data: data(8) }))
    expect(numbersReceived(room, after[1]!)).toEqual([8])
  })

  it('[LAN-5.2] does not let a client use an address that was issued to another IP address', async () => {
    const room = await lanRoom()
    const ann = join(room, { address: '192.0.2.1' })
    ann.client.hangUp()
    const eve = room.connect({ transport: 'udp', address: '192.0.2.2' })
    eve.send(packet({ from: ann.address }))
    expect(view(room)).toMatchObject({ players: 0, dropped: { forged: 1 } })
  })

  it('[LAN-5.2] [LAN-1.5] replaces the connection of a node that has been silent for 5 s', async () => {
    const room = await lanRoom()
    const ann = join(room)
    room.pass(6000)
    const again = room.connect({ transport: 'udp' })
    again.send(packet({ from: ann.address }))
    expect(ann.client.closed).toBe('the node came back on another connection')
    expect(room.view).toMatchObject({ players: 1 })
  })
})

describe('a client that registers again after a restart of the sidecar', () => {
  async function registerAgain(transport: Transport = 'udp') {
    const room = await lanRoom()
    const earlier = join(room, { transport })
    earlier.client.hangUp()
    const { client, address } = register(room, { transport })
    expect(address).not.toBe(earlier.address)
    return { room, client, address, earlier: earlier.address }
  }
  const addressesIn = (room: Awaited<ReturnType<typeof lanRoom>>) =>
    (room.view as { nodes: readonly { address: string }[] }).nodes.map(({ address }) => address)

  it('[LAN-5.4] does not get its earlier address because of a late packet', async () => {
    const { room, client, address, earlier } = await registerAgain()
    client.send(packet({ from: earlier }))
    expect(view(room)).toMatchObject({ players: 0, dropped: { forged: 1 } })
    client.send(pong(address))
    expect(addressesIn(room)).toEqual([formatNodeAddress(address)])
  })

  it('[LAN-5.4] [LAN-5.1] does not get its earlier address because of a late packet after a restart of the room', async () => {
    const { room, client, address, earlier } = await registerAgain()
    room.restart()
    client.send(packet({ from: earlier }))
    client.send(pong(address))
    expect(addressesIn(room)).toEqual([formatNodeAddress(address)])
  })

  it('[LAN-5.4] is a node with its earlier address if it still uses that address after 5 s', async () => {
    const { room, client, earlier } = await registerAgain()
    room.pass(5000)
    client.send(packet({ from: earlier }))
    expect(addressesIn(room)).toEqual([formatNodeAddress(earlier)])
  })

  it('[LAN-5.4] is a node with its earlier address at once over WebSocket, on which no packet is late', async () => {
    const { room, client, earlier } = await registerAgain('websocket')
    client.send(packet({ from: earlier }))
    expect(addressesIn(room)).toEqual([formatNodeAddress(earlier)])
  })
})

describe('a UDP client that comes back from another port', () => {
  async function comeBack() {
    const room = await lanRoom()
    const before = join(room)
    expect(before.client.isAddressValidated).toBe(true)
    before.client.hangUp()
    const client = room.connect({ transport: 'udp' })
    const speak = () => client.send(packet({ from: before.address }))
    speak()
    return { room, client, address: before.address, speak }
  }

  it('[LAN-4.5] [LAN-5.2] is a node and is pinged at once; its port is not validated until the client answers', async () => {
    const { room, client, address, speak } = await comeBack()
    expect(room.view).toMatchObject({ players: 1 })
    client.expect('PING')
    for (let n = 0; n < 70; n++) speak()
    client.expectNothing()
    expect(client.isAddressValidated).toBe(false)
    client.send(pong(address))
    expect(client.isAddressValidated).toBe(true)
    room.pass(5000)
    speak()
    client.expectNothing()
  })

  it('[LAN-4.5] does not validate its port by the answer to a ping that was sent to its earlier port', async () => {
    const room = await lanRoom()
    const before = join(room)
    before.client.hangUp()
    const client = room.connect({ transport: 'udp' })
    client.send(pong(before.address))
    client.expect('PING')
    expect(client.isAddressValidated).toBe(false)
    client.send(pong(before.address))
    expect(client.isAddressValidated).toBe(true)
  })

  it('[LAN-4.5] is pinged once a second while it sends, and validated if it keeps sending, as IPXWrapper does', async () => {
    const { room, client, speak } = await comeBack()
    for (let second = 0; second < 5; second++) {
      expect(received(room, { client, address: 0 }).map(({ type }) => type)).toEqual(['PING'])
      expect(client.isAddressValidated).toBe(false)
      room.pass(1000)
      speak()
    }
    expect(client.isAddressValidated).toBe(true)
    client.expectNothing()
  })

  it('[LAN-4.5] [LAN-5.1] is not validated by a restart of the room', async () => {
    const { room, client, address, speak } = await comeBack()
    client.expect('PING')
    room.restart()
    expect([client.isAddressValidated, view(room).players]).toEqual([false, 1])
    speak()
    client.expect('PING')
    client.send(pong(address))
    expect(client.isAddressValidated).toBe(true)
  })

  it('[LAN-4.3] over WebSocket needs no validation', async () => {
    const room = await lanRoom()
    const before = join(room, { transport: 'websocket' })
    before.client.hangUp()
    const client = room.connect({ transport: 'websocket' })
    client.send(packet({ from: before.address }))
    client.expectNothing()
    expect(room.view).toMatchObject({ players: 1 })
  })
})

describe('views', () => {
  it('[LAN-6.1] [LAN-6.2] show each node with its traffic and its game, and no IP address', async () => {
    const room = await lanRoom()
    const ann = join(room, { address: '192.0.2.77' })
    join(room, { transport: 'websocket' })
    for (let n = 0; n < 5; n++) ann.client.send(packet({ from: ann.address, data: new Uint8Array(70) }))
    expect(room.view).toMatchObject({
      players: 2,
      game: 'Doom, Heretic, Hexen or Strife',
      perSecond: { packets: 1, bytes: 100 },
      nodes: [
        { transport: 'udp', packets: 5, bytes: 500, perSecond: { packets: 1, bytes: 100 }, socket: 0x869c },
        { transport: 'websocket', packets: 0, game: null, socket: null },
      ],
    })
    expect(JSON.stringify(room.view)).not.toContain('192.0.2')
  })
})
