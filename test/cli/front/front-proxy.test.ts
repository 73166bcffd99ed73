// The front proxy over real sockets, with a fake Workers runtime.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type FrontProxySettings, openFrontProxy } from '../../../cli/front/front-proxy.ts'
import { frontHeader } from '../../../wire/net/front-header.ts'
import { seededRandom } from '../../../wire/util/random.ts'
import { whenClosed } from '../../sidecar/harness/loopback-clients.ts'
import { pollOptions } from '../../timeouts.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A runtime that answers with the received request and the size of its body. */
const echoRequest: RequestListener = async (request, response) => {
  const body = await text(request).catch(() => 'cut short')
  response.end(JSON.stringify({ url: request.url, headers: request.headers, body }))
}

async function startRuntime(listener: RequestListener = echoRequest, port = 0): Promise<Server> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

const secret = 'the secret'

async function startFront(server: Server, change: Partial<FrontProxySettings> = {}) {
  const logged: string[] = []
  const front = await openFrontProxy({
    host: '127.0.0.1',
    port: 0,
    proxies: [],
    secret,
    runtimePort: portOf(server),
    classifyName: (name) => (name === '127.0.0.1' ? 'machine' : undefined),
    log: (line) => logged.push(line),
    ...change,
    limits: { sweepMs: 20, ...change.limits },
  })
  onTestFinished(() => front.close())
  return { front, logged, url: `http://127.0.0.1:${front.port}`, host: `127.0.0.1:${front.port}` }
}

class RawClient {
  readonly socket: Socket
  received = ''

  constructor(port: number, output = '') {
    this.socket = connect(port, '127.0.0.1')
    this.socket
      .on('error', () => {})
      .on('data', (bytes) => {
        this.received += bytes.toString('latin1')
      })
    this.socket.write(output)
    onTestFinished(() => void this.socket.destroy())
  }

  /** Waits until the connection is closed, also by a reset, and returns all received text. */
  async closed(): Promise<string> {
    await whenClosed(this.socket)
    return this.received
  }
}

