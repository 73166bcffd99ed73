// Raw clients on loopback, and what they wait for.
import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { Arrivals } from './room.ts'

export async function dial(port: number, options: Partial<NetConnectOpts> = {}): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, ...options } as NetConnectOpts)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.setNoDelay(true)
  return socket
}

/** The next `bytes` bytes, as latin-1. */
export async function received(socket: Socket, bytes: number): Promise<string> {
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

/** Everything up to the end, as the chunks that came. */
export async function drained(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await gone(socket)
  return chunks
}

/** Resolves when the connection is over, however it ended. */
export async function gone(socket: Socket): Promise<void> {
  socket.resume()
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}

export interface DatagramPeer {
  readonly socket: Datagrams
  readonly heard: Arrivals<string>
  say(text: string | Uint8Array): void
}

/** A UDP client at an address of 127/8. */
export async function datagrams(port: number, address = '127.0.0.1'): Promise<DatagramPeer> {
  const socket = createSocket('udp4')
  const heard = new Arrivals<string>()
  socket.on('message', (bytes: Buffer, _from: RemoteInfo) => heard.push(bytes.toString('latin1')))
  socket.bind(0, address)
  await once(socket, 'listening')
  return { socket, heard, say: (text) => socket.send(text, port, '127.0.0.1') }
}

/** A frame of the test game: u16 big endian length of all, then the text. */
export function framed(text: string): Buffer {
  const frame = Buffer.alloc(2 + text.length)
  frame.writeUInt16BE(frame.length)
  frame.write(text, 2, 'latin1')
  return frame
}
