import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { ReceivedQueue } from './test-room.ts'

const open = new Set<Socket>()

export function closeSockets(): void {
  for (const socket of open) socket.destroy()
}

export async function connectTcp(port: number, options: Partial<NetConnectOpts> = {}): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, ...options } as NetConnectOpts)
  socket.on('error', () => {})
  open.add(socket)
  socket.once('close', () => open.delete(socket))
  await once(socket, 'connect')
  socket.setNoDelay(true)
  return socket
}

/** Reads this many bytes, and decodes them as Latin-1. */
export async function readBytes(socket: Socket, bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  for (let have = 0; have < bytes; ) {
    const chunk: Buffer | null = socket.read(Math.min(bytes - have, socket.readableLength))
    if (!chunk?.length) await once(socket, 'readable')
    else {
      chunks.push(chunk)
      have += chunk.length
    }
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Reads until the socket has closed, and returns the received chunks. */
export async function readToEnd(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await whenClosed(socket)
  return chunks
}

/** Resolves when the socket has closed, also after an error. */
export async function whenClosed(socket: Socket): Promise<void> {
  socket.resume()
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}

export interface DatagramPeer {
  readonly socket: Datagrams
  readonly received: ReceivedQueue<string>
  send(text: string | Uint8Array): void
}

/** A UDP client that sends from a loopback address (127.0.0.0/8) to this port. */
export async function bindUdp(port: number, address = '127.0.0.1'): Promise<DatagramPeer> {
  const socket = createSocket('udp4')
  const received = new ReceivedQueue<string>()
  socket.on('message', (bytes: Buffer, _from: RemoteInfo) => received.push(bytes.toString('latin1')))
  socket.bind(0, address)
  await once(socket, 'listening')
  return { socket, received, send: (text) => socket.send(text, port, '127.0.0.1') }
}

/** A frame of the test game: the total length as a big-endian u16, then the text. */
export function encodeTestFrame(text: string): Buffer {
  const frame = Buffer.alloc(2 + text.length)
  frame.writeUInt16BE(frame.length)
  frame.write(text, 2, 'latin1')
  return frame
}
