// A connection to a Crossfire server over any kind of socket. Received frames are kept until a client reads them.
import { once } from 'node:events'
import { connect } from 'node:net'
import { framing } from '../../../../games/crossfire/protocol/framing.ts'
import { type FromClient, fromClient } from '../../../../games/crossfire/protocol/packets/index.ts'
import { addLengthField, FrameSplitter, stripLengthField } from '../../../../wire/net/framing.ts'
import { type ClientConnection, type ReceivedPacket, receivedPacketTable } from './test-client.ts'

export class SocketConnection implements ClientConnection {
  closed: string | undefined
  readonly #frames: Uint8Array[] = []
  readonly #write: (frame: Uint8Array) => void
  readonly #end: () => void
  readonly #read: (frame: Uint8Array) => ReceivedPacket | undefined
  /** Called for data and for the end of the connection. */
  readonly waiting = new Set<() => void>()

  /** `read` converts a frame to a packet, or returns undefined to skip it. */
  constructor(
    write: (frame: Uint8Array) => void,
    end: () => void,
    read: (frame: Uint8Array) => ReceivedPacket | undefined = receivedPacketTable.decode,
  ) {
    this.#read = read
    this.#write = write
    this.#end = end
  }

  static async overTcp(
    port: number,
    read?: (frame: Uint8Array) => ReceivedPacket | undefined,
  ): Promise<SocketConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line = new SocketConnection(
      (frame) => void socket.write(addLengthField(framing, frame)),
      () => void socket.destroy(),
      read,
    )
    const splitter = new FrameSplitter(framing)
    socket.on('data', (chunk) => {
      for (const frame of splitter.push(chunk)) line.came(stripLengthField(framing, frame))
    })
    socket.on('error', (error) => line.ended(error.message))
    socket.on('close', () => line.ended('closed by the server'))
    await once(socket, 'connect')
    return line
  }

  came(frame: Uint8Array): void {
    this.#frames.push(frame)
    this.#notifyWaiting()
  }

  ended(why: string): void {
    this.closed ??= why
    this.#notifyWaiting()
  }

  send(packet: FromClient): void {
    this.sendFrame(fromClient.encode(packet))
  }

  sendFrame(frame: Uint8Array | string): void {
    if (typeof frame === 'string') throw new Error('no client sends text')
    if (this.closed === undefined) this.#write(frame)
  }

  next(): ReceivedPacket | undefined {
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const received = this.#read(frame)
      if (received) return received
    }
    return undefined
  }

  hangUp(): void {
    this.#end()
  }

  #notifyWaiting(): void {
    for (const notify of [...this.waiting]) notify()
  }
}
