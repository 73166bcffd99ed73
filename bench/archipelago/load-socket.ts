// A load client's connection to a room. A connection without deflate uses a bare socket, so that a client uses less CPU
// time than the server under test.
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'

export interface LoadSocket {
  /** Called for each message. `text` is a view that is valid until the call returns. */
  frame: (text: Buffer) => void
  /** Called when the connection ends, except after `end`. */
  lost: (why: string) => void
  readonly bytes: number
  write(text: string): void
  end(): void
}

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
}
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const
/**
 * `shortest`: bytes of the header of an unmasked message without an extended length. `lengthBytes`: bytes of the
 * extended length that follows the length code 126 or 127.
 */
const shortest = 2
const lengthBytes: { readonly [code: number]: number } = { 126: 2, 127: 8 }

/**
 * A WebSocket (RFC 6455) on a bare socket. This class supports only unfragmented messages, because both measured
 * servers send only such messages. The mask of sent messages is all zeros.
 */
class PlainWire implements LoadSocket {
  frame: (text: Buffer) => void = () => {}
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

  get bytes(): number {
    return this.#socket.bytesRead
  }

  write(text: string): void {
    this.#send(opcodes.text, Buffer.from(text))
  }

  end(): void {
    this.#ended = true
    this.#socket.destroy()
  }

  take(chunk: Buffer): void {
    const bytes = this.#held.length ? Buffer.concat([this.#held, chunk]) : chunk
    let at = 0
    while (!this.#ended && bytes.length - at >= shortest) {
      const start = at + shortest + (lengthBytes[bytes[at + 1]!] ?? 0)
      if (start > bytes.length) break
      const end = start + payloadLength(bytes, at + 1)
      if (end > bytes.length) break
      this.#message(bytes[at]!, bytes.subarray(start, end))
      at = end
    }
    this.#held = bytes.subarray(at)
  }

  #message(head: number, payload: Buffer): void {
    const opcode = head & 0x0f
    if (head === (0x80 | opcodes.text)) this.frame(payload)
    else if (opcode === opcodes.ping) this.#send(opcodes.pong, payload)
    else if (opcode === opcodes.close) this.#lose(`closed: ${payload.toString('utf8', 2)}`)
    else this.#lose(`a message with the unexpected first byte ${head}`)
  }

  #send(opcode: number, payload: Buffer): void {
    const long = payload.length > 125
    const header = Buffer.alloc(long ? 8 : 6)
    header[0] = 0x80 | opcode
    header[1] = 0x80 | (long ? 126 : payload.length)
    if (long) header.writeUInt16BE(payload.length, 2)
    this.#socket.write(Buffer.concat([header, payload]))
  }

  #lose(why: string): void {
    if (this.#ended) return
    this.end()
    this.lost(why)
  }
}

function payloadLength(bytes: Buffer, at: number): number {
  const code = bytes[at]!
  if (code === 126) return bytes.readUInt16BE(at + 1)
  return code === 127 ? Number(bytes.readBigUInt64BE(at + 1)) : code
}

class DeflatedWire implements LoadSocket {
  frame: (text: Buffer) => void = () => {}
  lost: (why: string) => void = () => {}
  readonly #webSocket: WebSocket
  readonly #socket: Socket

  constructor(webSocket: WebSocket, socket: Socket) {
    this.#webSocket = webSocket
    this.#socket = socket
    webSocket.on('message', (data) => this.frame(data as Buffer))
    webSocket.on('error', (error) => this.lost(error.message))
    webSocket.on('close', (code) => this.lost(`closed: ${code}`))
  }

  get bytes(): number {
    return this.#socket.bytesRead
  }

  write(text: string): void {
    this.#webSocket.send(text)
  }

  end(): void {
    this.lost = () => {}
    this.#webSocket.terminate()
  }
}

/** `url`: the `http:` URL of a room or of a sidecar's port. */
export function connectUncompressed(url: URL): Promise<LoadSocket> {
  return new Promise((resolve, reject) => {
    const upgrade = request(url, { headers: handshake, agent: false })
    upgrade.once('error', reject)
    upgrade.once('response', ({ statusCode }) => reject(new Error(`${url} answered ${statusCode}`)))
    upgrade.once('upgrade', (_response, socket: Socket, head: Buffer) => {
      const wire = new PlainWire(socket)
      resolve(wire)
      // Waits until the caller has received the connection and set its callbacks.
      if (head.length) setImmediate(() => wire.take(head))
    })
    upgrade.end()
  })
}

/** Connects with deflate, like the game's own clients. */
export function connectCompressed(url: URL, localAddress: string): Promise<LoadSocket> {
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined
    const webSocket = new WebSocket(url, { perMessageDeflate: true, localAddress, maxPayload: 1 << 28 })
    webSocket.once('upgrade', (response) => {
      socket = response.socket
    })
    webSocket.once('error', reject)
    webSocket.once('open', () => {
      webSocket.off('error', reject)
      if (!webSocket.extensions.includes('permessage-deflate'))
        reject(new Error(`${url} does not negotiate deflate`))
      else resolve(new DeflatedWire(webSocket, socket!))
      // No message may arrive before the caller has received the connection and set its callbacks.
      webSocket.pause()
      setImmediate(() => webSocket.resume())
    })
  })
}
