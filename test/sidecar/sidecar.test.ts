import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../sidecar/config.ts'
import type { Carrier } from '../../sidecar/links.ts'
import type { LinkState } from '../../sidecar/metrics.ts'
import { type Sidecar, startSidecar } from '../../sidecar/sidecar.ts'
import { closeCodes, type Door } from '../../wire/assignment.ts'
import { dial, drained, framed, gone, received } from './peers.ts'
import { assigned, roomFrame, silent, TestRoom } from './room.ts'
import { TestWorker } from './worker.ts'

const tcp: Door = { transport: 'tcp', port: 0, framing: { at: 0, length: 'u16be', plus: 0, max: 1_030 } }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const dispatch: Door = {
  transport: 'dispatch',
  port: 0,
  answer: { here: base64('open'), away: base64('asleep') },
}

/** Carries every session to one echoing room in this process. */
class TestCarrier extends TestRoom implements Carrier {
  drains = 0

  constructor() {
    super(true)
  }

  async drain(): Promise<void> {
    this.drains++
    for (const { client } of this.sessions.seen) {
      client.write(roomFrame(framed('goodbye')))
      client.close('the sidecar is stopping')
    }
  }

  *stats(): Iterable<LinkState> {
    yield { name: 'echo/harbor', connected: true, sessions: 1, redials: 0, resumes: 0, unacknowledged: 0 }
  }
}

let worker: TestWorker
let carrier: TestCarrier
let sidecar: Sidecar
let settings: Settings

beforeEach(async () => {
  worker = new TestWorker()
  carrier = new TestCarrier()
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

async function start(...doors: Door[]) {
  sidecar = await startSidecar(settings, silent, () => carrier)
  const visit = await worker.visits.next()
  visit.say({ type: 'all', assignments: [assigned(doors)] })
  await sidecar.settled()
  return visit
}

it('opens what it is assigned, reports it, and lists it as advertised', async () => {
  const { heard } = await start(tcp, dispatch)
  const { name, doors } = await heard.next()
  expect(name).toBe('echo/harbor')
  expect(sidecar.doors()).toEqual([
    { game: 'echo', room: 'harbor', transport: 'tcp', host: 'games.example.org', port: doors[0]!.port },
    { game: 'echo', room: 'harbor', transport: 'dispatch', host: 'games.example.org', port: doors[1]!.port },
  ])
  const socket = await dial(doors[0]!.port)
  socket.write(framed('hi'))
  expect(await received(socket, 4)).toBe('\0\x04hi')
  socket.destroy()
})

it('follows later assignments within moments', async () => {
  const { heard, say } = await start(tcp)
  await heard.next()
  say({ type: 'room', assignment: { ...assigned([tcp]), name: 'echo/other' } })
  expect((await heard.next()).name).toBe('echo/other')
  say({ type: 'gone', name: 'echo/harbor' })
  say({ type: 'room', assignment: { ...assigned([tcp]), name: 'echo/third' } })
  await heard.next()
  expect(sidecar.doors().map(({ room }) => room)).toEqual(['other', 'third'])
})

it('while the Worker is away clients play on and the dispatch says so; afterwards all is reported again', async () => {
  const { heard, socket } = await start(tcp, dispatch)
  const { doors } = await heard.next()
  const client = await dial(doors[0]!.port)
  socket.terminate()
  const away = await dial(doors[1]!.port)
  away.write('x')
  expect((await drained(away)).map(String)).toEqual(['asleep'])
  client.write(framed('still here'))
  expect(await received(client, 12)).toContain('still here')
  const again = await worker.visits.next()
  again.say({ type: 'all', assignments: [assigned([tcp, dispatch])] })
  expect((await again.heard.next()).doors).toEqual(doors)
  client.write(framed('and now'))
  expect(await received(client, 9)).toContain('and now')
  client.destroy()
})

it('drains: no newcomers, last words delivered, everybody let go, exit code 0', async () => {
  const { heard, socket } = await start(tcp)
  const { port } = (await heard.next()).doors[0]!
  const client = await dial(port)
  await carrier.sessions.next()
  const left = once(socket, 'close')
  const words = drained(client)
  await sidecar.drain()
  expect(String(Buffer.concat(await words))).toContain('goodbye')
  await expect(dial(port)).rejects.toThrow('ECONNREFUSED')
  expect((await left)[0]).toBe(1001)
  expect(await sidecar.closed).toBe(0)
  expect(carrier.drains).toBe(1)
})

it('stops with exit code 1 when another sidecar takes over its id', async () => {
  const { heard, socket } = await start(tcp)
  const { port } = (await heard.next()).doors[0]!
  const client = await dial(port)
  await carrier.sessions.next()
  socket.close(closeCodes.fenced)
  await gone(client)
  expect(await sidecar.closed).toBe(1)
})

it('shows its health and its counters while it runs', async () => {
  await start(tcp)
  const base = `http://127.0.0.1:${sidecar.httpPort}`
  expect(await (await fetch(`${base}/healthz`)).json()).toMatchObject({ ok: true, connected: true, rooms: 1 })
  expect(await (await fetch(`${base}/metrics`)).text()).toContain(
    'packetboat_link_sessions{room="echo/harbor"} 1',
  )
})

describe('as a process', () => {
  it('SIGTERM drains it and it exits with 0, logging neither its token nor what players say', async () => {
    const code = `
      const { runSidecar } = await import(${JSON.stringify(new URL('../../sidecar/main.ts', import.meta.url))})
      const { upstream, ...settings } = JSON.parse(process.argv[1])
      process.exitCode = await runSidecar({ ...settings, upstream: new URL(upstream), logLevel: 'debug' })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(settings)])
    let log = ''
    child.stderr.on('data', (chunk) => {
      log += chunk
    })
    const { say, heard } = await worker.visits.next()
    say({ type: 'all', assignments: [assigned([tcp])] })
    const { port } = (await heard.next()).doors[0]!
    const client = await dial(port)
    client.write(framed('player text'))
    child.kill('SIGTERM')
    const [exit] = await once(child, 'exit')
    expect(exit, log).toBe(0)
    expect(log).toContain('"event":"stopped"')
    expect(log).not.toMatch(/very secret|player text/)
    client.destroy()
  })
})
