// How a load client's packets reach a Soaprun room: on the room's TCP stream, or on a WebSocket of the room's own.
// Both on bare sockets, so that what they cost a client is alike. Knows no packets.
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Both ends of one connection to a room. A packet is what begins with the four letters. */
export interface Wire {
  /** A packet as it is written: made once, sent often. */
  prepared(packet: Uint8Array): Buffer
  write(prepared: Buffer): void
  /** Each packet is a view, good until the call returns. */
  packet: (packet: Buffer) => void
  /** It is over, and nobody here ended it. */
  lost: (why: string) => void
  end(): void
}

/** A length that no packet of this game comes to. */
const mostBytes = 65_535

abstract class SocketWire implements Wire {
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
  /** Where the first packet in `bytes` begins and ends; undefined while its header is not all there. */
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
      if (end - start > mostBytes && end !== Number.POSITIVE_INFINITY) return this.#lose('sent nonsense')
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

/** RFC 6455, whole binary messages of up to 65,535 bytes; the mask is all zeros. */
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
    if (bytes[0] !== 0x82) return [0, mostBytes + 1] // nothing but whole binary messages is expected
    const length = bytes[1]!
    if (length < 126) return [2, 2 + length]
    return bytes.length < 4 ? undefined : [4, 4 + bytes.readUInt16BE(2)]
  }
}

/** At a room's TCP door on this machine. */
export function overTcp(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(new TcpWire(socket))
    })
  })
}

/** `url`: the room's own, `http:`. */
export function overWebSocket(url: URL): Promise<Wire> {
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
      // Behind whoever waits for the wire.
      if (head.length) setImmediate(() => wire.take(head))
    })
    upgrade.end()
  })
}
