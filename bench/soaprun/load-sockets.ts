// A load client's connection to a Soaprun room: a TCP stream through the sidecar, or the room's own WebSocket. Both
// kinds of connection use bare sockets, so that a client uses about the same CPU time on each.
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Packets begin with the four letters of their type. */
export interface LoadSocket {
  /** Frames a packet once, so that `write` can send it any number of times. */
  prepared(packet: Uint8Array): Buffer
  write(prepared: Buffer): void
  /** Called for each packet. The argument is a view that is valid until the call returns. */
  packet: (packet: Buffer) => void
  /** Called when the connection ends, except after `end`. */
  lost: (why: string) => void
  end(): void
}

/** Maximum size of a packet in bytes. Every packet of the game is smaller. */
const maxPacketBytes = 65_535

abstract class SocketWire implements LoadSocket {
  packet: (packet: Buffer) => void = () => {}
  lost: (why: string) => void = () => {}
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #ended = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    socket.on('error', (error) => this.#lose(error.message))
    socket.on('close', () => this.#lose('closed by the server'))
  }

  abstract prepared(packet: Uint8Array): Buffer
  /** The positions at which the first packet in `bytes` starts and ends. Undefined while its header is incomplete. */
  protected abstract bounds(bytes: Buffer): readonly [start: number, end: number] | undefined

  write(prepared: Buffer): void {
    this.#socket.write(prepared)
  }

  end(): void {
    this.#ended = true
    this.#socket.destroy()
  }

  take(chunk: Buffer): void {
    let bytes = this.#held.length ? Buffer.concat([this.#held, chunk]) : chunk
    while (!this.#ended) {
      const [start, end] = this.bounds(bytes) ?? [0, Number.POSITIVE_INFINITY]
      if (end - start > maxPacketBytes && end !== Number.POSITIVE_INFINITY) return this.#lose('sent nonsense')
      if (end > bytes.length) break
      this.packet(bytes.subarray(start, end))
      bytes = bytes.subarray(end)
    }
    this.#held = bytes
  }

  #lose(why: string): void {
    if (this.#ended) return
    this.end()
    this.lost(why)
  }
}

class TcpWire extends SocketWire {
  override prepared(packet: Uint8Array): Buffer {
    const bytes = Buffer.alloc(4 + packet.length)
    bytes.writeUInt32LE(packet.length)
    bytes.set(packet, 4)
    return bytes
  }

  protected override bounds(bytes: Buffer): readonly [number, number] | undefined {
    return bytes.length < 4 ? undefined : [4, 4 + bytes.readUInt32LE()]
  }
}

/**
 * A WebSocket (RFC 6455) on a bare socket. This class supports only unfragmented binary messages of up to 65,535 bytes.
 * The mask of sent messages is all zeros.
 */
class WebSocketWire extends SocketWire {
  override prepared(packet: Uint8Array): Buffer {
    const long = packet.length > 125
    const header = Buffer.alloc(long ? 8 : 6)
    header[0] = 0x82
    header[1] = 0x80 | (long ? 126 : packet.length)
    if (long) header.writeUInt16BE(packet.length, 2)
    return Buffer.concat([header, packet])
  }

  protected override bounds(bytes: Buffer): readonly [number, number] | undefined {
    if (bytes.length < 2) return undefined
    if (bytes[0] !== 0x82) return [0, maxPacketBytes + 1] // the room sends only unfragmented binary messages
    const length = bytes[1]!
    if (length < 126) return [2, 2 + length]
    return bytes.length < 4 ? undefined : [4, 4 + bytes.readUInt16BE(2)]
  }
}

export function connectTcp(port: number): Promise<LoadSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(new TcpWire(socket))
    })
  })
}

/** `url`: the room's `http:` URL. */
export function connectWebSocket(url: URL): Promise<LoadSocket> {
  return new Promise((resolve, reject) => {
    const upgrade = request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    })
    upgrade.once('error', reject)
    upgrade.once('response', ({ statusCode }) => reject(new Error(`${url} answered ${statusCode}`)))
    upgrade.once('upgrade', (_response, socket: Socket, head: Buffer) => {
      const wire = new WebSocketWire(socket)
      resolve(wire)
      // Waits until the caller has received the connection and set its callbacks.
      if (head.length) setImmediate(() => wire.take(head))
    })
    upgrade.end()
  })
}
