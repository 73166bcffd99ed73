import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ControlChannel } from '../../../sidecar/uplink/control-channel.ts'
import { type ConnectFailure, OutageReporter } from '../../../sidecar/uplink/outage-reporter.ts'
import { createLog } from '../../../sidecar/util/log.ts'
import { pollOptions } from '../../timeouts.ts'

function createReporter() {
  const lines: string[] = []
  const write = (line: string) => void lines.push(JSON.parse(line).event)
  const log = createLog('info', { write })
  return { lines, log, reporter: new OutageReporter(new URL('https://boats.example/base'), log) }
}

const withCode = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each<[ConnectFailure, RegExp]>([
  [withCode('ENOTFOUND'), /no DNS record/],
  [withCode('EAI_AGAIN'), /DNS lookup failed/],
  [withCode('ECONNREFUSED'), /connection refused/],
  [withCode('ETIMEDOUT'), /timed out/],
  [withCode('EPROTO'), /TLS handshake failed/],
  [withCode('CERT_HAS_EXPIRED'), /its TLS certificate has expired/],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), /does not trust the issuer/],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /does not trust the issuer/],
  [withCode('ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'), /TLS failed \(ERR_SSL/],
  [new Error('Opening handshake has timed out'), /Opening handshake has timed out/],
  [401, /it rejects SIDECAR_TOKEN.*HTTP 401/],
  [403, /it rejects SIDECAR_TOKEN.*HTTP 403/],
  [429, /too many wrong ones.*HTTP 429/],
  [404, /no Packetboat site.*HTTP 404/],
  [308, /it redirects.*HTTP 308/],
  [503, /temporarily unavailable.*HTTP 503/],
  [200, /not a WebSocket.*HTTP 200/],
])('%s is reported in words', (failed, words) => {
  const { lines, reporter } = createReporter()
  reporter.report(failed)
  expect(lines).toEqual([expect.stringMatching(words)])
  expect(lines[0]).toMatch(/^cannot reach the Worker at https:\/\/boats\.example: /)
})

it('an outage is logged once, then each minute while it lasts', () => {
  const { lines, reporter } = createReporter()
  for (let second = 0; second < 180; second++) {
    reporter.report(withCode('ECONNREFUSED'))
    vi.advanceTimersByTime(1000)
  }
  expect(lines).toHaveLength(3)
})

it('an outage is logged again at once if its cause changes, or if a connection succeeded in between', () => {
  const { lines, reporter } = createReporter()
  for (const failed of [withCode('ECONNREFUSED'), 503, 503, withCode('ECONNREFUSED')]) reporter.report(failed)
  reporter.onConnected()
  reporter.report(withCode('ECONNREFUSED'))
  expect(lines.map((line) => line.replace(/^.*\(|\)$/g, ''))).toEqual([
    'ECONNREFUSED',
    'HTTP 503',
    'ECONNREFUSED',
    'ECONNREFUSED',
  ])
})

/** Starts a TCP server on 127.0.0.1 that passes each connection to `handle`. Returns its port. */
async function listenWith(handle: (socket: Socket) => void): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

it.each<[string, string, (socket: Socket) => void, RegExp]>([
  ['hangs up', 'http', (socket) => socket.destroy(), /connection reset/],
  ['speaks no TLS', 'https', (socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'), /TLS/],
  [
    'is no Packetboat',
    'http',
    (socket) => socket.end('HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n'),
    /no Packetboat site/,
  ],
])('an outage is reported for a Worker that %s', async (_, scheme, handle, words) => {
  const port = await listenWith((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => handle(socket))
  })
  const { lines, log } = createReporter()
  const control = new ControlChannel({
    upstream: new URL(`${scheme}://127.0.0.1:${port}`),
    id: 'cellar',
    advertise: 'here',
    token: 'very secret',
    log,
    random: () => 1,
    onMessage() {},
    onFenced() {},
  })
  onTestFinished(() => control.close(1001, 'test over'))
  await vi.waitFor(() => expect(lines).toEqual([expect.stringMatching(words)]), pollOptions)
  expect(lines[0]).not.toContain('very secret')
})
