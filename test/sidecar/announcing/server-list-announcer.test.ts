// Announcements to public lists of servers. [LINK-16]
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { isPublicHost } from '../../../sidecar/announcing/public-host.ts'
import { postServerListEntry } from '../../../sidecar/announcing/send-entry.ts'
import {
  type AnnouncedListener,
  announceIntervalMs,
  type SendEntry,
  ServerListAnnouncer,
} from '../../../sidecar/announcing/server-list-announcer.ts'
import { listeningPort, startListening, stopListening } from '../../../sidecar/util/server-port.ts'
import type { ListResult } from '../../../wire/link/control-messages.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { silentLog } from '../harness/test-room.ts'

const entry = {
  urls: ['http://one.example/update.php', 'http://two.example:81/update.php'],
  transport: 'tcp',
  fields: [
    { name: 'hostname', value: { measure: 'host' } },
    { name: 'port', value: { measure: 'port' } },
    { name: 'comment', value: 'Harbor' },
    { name: 'in', value: { measure: 'bytesFromClients' } },
    { name: 'out', value: { measure: 'bytesToClients' } },
    { name: 'up', value: { measure: 'uptimeSeconds' } },
  ],
} as const

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await stopListening(server)
})

function start({ advertise = 'play.example.org', answer = (_url: string) => Promise.resolve('') } = {}) {
  const clock = new SimulatedClock()
  const sent: [url: string, fields: string][] = []
  const results: (readonly ListResult[])[] = []
  const listener: AnnouncedListener = {
    ...{ name: 'crossfire/harbor', generation: 1, entry, port: 13_327, openedAt: clock.now() - 7_000 },
    ...{ bytesFromClients: 12, bytesToClients: 34 },
  }
  const state: { listeners: readonly AnnouncedListener[] } = { listeners: [listener] }
  const send: SendEntry = (url, fields) => {
    sent.push([url, fields.map((field) => field.join('=')).join(' ')])
    return answer(url)
  }
  const announcer = new ServerListAnnouncer({
    ...{ advertise, clock, log: silentLog, send },
    listeners: () => state.listeners,
    onResults: (_room, all) => void results.push(all),
  })
  return { announcer, clock, sent, results, state, listener }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('[LINK-16] a room is announced soon, to every list, and then once a minute', async () => {
  const { announcer, clock, sent, results } = start()
  clock.pass(5_000)
  const fields = 'hostname=play.example.org port=13327 comment=Harbor in=12 out=34 up=12'
  expect(sent).toEqual(entry.urls.map((url) => [url, fields]))
  await settled()
  expect(results).toEqual([[{ list: 'one.example' }, { list: 'two.example:81' }]])
  clock.pass(announceIntervalMs - 5_000)
  expect(sent).toHaveLength(2)
  clock.pass(5_000)
  expect(sent).toHaveLength(4)
  announcer.stop()
  clock.pass(10 * announceIntervalMs)
  expect(sent).toHaveLength(4)
})

it('[LINK-16] a room that is no longer announced is sent to no list, and a later room of its name is sent within 5 s', () => {
  const { clock, sent, state, listener } = start()
  clock.pass(5_000)
  state.listeners = []
  clock.pass(2 * announceIntervalMs)
  expect(sent).toHaveLength(2)
  state.listeners = [{ ...listener, generation: 2 }]
  clock.pass(5_000)
  expect(sent).toHaveLength(4)
})

it("[LINK-16] the text of a list's answer or error is reported in one line without markup, at most 200 characters", async () => {
  const { clock, results } = start({
    answer: (url) =>
      url.includes('one')
        ? Promise.resolve('<p>Your hostname\ndoes not <b>match</b>.</p>\u0007')
        : Promise.reject(new Error(`no answer: ${'x'.repeat(300)}`)),
  })
  clock.pass(5_000)
  await settled()
  expect(results).toEqual([
    [
      { list: 'one.example', error: 'Your hostname does not match .' },
      { list: 'two.example:81', error: `no answer: ${'x'.repeat(189)}` },
    ],
  ])
})

it.each([{ urls: ['no url'] }, {}])(
  '[LINK-16] a room with an invalid entry (%j) does not prevent the announcements of other rooms',
  async (invalid) => {
    const { clock, sent, state, listener } = start()
    const bad = { ...listener, name: 'crossfire/bad', entry: { ...entry, urls: undefined, ...invalid } }
    state.listeners = [bad as unknown as AnnouncedListener, listener]
    clock.pass(5_000)
    await settled()
    expect(sent).toHaveLength(2)
  },
)

it('[LINK-16] a sidecar that advertises a private host announces nothing and reports the reason', async () => {
  const { clock, sent, results } = start({ advertise: '192.168.1.5' })
  clock.pass(5_000)
  await settled()
  expect(sent).toEqual([])
  const error = 'this sidecar advertises 192.168.1.5, which is not reachable from the internet'
  expect(results[0]).toEqual([
    { list: 'one.example', error },
    { list: 'two.example:81', error },
  ])
})

it.each([
  ['play.example.org', true],
  ['203.0.113.5', true],
  ['2001:db8::1', true],
  ['localhost', false],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['172.20.0.1', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['harbor', false],
  ['harbor.local', false],
])('%s is a public host: %s', (host, isPublic) => {
  expect(isPublicHost(host)).toBe(isPublic)
})

/** A fake list of servers that returns this answer and records the received forms. */
async function listThatAnswers(status: number, answer: string) {
  const forms: (readonly (readonly [string, unknown])[])[] = []
  const server = createServer(async (request, response) => {
    const form = await new Response(request as unknown as ReadableStream, {
      headers: { 'content-type': request.headers['content-type']! },
    }).formData()
    forms.push([...form])
    response.writeHead(status).end(answer)
  })
  servers.push(server)
  await startListening(server, { host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${listeningPort(server)}/update.php`, forms }
}

it('[LINK-16] an entry is sent as a form with its fields in order, and a long answer is cut off', async () => {
  const { url, forms } = await listThatAnswers(200, 'y'.repeat(100_000))
  const fields = [
    ['hostname', 'play.example.org'],
    ['comment', 'Käse & <Brot>'],
  ] as const
  expect(await postServerListEntry(url, fields)).toHaveLength(4096)
  expect(forms).toEqual([fields.map(([name, value]) => [name, value])])
})

it('[LINK-16] an error status is reported, and so is a missing answer', async () => {
  const { url } = await listThatAnswers(503, 'busy')
  await expect(postServerListEntry(url, [])).rejects.toThrow('HTTP 503')
  await expect(postServerListEntry('http://127.0.0.1:1/update.php', [])).rejects.toThrow('no answer: ')
})
