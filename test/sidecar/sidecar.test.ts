import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SidecarSettings } from '../../sidecar/config/settings.ts'
import type { ChannelStats } from '../../sidecar/monitoring/metrics.ts'
import { type Sidecar, startSidecar } from '../../sidecar/sidecar.ts'
import type { SessionRouter } from '../../sidecar/uplink/room-channels.ts'
import { closeCodes, type ListenerDefinition } from '../../wire/link/control-messages.ts'
import { connectTcp, encodeTestFrame, readBytes, readToEnd, whenClosed } from './harness/loopback-clients.ts'
import { roomFrame, silentLog, TestRoom, testAssignment } from './harness/test-room.ts'
import { TestWorker } from './harness/test-worker.ts'

const tcp: ListenerDefinition = {
  transport: 'tcp',
  port: 0,
  framing: { at: 0, length: 'u16be', plus: 0, max: 1_030 },
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const dispatch: ListenerDefinition = {
  transport: 'dispatch',
  port: 0,
  answer: { here: base64('open'), away: base64('asleep') },
}

/** Connects every session to one room in this process, which echoes all frames. */
class EchoRouter extends TestRoom implements SessionRouter {
  drains = 0

  constructor() {
    super(true)
  }

  async drain(): Promise<void> {
    this.drains++
    for (const { client } of this.sessions.seen) {
      client.write(roomFrame(encodeTestFrame('goodbye')))
      client.close('the sidecar is stopping')
    }
  }

  *stats(): Iterable<ChannelStats> {
    yield {
      name: 'echo/harbor',
      connected: true,
      sessions: 1,
      reconnects: 0,
      resumes: 0,
      unacknowledgedBytes: 0,
    }
  }
}

let worker: TestWorker
let router: EchoRouter
let sidecar: Sidecar
let settings: SidecarSettings

beforeEach(async () => {
  worker = new TestWorker()
  router = new EchoRouter()
  settings = {
    upstream: await worker.start(),
    id: 'cellar',
    advertise: 'games.example.org',
    bind: '127.0.0.1',
    token: 'very secret',
    httpPort: 0,
  }
})
afterEach(async () => {
  await sidecar?.drain()
  worker.stop()
})

async function start(...definitions: ListenerDefinition[]) {
  sidecar = await startSidecar(settings, silentLog, () => router)
  const visit = await worker.connections.next()
  visit.send({ type: 'all', assignments: [testAssignment(definitions)] })
  await sidecar.ready()
  return visit
}

it('a sidecar opens assigned listeners, reports them, and lists them with the advertised host', async () => {
  const { reports } = await start(tcp, dispatch)
  const { name, doors } = await reports.next()
  expect(name).toBe('echo/harbor')
  expect(sidecar.listeners()).toEqual([
    { game: 'echo', room: 'harbor', transport: 'tcp', host: 'games.example.org', port: doors[0]!.port },
    { game: 'echo', room: 'harbor', transport: 'dispatch', host: 'games.example.org', port: doors[1]!.port },
  ])
  const socket = await connectTcp(doors[0]!.port)
  socket.write(encodeTestFrame('hi'))
  expect(await readBytes(socket, 4)).toBe('\0\x04hi')
  socket.destroy()
})

it('a sidecar applies later assignments as soon as they arrive', async () => {
  const { reports, send } = await start(tcp)
  await reports.next()
  send({ type: 'room', assignment: { ...testAssignment([tcp]), name: 'echo/other' } })
  expect((await reports.next()).name).toBe('echo/other')
  send({ type: 'gone', name: 'echo/harbor' })
  send({ type: 'room', assignment: { ...testAssignment([tcp]), name: 'echo/third' } })
  await reports.next()
  expect(sidecar.listeners().map(({ room }) => room)).toEqual(['other', 'third'])
})

it('while the Worker is unreachable, clients keep playing and get the outage document; after reconnecting, the sidecar reports all listeners again', async () => {
  const { reports, socket } = await start(tcp, dispatch)
  const { doors } = await reports.next()
  const client = await connectTcp(doors[0]!.port)
  socket.terminate()
  const away = await connectTcp(doors[1]!.port)
  away.write('x')
  expect((await readToEnd(away)).map(String)).toEqual(['asleep'])
  client.write(encodeTestFrame('still here'))
  expect(await readBytes(client, 12)).toContain('still here')
  const again = await worker.connections.next()
  again.send({ type: 'all', assignments: [testAssignment([tcp, dispatch])] })
  expect((await again.reports.next()).doors).toEqual(doors)
  client.write(encodeTestFrame('and now'))
  expect(await readBytes(client, 9)).toContain('and now')
  client.destroy()
})

it('a sidecar that drains admits nobody, delivers pending output, disconnects everybody and exits with 0', async () => {
  const { reports, socket } = await start(tcp)
  const { port } = (await reports.next()).doors[0]!
  const client = await connectTcp(port)
  await router.sessions.next()
  const left = once(socket, 'close')
  const words = readToEnd(client)
  await sidecar.drain()
  expect(String(Buffer.concat(await words))).toContain('goodbye')
  await expect(connectTcp(port)).rejects.toThrow('ECONNREFUSED')
  expect((await left)[0]).toBe(1001)
  expect(await sidecar.closed).toBe(0)
  expect(router.drains).toBe(1)
})

it('a sidecar exits with 1 when another sidecar takes over its id', async () => {
  const { reports, socket } = await start(tcp)
  const { port } = (await reports.next()).doors[0]!
  const client = await connectTcp(port)
  await router.sessions.next()
  socket.close(closeCodes.fenced)
  await whenClosed(client)
  expect(await sidecar.closed).toBe(1)
})

it('a running sidecar shows its health and its counters', async () => {
  await start(tcp)
  const base = `http://127.0.0.1:${sidecar.httpPort}`
  expect(await (await fetch(`${base}/healthz`)).json()).toMatchObject({ ok: true, connected: true, rooms: 1 })
  expect(await (await fetch(`${base}/metrics`)).text()).toContain(
    'packetboat_link_sessions{room="echo/harbor"} 1',
  )
})

it('a sidecar process drains after SIGTERM and exits with 0, and its log contains neither token nor chat', async () => {
  const code = `
      const { runSidecar } = await import(${JSON.stringify(new URL('../../sidecar/main.ts', import.meta.url))})
      const { upstream, ...settings } = JSON.parse(process.argv[1])
      process.exitCode = await runSidecar({ ...settings, upstream: new URL(upstream), logLevel: 'debug' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(settings)])
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const { send, reports } = await worker.connections.next()
  send({ type: 'all', assignments: [testAssignment([tcp])] })
  const { port } = (await reports.next()).doors[0]!
  const client = await connectTcp(port)
  client.write(encodeTestFrame('player text'))
  child.kill('SIGTERM')
  const [exit] = await once(child, 'exit')
  expect(exit, log).toBe(0)
  expect(log).toContain('"event":"stopped"')
  expect(log).not.toMatch(/very secret|player text/)
  client.destroy()
})
