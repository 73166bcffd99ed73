// A node of a LAN room over UDP or WebSocket, which answers pings as DOSBox does.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { type NodeAddress, unassignedAddress } from '../../../games/lan/addresses/node-address.ts'
import { type FromClient, fromClient, fromServer, registration } from '../../../games/lan/packets.ts'
import { packet, pong } from '../../games/lan/lan-room.ts'
import { pollOptions } from '../running-site.ts'

interface Line {
  send(bytes: Uint8Array): void
  close(): void
}

export class LanNode {
  address: NodeAddress = unassignedAddress
  /** The first data byte of each received packet of another node. */
  readonly numbers: number[] = []
  #line: Line | undefined

  static async overUdp(port: number): Promise<LanNode> {
    const node = new LanNode()
    const socket = createSocket('udp4')
    socket.on('message', (bytes) => node.#receive(new Uint8Array(bytes)))
    node.#line = { send: (bytes) => socket.send(bytes, port, '127.0.0.1'), close: () => void socket.close() }
    onTestFinished(() => node.leave())
    await node.#register()
    return node
  }

  static async overWebSocket(url: string): Promise<LanNode> {
    const node = new LanNode()
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => node.#receive(new Uint8Array(data)))
    await once(socket, 'open')
    node.#line = { send: (bytes) => socket.send(new Uint8Array(bytes)), close: () => socket.close() }
    onTestFinished(() => node.leave())
    await node.#register()
    return node
  }

  say(number: number): void {
    this.#send(packet({ from: this.address, data: Uint8Array.of(number) }))
  }

  /** Disconnects the node. Further calls have no effect. */
  leave(): void {
    this.#line?.close()
    this.#line = undefined
  }

  #send(one: FromClient): void {
    this.#line?.send(fromClient.encode(one))
  }

  async #register(): Promise<void> {
    this.#send(registration)
    await expect.poll(() => this.address, pollOptions).not.toBe(unassignedAddress)
  }

  #receive(bytes: Uint8Array): void {
    const one = fromServer.decode(bytes)
    if (one.type === 'REGISTERED') this.address = one.destination
    else if (one.type === 'PING') this.#send(pong(this.address))
    else this.numbers.push(one.data[0]!)
  }
}
