// Listeners for streams behind load balancers that send PROXY headers, and listeners with TLS.
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type {
  Listener,
  ListenerContext,
  ListenerFactory,
} from '../../../../sidecar/listeners/base/listener.ts'
import { reloadIntervalMs, TlsCertificate } from '../../../../sidecar/listeners/base/tls-certificate.ts'
import { maxPendingPerAddress } from '../../../../sidecar/listeners/limits/pending-connection-limiter.ts'
import { openDispatchListener } from '../../../../sidecar/listeners/transports/dispatch.ts'
import { openTcpListener } from '../../../../sidecar/listeners/transports/tcp.ts'
import { createWebSocketListenerFactory } from '../../../../sidecar/listeners/websocket/websocket-listener.ts'
import { temporaryFolder } from '../../../cli/temporary-folder.ts'
import { pollOptions } from '../../../timeouts.ts'
import {
  connectTcp,
  encodeTestFrame,
  readBytes,
  readToEnd,
  whenClosed,
} from '../../harness/loopback-clients.ts'
import {
  anyLoopbackPort,
  silentLog,
  type TestListenerDefinition,
  TestRoom,
  testContext,
  testSpec,
} from '../../harness/test-room.ts'

const certificates = resolve(import.meta.dirname, 'certificates')
const stranger = 'PROXY TCP4 203.0.113.7 10.0.0.1 49152 80\r\n'
const listenersByTransport: { [transport: string]: [ListenerFactory, TestListenerDefinition] } = {
  tcp: [
    openTcpListener,
    { transport: 'tcp', port: 0, framing: { at: 0, length: 'u16be', plus: 0, max: 1030 } },
  ],
  websocket: [createWebSocketListenerFactory(), { transport: 'websocket', port: 0 }],
  dispatch: [
    openDispatchListener,
    { transport: 'dispatch', port: 0, answer: { here: 'aGVyZQ==', away: '' } },
  ],
}

let listener: Listener
let room: TestRoom
let shared: ListenerContext
let certificate: TlsCertificate | undefined

async function open(transport: string, given: Partial<ListenerContext> = {}) {
  room = new TestRoom(true)
  shared = { ...testContext(room), balancers: ['127.0.0.1'], ...given }
  const [opens, asked] = listenersByTransport[transport]!
  listener = await opens(testSpec(asked), anyLoopbackPort, shared)
}

afterEach(async () => {
  certificate?.stop()
  await listener.close('test over')
  vi.useRealTimers()
})

