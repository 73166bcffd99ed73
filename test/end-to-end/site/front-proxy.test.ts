import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { describe, expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { portsOfProcess } from '../network/listening-ports.ts'
import { test as base, pollOptions } from '../running-site.ts'

const test = base.extend('env', { scope: 'file' }, () => ({
  CREATE: 'open',
  PROXIES: '',
  HOSTS: 'play.test',
}))

function raw(url: string, lines: readonly string[], body = ''): Promise<string> {
  const { port, hostname: host } = new URL(url)
  const socket = connect(Number(port), host)
  onTestFinished(() => void socket.destroy())
  let received = ''
  const answered = new Promise<string>((resolve, reject) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    socket.once('error', reject).once('close', () => resolve(received))
  })
  socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}${body}`)
  return answered
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

/** Requests a new Soaprun room with these header lines. */
function create(url: string, ...lines: readonly string[]): Promise<string> {
  const body = ['--x', 'Content-Disposition: form-data; name="game"', '', 'soaprun', '--x--', ''].join('\r\n')
  const head = ['POST /api/rooms HTTP/1.1', `Host: ${new URL(url).host}`, `Content-Length: ${body.length}`]
  return raw(url, [...head, 'Content-Type: multipart/form-data; boundary=x', ...lines], body)
}

describe('a client of the site', () => {
  test('behind a proxy that the settings do not name is rate-limited, whatever its headers claim; local clients are not', async ({
    site: { url },
  }) => {
    const forged = (i: number) => [`X-Forwarded-For: 192.0.2.${i}`, `CF-Connecting-IP: 198.51.100.${i}`]
    const statuses: number[] = []
    while (!statuses.includes(429) && statuses.length < 100)
      statuses.push(statusOf(await create(url, ...forged(statuses.length))))
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.length).toBeLessThan(20)
    for (let i = 0; i < 3; i++) expect(statusOf(await create(url))).toBe(201)
  })

  test("that sends Miniflare's headers gets the same answer as without them, and causes no log line", async ({
    site,
  }) => {
    const before = site.program.errors.length
    const forged = ['MF-CF-Blob: {x', 'MF-Original-URL: http://evil.test/api', 'MF-Route-Override: x']
    const answer = await raw(site.url, [
      'GET /api/rooms HTTP/1.1',
      `Host: ${new URL(site.url).host}`,
      ...forged,
    ])
    expect(statusOf(answer)).toBe(200)
    expect(answer).not.toContain('evil.test')
    expect(site.program.errors.length).toBe(before)
  })

  test('with a foreign Host header gets 421 and a reason; links use the site’s own name', async ({
    site,
  }) => {
    const ask = (host: string) => raw(site.url, ['GET /api/rooms/soaprun/harbor HTTP/1.1', `Host: ${host}`])
    const foreign = await ask('evil.test')
    expect(statusOf(foreign)).toBe(421)
    expect(foreign).toContain('this site does not accept the host name evil.test')
    const own = [
      'localhost',
      `127.0.0.1:${new URL(site.url).port}`,
      hostname(),
      'play.test',
      'play.test:9000',
    ]
    for (const host of own)
      expect(await ask(host)).toContain(`"url":"http://${host.toLowerCase()}/soaprun/harbor"`)
  })

  test('that connects to the runtime directly is rejected, also with another client’s address', async ({
    site,
  }) => {
    const [runtime] = site.runtimes
    const ports = await portsOfProcess(runtime!.pid)
    expect(ports.length).toBeGreaterThan(0)
    for (const port of ports) {
      const forged = ['CF-Connecting-IP: 192.0.2.66', 'packetboat-front: a guess']
      const lines = ['GET /api/rooms HTTP/1.1', 'Host: 127.0.0.1', ...forged]
      expect(statusOf(await raw(`http://127.0.0.1:${port}`, lines))).toBe(403)
    }
  })

  test('on a foreign page gets the reason when its WebSocket closes', async ({ site }) => {
    const ws = site.url.replace('http', 'ws')
    for (const path of ['/soaprun/harbor', '/soaprun/harbor/watch', '/api/live']) {
      const socket = new WebSocket(`${ws}${path}`, { origin: 'https://evil.test' })
      const closed = new Promise((resolve) =>
        socket.once('close', (code, reason) => resolve([code, String(reason)])),
      )
      expect(await closed).toEqual([1008, expect.stringMatching(/origin is not allowed/)])
    }
    const own = new WebSocket(`${ws}/api/live?room=soaprun/harbor`, { origin: site.url })
    onTestFinished(() => own.close())
    const told = new Promise((resolve) => own.once('message', (data) => resolve(JSON.parse(String(data)))))
    expect(await told).toMatchObject({ rooms: [{ name: 'soaprun/harbor' }] })
  })

  test('gets 503 after 64 incomplete forms, and can send forms again once the incomplete ones have ended', async ({
    site: { url, ready },
  }) => {
    const { port, host, hostname: name } = new URL(url)
    const head = [
      'POST /new HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${ready.adminToken}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
    ]
    const answers = new Map<Socket, string>()
    const refused = () => [...answers.values()].filter((answer) => answer.endsWith('}'))
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(Number(port), name).on('error', () => {})
      socket.on('data', (bytes) =>
        answers.set(socket, (answers.get(socket) ?? '') + bytes.toString('latin1')),
      )
      socket.write(`${head.join('\r\n')}\r\n\r\n--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nx`)
      return socket
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await expect.poll(() => refused().length, pollOptions).toBeGreaterThanOrEqual(200 - 64)
    for (const answer of refused().slice(0, 200 - 64)) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+\r\n/i)
      expect(answer).toMatch(/too many forms|too many uploads/)
    }
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => statusOf(await create(url)), pollOptions).toBe(201)
  })
})