const get = (path: string, ...lines: string[]) => [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')

describe('the front proxy forwards', () => {
  test('a request with the client’s address and the secret, whatever headers the client sends', async () => {
    const { front, host } = await startFront(await startRuntime())
    const forged = ['CF-Connecting-IP: 192.0.2.66', 'MF-CF-Blob: {x', 'MF-Original-URL: http://evil.example/']
    const received = await new RawClient(
      front.port,
      get('/a?b=c', `Host: ${host}`, ...forged, 'Connection: close'),
    ).closed()
    const forwarded = JSON.parse(received.slice(received.indexOf('{')))
    expect(forwarded).toEqual({
      url: '/a?b=c',
      body: '',
      headers: {
        host,
        connection: 'keep-alive',
        'cf-connecting-ip': '0.0.0.0',
        [frontHeader]: secret,
      },
    })
  })

  test('status, reason, each Set-Cookie and a body of any kind', async () => {
    const server = await startRuntime((_, response) => {
      response.writeHead(418, 'Short and stout', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Own', 'yes'])
      response.end(Buffer.from([0, 255, 128]))
    })
    const answer = await fetch((await startFront(server)).url)
    expect([answer.status, answer.statusText, answer.headers.get('x-own')]).toEqual([
      418,
      'Short and stout',
      'yes',
    ])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect([...(await answer.bytes())]).toEqual([0, 255, 128])
  })

  test('responses without a body: to HEAD, with the length of a GET, and with 204 and 304', async () => {
    const server = await startRuntime(({ url }, response) => {
      if (url === '/head') return void response.writeHead(200, { 'content-length': '12345' }).end()
      response.writeHead(Number(url!.slice(1))).end()
    })
    const { url } = await startFront(server)
    const head = await fetch(`${url}/head`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '12345'])
    for (const status of [204, 304]) expect((await fetch(`${url}/${status}`)).status).toBe(status)
  })

  test('bodies with a length and bodies in chunks, one after the other on one connection', async () => {
    const { front, host } = await startFront(await startRuntime())
    const byLength = `POST /1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\n\r\nhello`
    const inChunks = `POST /2 HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nworld\r\n0\r\n\r\n`
    const raw = new RawClient(
      front.port,
      byLength + inChunks + get('/3', `Host: ${host}`, 'Connection: close'),
    )
    const received = await raw.closed()
    expect(
      Array.from(received.matchAll(/"url":"(.*?)".*?"body":"(.*?)"/g), ([, url, body]) => [url, body]),
    ).toEqual([
      ['/1', 'hello'],
      ['/2', 'world'],
      ['/3', ''],
    ])
  })

  test('request and response bodies at the same time, each piece on arrival', async () => {
    const server = await startRuntime((request, response) => {
      response.flushHeaders()
      request.pipe(response)
    })
    const { front, host } = await startFront(server)
    const raw = new RawClient(
      front.port,
      `POST / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    await expect.poll(() => raw.received, pollOptions).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    for (const piece of ['one', 'two']) {
      raw.socket.write(`3\r\n${piece}\r\n`)
      await expect.poll(() => raw.received, pollOptions).toContain(piece)
    }
  })

  test('32 MiB in both directions at the speed of the slower side', async () => {
    const size = 32 * 1024 * 1024
    const sent = { bytes: 0 }
    let paused: IncomingMessage | undefined
    const server = await startRuntime((request, response) => {
      paused = request
      request.once('resume', () => request.pipe(response))
    })
    const { url } = await startFront(server)
    const answer = fetch(url, { method: 'POST', body: counted(size, sent), duplex: 'half' } as RequestInit)
    await expect.poll(() => paused, pollOptions).toBeDefined()
    await expect.poll(() => settled(() => sent.bytes), pollOptions).toBe(true)
    expect(sent.bytes).toBeLessThan(size / 2)
    paused!.resume()
    expect((await (await answer).bytes()).length).toBe(size)
  })

  test('WebSocket messages in both directions, the subprotocol, and the close with its reason', async () => {
    const server = await startRuntime()
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket, request) => {
      socket.send(`${request.url} ${request.headers['cf-connecting-ip']} ${request.headers[frontHeader]}`)
      socket.on('message', (data) => socket.close(4321, String(data)))
    })
    const { host } = await startFront(server)
    const socket = new WebSocket(`ws://${host}/room`, ['one', 'two'])
    const [hello] = await once(socket, 'message')
    expect([String(hello), socket.protocol]).toEqual([`/room 127.0.0.1 ${secret}`, 'one'])
    socket.send('goodbye')
    const [code, reason] = await once(socket, 'close')
    expect([code, String(reason)]).toEqual([4321, 'goodbye'])
  })

  test('WebSockets to the runtime’s Unix socket if it has one, and other requests to the runtime’s port', async () => {
    const runtimeSocketPath = join(temporaryFolder(), 'runtime')
    const server = createServer(echoRequest).listen(runtimeSocketPath)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    new WebSocketServer({ server }).on('connection', (one, request) =>
      one.on('message', (data) => one.send(`${request.headers['cf-connecting-ip']} ${data}`)),
    )
    const { host, url } = await startFront(await startRuntime(), { runtimeSocketPath })
    const socket = new WebSocket(`ws://${host}/room`)
    onTestFinished(() => socket.terminate())
    socket.once('open', () => socket.send('hi'))
    expect(String((await once(socket, 'message'))[0])).toBe('127.0.0.1 hi')
    expect(await (await fetch(`${url}/page`)).json()).toMatchObject({ url: '/page' })
  })

  test('the rejection of a WebSocket with its body', async () => {
    const server = await startRuntime()
    server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone'))
    const { host } = await startFront(server)
    const [, answer] = await once(
      new WebSocket(`ws://${host}/`).on('error', () => {}),
      'unexpected-response',
    )
    expect([answer.statusCode, await text(answer)]).toEqual([404, 'none'])
  })
})

describe('the front proxy’s error handling', () => {
  test('a client’s disconnect ends its request or WebSocket in the runtime', async () => {
    const ended: string[] = []
    const server = await startRuntime((request, response) => {
      response.write('begun')
      response.once('close', () => ended.push(request.url!))
    })
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => socket.once('close', () => ended.push('socket')))
    const { front, host } = await startFront(server)
    const raw = new RawClient(front.port, get('/left', `Host: ${host}`))
    await expect.poll(() => raw.received, pollOptions).toContain('begun')
    raw.socket.resetAndDestroy()
    const socket = new WebSocket(`ws://${host}/`)
    await once(socket, 'open')
    socket.terminate()
    await expect.poll(() => ended.sort(), pollOptions).toEqual(['/left', 'socket'])
  })

  test('a response or WebSocket that the runtime aborts is also aborted for the client', async () => {
    const server = await startRuntime((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun')
      setTimeout(() => response.destroy(), 10)
    })
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => socket.terminate())
    const { url, host } = await startFront(server)
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow('terminated')
    const socket = new WebSocket(`ws://${host}/`)
    expect((await once(socket, 'close'))[0]).toBe(1006)
  })

  test('a response before the end of the body reaches a client that is still sending', async () => {
    const server = await startRuntime((_, response) => {
      response.writeHead(401).end('no')
    })
    const { url } = await startFront(server)
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(4 * 1024 * 1024) })
    expect([answer.status, await answer.text()]).toEqual([401, 'no'])
  })

  test('a restart of the runtime delays requests without a body, and requests with a body fail with 503', async () => {
    const first = await startRuntime()
    const port = portOf(first)
    const { url } = await startFront(first, { limits: { restartMs: 30_000 } })
    await (await fetch(url)).text()
    first.close()
    first.closeAllConnections()
    const waiting = fetch(url)
    const lost = await fetch(url, { method: 'POST', body: 'x' })
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await lost.json()).toEqual({
      error: 'unavailable',
      detail: 'the Workers runtime is restarting; try again',
    })
    await startRuntime(echoRequest, port)
    expect((await waiting).status).toBe(200)
  })

  test('without a runtime requests fail with 503 after the timeout', async () => {
    const gone = await startRuntime()
    const { url } = await startFront(gone, { limits: { restartMs: 1 } })
    gone.close()
    await once(gone, 'close')
    expect((await fetch(url)).status).toBe(503)
  })
})

