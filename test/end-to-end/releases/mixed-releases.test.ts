// For some minutes after a deployment, new Workers call old objects and old Workers call new objects, and sidecars are
// upgraded later. Two releases run in one workerd: each part of the site (Worker, objects, sidecar) is tested once with
// an older and once with a newer release than the rest.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createLog } from '../../../sidecar/util/log.ts'
import { loadSidecar, type MixedSite, type ReleaseMix, startMixed, tokens } from './build.ts'
import type { Release } from './edits.ts'
import { TallyPlayer } from './player.ts'
import { type RecordedAnswer, RequestRecorder, sendAllRequests } from './requests.ts'

const releases = ['this', 'next'] as const
const parts = ['worker', 'room', 'directory', 'others', 'sidecar'] as const

const allOf = (release: Release, changed: Partial<ReleaseMix> = {}): ReleaseMix => ({
  ...{ worker: release, room: release, directory: release, others: release, sidecar: release },
  ...changed,
})

/** Sites in which one part is of another release than all other parts. */
const mixes = releases.flatMap((most, at) =>
  parts.map((part) => {
    const other = releases[1 - at]!
    return {
      title: `${part} of ${other} in a site of ${most}`,
      most,
      part,
      mix: allOf(most, { [part]: other }),
    }
  }),
)
/** Sites with all parts of one release, for comparison. */
const alone = releases.map((release) => ({
  title: `all of ${release}`,
  most: release,
  part: undefined,
  mix: allOf(release),
}))
const all = [...alone, ...mixes].map((one, i) => ({ ...one, i }))

let site: MixedSite
const worlds = mkdtempSync(join(tmpdir(), 'releases-'))
const folder = mkdtempSync(join(dirname(inject('command')), 'releases-'))
const sidecars = new Map<Release, Awaited<ReturnType<typeof loadSidecar>>>()
/** For each release, the answers of the site whose parts are all of this release. */
const answersAlone = new Map<Release, readonly string[]>()

beforeAll(async () => {
  site = await startMixed(
    all.map(({ mix }) => mix),
    worlds,
  )
  for (const release of releases) sidecars.set(release, await loadSidecar(release, folder))
})
afterAll(async () => {
  await site?.stop()
  for (const path of [worlds, folder]) rmSync(path, { recursive: true, force: true })
})

async function answersAll({ most, i }: (typeof all)[number]): Promise<void> {
  const asking = new RequestRecorder(site.url(i))
  await sendAllRequests(asking)
  const failed = asking.answers.filter(({ status }) => status >= 500 || status < 101)
  expect(failed.map(({ name, status, body }) => `${name} ${status} ${body}`)).toEqual([])
  const answers = asking.answers.map(shape)
  if (i < alone.length) answersAlone.set(most, answers)
  else expect(answers).toEqual(answersAlone.get(most))
  expect(answers.length).toBeGreaterThan(150)
}

async function letsPlay({ mix, i }: (typeof all)[number]): Promise<void> {
  await new RequestRecorder(site.url(i)).create({ game: 'tally', room: 'harbor' })
  const lines: { event: string }[] = []
  const sidecar = await sidecars.get(mix.sidecar)!(
    {
      ...{ id: 'east', advertise: '127.0.0.1', bind: '127.0.0.1', anyPort: true },
      ...{ upstream: new URL(site.url(i)), token: tokens.sidecar, rooms: ['tally/harbor'] },
    },
    createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
  )
  await sidecar.ready()
  const { port } = sidecar.listeners().find(({ transport }) => transport === 'tcp')!
  const [ann, bob] = [new TallyPlayer(port), new TallyPlayer(port)]
  expect([await ann.received(), await bob.received()]).toEqual(['W', 'W'])
  ann.say('iann')
  expect(await ann.received()).toBe('Iann')
  for (const said of ['+1 1', '+3 2']) {
    ann.say('+')
    expect(await ann.received()).toBe(said)
    ann.say('shello')
    expect([await ann.received(), await bob.received()]).toEqual(['sann: hello', 'sann: hello'])
  }
  for (const player of [ann, bob]) player.leave()
  await sidecar.drain()
  expect(lines.filter(({ event }) => /refused|lost|disconnected|rejected/.test(event))).toEqual([])
}

it.each(all.slice(0, alone.length))('$title answers every request, none with 5xx', answersAll)

describe.concurrent('a site of mixed releases', () => {
  // Requests to the API do not reach a sidecar, so its release does not matter here.
  it.each(all.slice(alone.length).filter(({ part }) => part !== 'sidecar'))(
    '$title answers every request like a site of the other release alone, none with 5xx',
    answersAll,
  )
  it.each(all)('[LINK-15] $title lets clients play through their sidecar, over one link', letsPlay)
})

it('a site of two releases logs no error in the Worker and the objects', () =>
  expect(site.errors).toEqual([]))

it('every operation of the API but two succeeds in one of the requests of these tests', async () => {
  const { paths } = (await (await fetch(`${site.url(0)}/api/openapi.json`)).json()) as {
    paths: { [path: string]: object }
  }
  const asked = answersAlone.get('this')!
  const missing = Object.entries(paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`${path.replace(/\{\w+\}/g, '[^/ ?]+')}(\\?\\S*)? [123]\\d\\d$`)
    return Object.keys(methods)
      .map((method) => method.toUpperCase())
      .filter(
        (method) =>
          !asked.some((one) => (one.startsWith(`${method} `) || one.startsWith('WS ')) && pattern.test(one)),
      )
      .map((method) => `${method} ${path}`)
  })
  // The progress of a creation, which ends too soon, and the picture of a story, which ends only after midnight.
  expect(missing).toEqual([
    'GET /api/rooms/{game}/{room}/founding',
    'GET /{game}/{room}/stories/{number}/picture.png',
  ])
})

/** Replaces random ids, and the status 200 of NDJSON answers, by constants. */
function shape({ name, status }: RecordedAnswer): string {
  const same = name
    .replace(/\?id=(?!none|west)[\w-]+/, '?id=…')
    .replace(/\/clips\/(?!none)[\w-]+/, '/clips/…')
    .replace(/\/old\/(colour|shades)\/[^/]+/, '/old/$1/…')
  return `${same} ${status === 200 && name === 'POST /api/rooms' ? 201 : status}`
}
