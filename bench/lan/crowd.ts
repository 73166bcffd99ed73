// Each node of a LAN broadcasts its current time. The other nodes compute the age of a packet from it.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  broadcastAddress,
  type NodeAddress,
  roomAddress,
  unassignedAddress,
} from '../../games/lan/addresses/node-address.ts'
import { fromClient, fromServer, plainHeader, registration } from '../../games/lan/packets.ts'
import { echoSocket } from '../../games/lan/traffic/sockets.ts'

const host = '127.0.0.1'
const gameSocket = 0x869c
const dataBytes = 40
/** Milliseconds to wait until packets in flight have arrived. */
const settleMs = 500

export interface CrowdResult {
  /** The age in milliseconds of each packet at each receiver. */
  readonly ages: readonly number[]
  readonly expected: number
  readonly processorUs: number
}

class Node {
  readonly #socket: Socket
  readonly #port: number
  #address: NodeAddress = unassignedAddress
  readonly ages: number[] = []

  private constructor(socket: Socket, port: number) {
    this.#socket = socket
    this.#port = port
    socket.on('message', (bytes) => this.#receive(new Uint8Array(bytes)))
  }

  static async join(port: number): Promise<Node> {
    const socket = createSocket('udp4')
    const node = new Node(socket, port)
    const registered = once(socket, 'registered')
    node.#say(fromClient.encode(registration))
    await registered
    return node
  }

  broadcast(): void {
    const data = new Uint8Array(dataBytes)
    new DataView(data.buffer).setFloat64(0, performance.now())
    this.#send(broadcastAddress, gameSocket, data)
  }

  leave(): void {
    this.#socket.close()
  }

  #receive(bytes: Uint8Array): void {
    const packet = fromServer.decode(bytes)
    if (packet.type === 'REGISTERED') this.#address = packet.destination
    else if (packet.type === 'PING') {
      this.#send(roomAddress, echoSocket, new Uint8Array(0))
      this.#socket.emit('registered')
    } else
      this.ages.push(
        performance.now() - new DataView(packet.data.buffer, packet.data.byteOffset).getFloat64(0),
      )
  }

  #send(destination: NodeAddress, socket: number, data: Uint8Array): void {
    this.#say(
      fromClient.encode({
        ...{ type: 'PACKET', ...plainHeader, destination, destinationSocket: socket },
        ...{ sourceNetwork: 0, source: this.#address, sourceSocket: socket, data },
      }),
    )
  }

  #say(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#port, host)
  }
}

/**
 * Runs `count` nodes that each broadcast `perSecond` packets per second for `forMs` milliseconds, at different moments.
 */
export async function runBroadcasters(
  port: number,
  count: number,
  perSecond: number,
  forMs: number,
): Promise<CrowdResult> {
  const nodes = await Promise.all(Array.from({ length: count }, () => Node.join(port)))
  await delay(settleMs)
  const before = process.cpuUsage()
  const intervalMs = 1000 / perSecond
  const begin = performance.now()
  let sent = 0
  await Promise.all(
    nodes.map(async (node, n) => {
      for (let at = begin + (n * intervalMs) / count; at < begin + forMs; at += intervalMs) {
        await delay(Math.max(0, at - performance.now()))
        node.broadcast()
        sent++
      }
    }),
  )
  await delay(settleMs)
  const { user, system } = process.cpuUsage(before)
  for (const node of nodes) node.leave()
  return { ages: nodes.flatMap(({ ages }) => ages), expected: sent * (count - 1), processorUs: user + system }
}
