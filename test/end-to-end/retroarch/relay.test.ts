// A relay room on a running site: a host and a guest over TCP, large transfers, and a killed room.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type FromClient, fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import { pollOptions, test } from '../running-site.ts'

class Connection {
  readonly socket: Socket
  received = Buffer.alloc(0)
  isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk])
    })
    socket.on('close', () => {
      this.isClosed = true
    })
    socket.on('error', () => {}) // the event `close` follows
    onTestFinished(() => void socket.destroy())
  }

  static async open(port: number, first: FromClient): Promise<Connection> {
    const connection = new Connection(connect(port, '127.0.0.1'))
    await once(connection.socket, 'connect')
    connection.socket.write(fromClient.encode(first))
    return connection
  }

  async take(count: number): Promise<Uint8Array> {
    await expect.poll(() => this.received.length, pollOptions).toBeGreaterThanOrEqual(count)
    const taken = new Uint8Array(this.received.subarray(0, count))
    this.received = this.received.subarray(count)
    return taken
  }
}

async function takeMessage(connection: Connection, bytes: number) {
  return fromServer.decode(await connection.take(bytes))
}

test('a guest and a host exchange a save state and inputs, and a kill of workerd closes their connection and keeps the session', async ({
  site,
}) => {
  await site.create({ game: 'retroarch', room: 'arcade', listen: [{ transport: 'tcp', port: 0 }] })
  const port = await site.listenerPort('local', 'retroarch/arcade')
  const host = await Connection.open(port, { type: 'RATS', session: new Uint8Array(12) })
  const opened = await takeMessage(host, 16)
  if (opened.type !== 'RATS') throw new Error(`expected RATS, got ${opened.type}`)

  const join = async () => {
    const guest = await Connection.open(port, { type: 'RATS', session: opened.session })
    guest.socket.write('header')
    const told = await takeMessage(host, 16)
    if (told.type !== 'RATL') throw new Error(`expected RATL, got ${told.type}`)
    const link = await Connection.open(port, { type: 'RATL', client: told.client })
    expect(Buffer.from(await link.take(6)).toString()).toBe('header')
    return { guest, link }
  }

  const { guest, link } = await join()
  const state = randomBytes(1_000_000)
  link.socket.write(state)
  expect(Buffer.from(await guest.take(state.length)).equals(state)).toBe(true)
  for (let n = 0; n < 100; n++) {
    guest.socket.write(Uint8Array.of(n))
    expect([...(await link.take(1))]).toEqual([n])
  }

  await site.killRuntime()
  await expect.poll(() => [guest.isClosed, link.isClosed], pollOptions).toEqual([true, true])
  expect(host.isClosed).toBe(false)
  await join()
})
