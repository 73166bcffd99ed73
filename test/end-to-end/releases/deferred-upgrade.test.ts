// A deployment under load, part by part. On Cloudflare the Worker is replaced at once and each object up to 300 s
// later. In this test a part is replaced as soon as the players have played with the previous one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createLog } from '../../../sidecar/util/log.ts'
import { pollOptions, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { Painters } from '../soaprun/painters.ts'
import { loadSidecar, tokens } from './build.ts'
import { type DeferredSite, type Part, startDeferred } from './deferred-site.ts'
import type { Release } from './edits.ts'

const players = 20
const room = 'soaprun/harbor'

function temporary(parent: string): string {
  const folder = mkdtempSync(join(parent, 'deferred-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function createRoom({ url }: DeferredSite): Promise<void> {
  const form = new FormData()
  const fields = {
    game: 'soaprun',
    room: 'harbor',
    options: JSON.stringify(unlimited),
    listen: '[{"transport":"tcp","port":0}]',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const headers = { authorization: `Bearer ${tokens.site}` }
  const answer = await fetch(`${url}/api/rooms`, { method: 'POST', body: form, headers })
  if (answer.status !== 201) throw new Error(await answer.text())
}

async function startSidecarOf(release: Release, { url }: DeferredSite, folder: string) {
  const start = await loadSidecar(release, folder)
  const lines: { event: string }[] = []
  const sidecar = await start(
    {
      ...{ id: 'east', advertise: '127.0.0.1', bind: '127.0.0.1', anyPort: true },
      ...{ upstream: new URL(url), token: tokens.sidecar, rooms: [room] },
    },
    createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
  )
  await sidecar.ready()
  const { port } = sidecar.listeners().find(({ transport }) => transport === 'tcp')!
  return { ...{ port, lines }, drain: () => sidecar.drain() }
}

/** Requests the room's state repeatedly. The returned function stops the requests and returns the answers with 5xx. */
function askAgainAndAgain({ url }: DeferredSite) {
  let stopped = false
  const failed: string[] = []
  let answered = 0
  const work = (async () => {
    while (!stopped) {
      // The runtime of the test restarts and does not answer for a moment. On Cloudflare the Worker always answers.
      const answer = await fetch(`${url}/api/rooms/${room}`).catch(() => undefined)
      if (answer && answer.status >= 500) failed.push(`${answer.status} ${await answer.text()}`)
      else if (answer) answered++
      await answer?.body?.cancel().catch(() => {}) // a body that was read cannot be cancelled
    }
  })()
  return async () => {
    stopped = true
    await work
    return { answered, failed }
  }
}

test('an upgrade under load, Worker first and objects later, disconnects no original client and loses no answered change', async () => {
  const folder = temporary(dirname(inject('command')))
  const site = await startDeferred('this', temporary(tmpdir()))
  onTestFinished(() => site.stop())
  await createRoom(site)
  const sidecar = await startSidecarOf('this', site, folder)
  const painters = await Painters.begin(sidecar.port, players)
  const asked = askAgainAndAgain(site)
  const websocket = `${site.url.replace('http', 'ws')}/${room}`
  for (const part of ['worker', 'rooms', 'directory'] satisfies Part[]) {
    const [browser] = await SoaprunClient.overWebSocket(websocket)
    await browser.enter()
    await browser.draw(14)
    await site.upgrade(part, 'next')
    await painters.paint(3)
    expect(painters.painters.map(({ client }) => client.fate)).toEqual(Array(players).fill('open'))
    // A browser player reconnects, and receives its own change and those of all other players.
    const [again] = await SoaprunClient.overWebSocket(websocket)
    await again.enter()
    await painters.checkBy(again)
    again.hangUp()
    browser.hangUp()
  }
  await painters.stop()
  const { answered, failed } = await asked()
  expect([answered > 0, failed]).toEqual([true, []])
  expect(sidecar.lines.filter(({ event }) => /link refused|rejected/.test(event))).toEqual([])

  // The sidecar is upgraded last. Its clients reconnect at the same port.
  await sidecar.drain()
  const newSidecar = await startSidecarOf('next', site, folder)
  onTestFinished(() => newSidecar.drain())
  const newcomer = await SoaprunClient.seated(newSidecar.port)
  await painters.checkBy(newcomer)
  await newcomer.leave()
  expect(site.errors).toEqual([])
  await expect.poll(async () => (await fetch(`${site.url}/healthz`)).status, pollOptions).toBe(200)
})