describe('the front proxy rejects', () => {
  test.each([
    [
      'a foreign Host, after DNS rebinding',
      421,
      ['Host: evil.example'],
      'does not accept the host name evil.example',
    ],
    ['two Hosts', 400, ['Host: 127.0.0.1', 'Host: evil.example'], 'more than one Host'],
    [
      'a WebSocket of a foreign Host',
      421,
      ['Host: evil.example', 'Connection: Upgrade', 'Upgrade: websocket'],
      'does not accept the host name evil.example',
    ],
    [
      'an upgrade with a body',
      400,
      ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 3'],
      'an upgrade has no body',
    ],
    [
      'an upgrade with POST',
      400,
      ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket'],
      'a WebSocket begins with GET',
      'POST',
    ],
  ])(
    '%s: %i with a reason, and the runtime receives nothing',
    async (_, status, lines, reason, method = 'GET') => {
      const requests: string[] = []
      const { front } = await startFront(await startRuntime(({ url }) => requests.push(url!)))
      const received = await new RawClient(front.port, get('/', ...lines).replace('GET', method)).closed()
      expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(received).toContain(reason)
      expect(requests).toEqual([])
    },
  )

  test('requests for unlisted hosts, and logs each unlisted proxy and the first eight unlisted hosts once', async () => {
    const { front, logged, host } = await startFront(await startRuntime())
    for (let i = 0; i < 20; i++)
      await new RawClient(front.port, get('/', `Host: evil${i >> 1}.example`)).closed()
    expect(logged.length).toBe(8)
    expect(logged[0]).toMatch(
      /^refused a request for the host evil0\.example, .* start with HOSTS=evil0\.example$/,
    )
    const forwarded = get('/', `Host: ${host}`, 'X-Forwarded-For: 192.0.2.1', 'Connection: close')
    for (let i = 0; i < 2; i++) await new RawClient(front.port, forwarded).closed()
    expect(logged.slice(8)).toEqual([expect.stringMatching(/start with PROXIES=127\.0\.0\.1$/)])
  })

  test('headers that do not end: 408 after a timeout', async () => {
    const { front, host } = await startFront(await startRuntime(), { limits: { headersMs: 100 } })
    const half = new RawClient(front.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n`)
    const silent = new RawClient(front.port)
    expect(await half.closed()).toMatch(/^HTTP\/1.1 408 /)
    await silent.closed()
  })

  test('bodies that do not arrive: 408 after a timeout', async () => {
    const { front, host } = await startFront(await startRuntime(), {
      limits: { uploadRate: { graceMs: 200, minBytesPerSecond: 4096 } },
    })
    const post = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000\r\n\r\n`
    const [none, drip] = [new RawClient(front.port, post), new RawClient(front.port, post)]
    const dripping = setInterval(() => drip.socket.write('x'), 20)
    onTestFinished(() => clearInterval(dripping))
    for (const slow of [none, drip])
      expect(await slow.closed()).toMatch(
        /^HTTP\/1.1 408 [\s\S]*"detail":"the request's body came too slowly: /,
      )
  })

  test('slow bodies, but does not count the time in which the runtime reads nothing', async () => {
    let paused: IncomingMessage | undefined
    const server = await startRuntime((request, response) => {
      paused = request
      request.once('resume', () => request.on('end', () => response.end('all')))
    })
    const { url } = await startFront(server, {
      // Much longer than the transfer takes, also on a busy machine.
      limits: { uploadRate: { graceMs: 2000, minBytesPerSecond: 1e9 } },
    })
    const answer = fetch(url, { method: 'POST', body: new Uint8Array(16 * 1024 * 1024) })
    await expect.poll(() => paused, pollOptions).toBeDefined()
    await delay(2600)
    paused!.resume()
    expect((await answer).status).toBe(200)
  })

  test('clients that read nothing', async () => {
    const flood = Buffer.alloc(64 * 1024 * 1024)
    const server = await startRuntime((_, response) => void response.end(flood))
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => socket.send(flood))
    const { front, host } = await startFront(server, { limits: { unreadMs: 200 } })
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
    for (const lines of [[], [...upgrade, key]]) {
      const socket = connect(front.port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write(get('/', `Host: ${host}`, ...lines))
      await expect.poll(() => front.activeCount, pollOptions).toBe(1)
      await expect.poll(() => front.activeCount, pollOptions).toBe(0)
    }
  })

  test('uploads over the cap with 503 before their end, and the runtime receives nothing', async () => {
    const requests: string[] = []
    const server = await startRuntime(({ url }) => requests.push(url!))
    const { front, url, host } = await startFront(server, { limits: { bodies: { total: 2, perAddress: 2 } } })
    const held = [1, 2].map(
      (n) => new RawClient(front.port, `POST /${n} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n`),
    )
    await expect.poll(() => requests.length, pollOptions).toBe(2)
    const refused = await fetch(url, { method: 'POST', body: new Uint8Array(8 * 1024 * 1024) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await refused.json()).toMatchObject({ detail: 'too many uploads; try again in 10 s' })
    expect(requests).toEqual(['/1', '/2'])
    held[0]!.socket.destroy()
    await expect.poll(() => front.activeCount, pollOptions).toBe(1)
    new RawClient(front.port, `POST /3 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n`)
    await expect.poll(() => requests, pollOptions).toEqual(['/1', '/2', '/3'])
  })

  test('connections over the cap with 503 and Retry-After', async () => {
    const { front, host } = await startFront(await startRuntime(), {
      limits: { connections: { total: 2, perAddress: 2 } },
    })
    const held = [new RawClient(front.port), new RawClient(front.port)]
    for (const { socket } of held) if (socket.connecting) await once(socket, 'connect')
    const received = await new RawClient(front.port, get('/', `Host: ${host}`)).closed()
    expect(received).toMatch(
      /^HTTP\/1.1 503 [\s\S]*retry-after: 10\r\n[\s\S]*too many connections; try again in 10 s/,
    )
    held[0]!.socket.destroy()
    const again = get('/', `Host: ${host}`, 'Connection: close')
    await expect.poll(() => new RawClient(front.port, again).closed(), pollOptions).toMatch(/^HTTP\/1.1 200 /)
  })
})

test('the front proxy does not forward a body as a request, even if the header Connection names Content-Length', async () => {
  const requests: string[] = []
  const server = await startRuntime((request, response) => {
    requests.push(request.url!)
    request.resume().on('end', () => response.end('told'))
  })
  const { front, host } = await startFront(server)
  const body = get('/smuggled', `Host: ${host}`)
  const lines = [`Host: ${host}`, 'Connection: close, Content-Length', `Content-Length: ${body.length}`]
  expect(await new RawClient(front.port, get('/', ...lines) + body).closed()).toMatch(/^HTTP\/1.1 200 /)
  await fetch(`http://${host}/after`)
  expect(requests).toEqual(['/', '/after'])
})

describe('pipelined requests', () => {
  test('end with their connection and release their quota', async () => {
    const requests: string[] = []
    const gone: string[] = []
    const server = await startRuntime((request, response) => {
      requests.push(request.url!)
      response.once('close', () => gone.push(request.url!))
    })
    const { front, host } = await startFront(server, { limits: { bodies: { total: 1, perAddress: 1 } } })
    const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n`
    const raw = new RawClient(front.port, get('/first', `Host: ${host}`) + post('/second'))
    await expect.poll(() => requests, pollOptions).toEqual(['/first', '/second'])
    raw.socket.destroy()
    await expect.poll(() => front.activeCount, pollOptions).toBe(0)
    await expect.poll(() => gone.toSorted(), pollOptions).toEqual(['/first', '/second'])
    new RawClient(front.port, post('/third'))
    await expect.poll(() => requests, pollOptions).toEqual(['/first', '/second', '/third'])
  })

  test.each(['127.0.0.1', 'evil.example'])(
    'end the connection if they request a WebSocket of %s',
    async (name) => {
      const { front, host } = await startFront(await startRuntime((request) => request.resume()))
      const lines = ['Connection: Upgrade', 'Upgrade: websocket']
      for (const first of [host, 'evil.example']) {
        const raw = new RawClient(
          front.port,
          get('/', `Host: ${first}`) + get('/', `Host: ${name}`, ...lines),
        )
        expect(await raw.closed()).not.toContain('101')
      }
      await expect.poll(() => front.activeCount, pollOptions).toBe(0)
    },
  )

  test('count towards the limits like connections', async () => {
    const requests: string[] = []
    const server = await startRuntime(({ url }) => requests.push(url!))
    const { front, host } = await startFront(server, { limits: { connections: { total: 3, perAddress: 3 } } })
    const many = Array.from({ length: 100 }, (_, n) => get(`/${n}`, `Host: ${host}`))
    const raw = new RawClient(front.port, many.join(''))
    await expect.poll(() => requests, pollOptions).toEqual(['/0', '/1', '/2'])
    expect(front.activeCount).toBe(3)
    raw.socket.destroy()
    await expect.poll(() => front.activeCount, pollOptions).toBe(0)
    new RawClient(front.port, get('/again', `Host: ${host}`))
    await expect.poll(() => requests.at(-1), pollOptions).toBe('/again')
  })
})

test('the front proxy survives arbitrary client input', async () => {
  const chance = seededRandom('front')
  const { front, url, host } = await startFront(await startRuntime())
  const whole = `POST /a?b HTTP/1.1\r\nHost: ${host}\r\nX-Own: y\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 3\r\n\r\nabc`
  const any = (most: number) => Math.floor(chance() * most)
  for (let i = 0; i < 400; i++) {
    const output = Buffer.from(whole.replace(/^POST/, i % 2 ? 'GET' : 'POST'), 'latin1')
    for (let n = any(4); n >= 0; n--) output[any(output.length)] = any(256)
    const raw = new RawClient(front.port)
    raw.socket.write(output.subarray(0, any(2) ? output.length : any(output.length)))
    if (i % 20 === 0) await delay(5)
    raw.socket.end()
  }
  await expect.poll(() => front.activeCount, pollOptions).toBe(0)
  expect((await fetch(url)).status).toBe(200)
})

describe('the front proxy behind a trusted proxy', () => {
  const proxies = ['127.0.0.1']

  test('limits the concurrent requests of each client in X-Forwarded-For', async () => {
    const server = await startRuntime(() => {})
    const { front, host } = await startFront(server, {
      proxies,
      limits: { connections: { total: 9, perAddress: 2 } },
    })
    const requests = (address: string) => get('/', `Host: ${host}`, `X-Forwarded-For: ${address}`)
    const held = [requests('192.0.2.1'), requests('192.0.2.1')].map(
      (output) => new RawClient(front.port, output),
    )
    await expect.poll(() => front.activeCount, pollOptions).toBe(2)
    expect(await new RawClient(front.port, requests('192.0.2.1')).closed()).toMatch(/^HTTP\/1.1 503 /)
    new RawClient(front.port, requests('192.0.2.2'))
    await expect.poll(() => front.activeCount, pollOptions).toBe(3)
    for (const { socket } of held) socket.destroy()
    await expect.poll(() => front.activeCount, pollOptions).toBe(1)
  })

  const binary = Buffer.concat([
    Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c', 'latin1'),
    Buffer.from([192, 0, 2, 9, 127, 0, 0, 1, 1, 2, 3, 4]),
  ]).toString('latin1')
  test.each([
    ['no PROXY header', '', '127.0.0.1'],
    ['PROXY of version 1', 'PROXY TCP4 192.0.2.9 127.0.0.1 4711 80\r\n', '192.0.2.9'],
    ['PROXY of version 2', binary, '192.0.2.9'],
    ['PROXY that hides the client', 'PROXY UNKNOWN\r\n', '127.0.0.1'],
  ])('accepts %s before the request, in one piece and byte by byte', async (_, header, address) => {
    const { front, host } = await startFront(await startRuntime(), { proxies })
    const output = Buffer.from(header + get('/', `Host: ${host}`, 'Connection: close'), 'latin1')
    const whole = new RawClient(front.port)
    whole.socket.write(output)
    const dripping = new RawClient(front.port)
    dripping.socket.setNoDelay(true)
    for (const byte of output.subarray(0, header.length + 6)) {
      dripping.socket.write(Buffer.of(byte))
      await delay(1)
    }
    dripping.socket.write(output.subarray(header.length + 6))
    for (const raw of [whole, dripping])
      expect(await raw.closed()).toContain(`"cf-connecting-ip":"${address}"`)
  })

  test('rejects a PROXY header of a client that is not a trusted proxy', async () => {
    const { front, host } = await startFront(await startRuntime())
    const raw = new RawClient(
      front.port,
      `PROXY TCP4 192.0.2.9 127.0.0.1 1 2\r\n${get('/', `Host: ${host}`)}`,
    )
    expect(await raw.closed()).toMatch(/^HTTP\/1.1 400 /)
  })
})

test('a start on a port that is in use fails with one line that suggests a fix', async () => {
  const server = await startRuntime()
  const port = portOf(server)
  await expect(startFront(server, { port })).rejects.toThrow(
    `port ${port} on 127.0.0.1 is in use: choose another with --port (0 is any)`,
  )
})

/** A body of `size` bytes that is generated as it is read. `sent` counts the bytes read so far. */
function counted(size: number, sent: { bytes: number }): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      if (sent.bytes === size) return controller.close()
      controller.enqueue(new Uint8Array(64 * 1024))
      sent.bytes += 64 * 1024
    },
  })
}

/** Whether the value stays the same for 100 ms. */
async function settled(read: () => number): Promise<boolean> {
  const before = read()
  await delay(100)
  return read() === before
}