describe('a client behind a balancer', () => {
  it.each([stranger, stranger.slice(0, -1)])(
    'has its own address at a TCP listener, if its first bytes are %j',
    async (first) => {
      await open('tcp')
      const socket = await connectTcp(listener.port)
      socket.write(first)
      socket.write(stranger.slice(first.length) + encodeTestFrame('hello').toString('latin1'), 'latin1')
      const session = await room.sessions.next()
      expect(session.client.address).toBe('203.0.113.7')
      expect(await session.text()).toBe('\0\x07hello')
      expect(await readBytes(socket, 7)).toBe('\0\x07hello')
      socket.destroy()
    },
  )

  it('has its own address at a WebSocket listener, whose limit per address applies to it', async () => {
    await open('websocket')
    const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/`, {
      createConnection: () => connectWithProxyHeader(listener.port),
    })
    await once(socket, 'open')
    const session = await room.sessions.next()
    expect(session.client.address).toBe('203.0.113.7')
    expect(shared.addressCounts.count('203.0.113.7')).toBe(1)
    socket.send('hello')
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  })

  it('is answered at a dispatch listener', async () => {
    await open('dispatch')
    const socket = await connectTcp(listener.port)
    socket.write(`${stranger}GET / HTTP/1.0\r\n\r\n`)
    expect(Buffer.concat(await readToEnd(socket)).toString()).toBe('here')
  })

  it('that sends data without a valid header is disconnected, and other clients are not', async () => {
    await open('tcp')
    const [good, bad] = [await connectTcp(listener.port), await connectTcp(listener.port)]
    bad.write(encodeTestFrame('hello'))
    await whenClosed(bad)
    expect(shared.counters.rejected).toEqual(new Map([['malformed', 1]]))
    good.write(stranger + encodeTestFrame('hello').toString('latin1'), 'latin1')
    expect(await readBytes(good, 7)).toBe('\0\x07hello')
    good.destroy()
  })

  it('has ten seconds to send its header', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open('tcp')
    const accepted = new Promise((done) =>
      (listener as unknown as { server: NodeJS.EventEmitter }).server.once('connection', done),
    )
    const socket = await connectTcp(listener.port)
    await accepted
    vi.advanceTimersByTime(10_000)
    await whenClosed(socket)
    expect(room.sessions.seen).toEqual([])
  })

  it.each(Object.keys(listenersByTransport))(
    'counts toward the limit of a %s listener from its first byte',
    async (transport) => {
      await open(transport)
      const sockets = Array.from({ length: maxPendingPerAddress + 3 }, () =>
        connectWithProxyHeader(listener.port),
      )
      // The order in which the connections arrive is undefined, so count the rejected ones.
      let turnedAway = 0
      await new Promise<void>((done) => {
        for (const socket of sockets)
          socket
            .on('error', () => {})
            .once('close', () => {
              if (++turnedAway === 3) done()
            })
      })
      expect(shared.counters.rejected).toEqual(new Map([['address', 3]]))
      for (const socket of sockets) socket.destroy()
    },
  )

  it('has the balancer’s address if the settings do not list the balancer, and the header counts as client data', async () => {
    await open('tcp', { balancers: ['10.0.0.1'] })
    const socket = await connectTcp(listener.port)
    socket.write(stranger)
    const session = await room.sessions.next()
    expect(session.client.address).toBe('127.0.0.1')
    socket.destroy()
  })
})

/** A connection that first sends a PROXY header with another client's address. */
function connectWithProxyHeader(port: number) {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(stranger)
  return socket
}

describe('a WebSocket listener with a certificate', () => {
  const files = (folder: string) => ({ certificate: join(folder, 'chain.pem'), key: join(folder, 'key.pem') })
  const put = (folder: string, name: string) => {
    copyFileSync(join(certificates, `${name}.pem`), files(folder).certificate)
    copyFileSync(join(certificates, `${name}.key.pem`), files(folder).key)
  }
  const ca = ['one', 'two'].map((name) => readFileSync(join(certificates, `${name}.pem`)))
  /** Connects with TLS under the certificate's host name, sends `hello` and receives the echo. */
  async function secureHello(name: string, balanced = false): Promise<void> {
    const socket = new WebSocket(`wss://${name}.test:${listener.port}/`, {
      ca,
      createConnection: (options: object) =>
        connectTls({
          ...options,
          servername: `${name}.test`,
          ...(balanced
            ? { socket: connectWithProxyHeader(listener.port) }
            : { host: '127.0.0.1', port: listener.port }),
        }),
    })
    await once(socket, 'open')
    socket.send('hello')
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  }
  async function opened(balancers: readonly string[] = []): Promise<string> {
    const folder = temporaryFolder()
    put(folder, 'one')
    certificate = await TlsCertificate.load(files(folder), silentLog)
    await open('websocket', { certificate, balancers })
    return folder
  }

  it('accepts TLS and plain WebSockets', async () => {
    await opened()
    await secureHello('one')
    const plain = new WebSocket(`ws://127.0.0.1:${listener.port}/`)
    await once(plain, 'open')
    plain.send('hello')
    expect(String((await once(plain, 'message'))[0])).toBe('hello')
    plain.terminate()
  })

  it('accepts TLS behind a balancer', async () => {
    await opened(['127.0.0.1'])
    await secureHello('one', true)
    expect((await room.sessions.next()).client.address).toBe('203.0.113.7')
  })

  it('loads a renewed certificate within a minute, and keeps the old one while the new one is incomplete', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const folder = await opened()
    copyFileSync(join(certificates, 'two.pem'), files(folder).certificate)
    const { context } = certificate!
    await certificate!.reloadIfChanged()
    expect(certificate!.context).toBe(context)
    put(folder, 'two')
    vi.advanceTimersByTime(reloadIntervalMs)
    await vi.waitUntil(() => certificate!.context !== context, pollOptions)
    await secureHello('two')
  })

  it('closes a connection with an invalid TLS handshake, and accepts further ones', async () => {
    await opened()
    const socket = await connectTcp(listener.port)
    socket.write(Buffer.of(0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5))
    await whenClosed(socket)
    await secureHello('one')
  })

  it('rejects a certificate and a key that do not match', async () => {
    const folder = temporaryFolder()
    put(folder, 'one')
    copyFileSync(join(certificates, 'two.key.pem'), files(folder).key)
    await expect(TlsCertificate.load(files(folder), silentLog)).rejects.toThrow(/key/)
    await open('tcp')
  })
})
