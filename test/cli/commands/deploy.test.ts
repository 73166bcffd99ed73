// `packetboat deploy` with a wrangler that answers what the test says; processes/deploy.test.ts has the true one.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requiredSecrets } from '../../../cli/deploy/secrets.ts'
import type { WranglerResult, Wrangler } from '../../../cli/deploy/wrangler.ts'
import about from '../../../package.json' with { type: 'json' }
import { runDeploy, healthyAnswers } from './deployed.ts'
import { commandLine, refusedPort, startFakeWorker } from '../fake-worker.ts'

beforeEach(() => {
  for (const name of Object.keys(requiredSecrets)) vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())

const said = (out: unknown, code = 0, err = ''): WranglerResult => ({
  code,
  out: typeof out === 'string' ? out : JSON.stringify(out),
  err,
})

/** A wrangler that answers by the first words of what it is told, and what the uploads brought. */
function acting(
  answers: { readonly [words: string]: WranglerResult } = {},
  targets = ['https://boat.ann.workers.dev'],
) {
  const told: string[][] = []
  const uploads: { secrets: unknown; mode: number; file: string }[] = []
  const usual: { [words: string]: WranglerResult } = {
    whoami: said({ loggedIn: true, email: 'ann@example.org' }),
    'secret list': said([]),
    deploy: said(''),
  }
  const wrangler: Wrangler = async (words, { environment = {} } = {}) => {
    told.push([...words])
    const key = words[0] === 'secret' ? words.slice(0, 2).join(' ') : words[0]!
    const file = words[words.indexOf('--secrets-file') + 1]!
    if (words.includes('--secrets-file'))
      uploads.push({
        secrets: JSON.parse(readFileSync(file, 'utf8')),
        mode: statSync(file).mode & 0o777,
        file,
      })
    const heard = environment.WRANGLER_OUTPUT_FILE_PATH
    if (heard)
      writeFileSync(heard, `{"type":"wrangler-session"}\n${JSON.stringify({ type: 'deploy', targets })}\n`)
    return answers[key] ?? usual[key]!
  }
  return { wrangler, told, uploads }
}

describe('with a wrangler of the test', () => {
  test('makes both secrets, hands them over with the code in a file for nobody else, and shows them once', async () => {
    const { url } = await startFakeWorker(healthyAnswers)
    const { wrangler, told, uploads } = acting()
    const { out, err, failure } = await runDeploy({ url }, wrangler)
    expect(failure).toBeUndefined()
    expect(err[0]).toBe('logged in as ann@example.org')
    const [upload] = uploads
    expect([uploads.length, upload!.mode, existsSync(upload!.file)]).toEqual([1, 0o600, false])
    expect(Object.keys(upload!.secrets as object)).toEqual(['ADMIN_TOKEN', 'SIDECAR_TOKEN'])
    for (const [name, value] of Object.entries(upload!.secrets as { [name: string]: string })) {
      expect(value).toMatch(/^[\w-]{43}$/)
      expect(out.filter((line) => line.includes(value))).toEqual([`${name}=${value}`])
    }
    expect(told.map(([word]) => word)).toEqual(['whoami', 'secret', 'deploy'])
    expect(out).toContain(`site      ${url}`)
    expect(out.slice(-2)).toEqual([`ok      worker ${url}: version ${about.version}`, 'ok      rooms: none'])
  })

  test('makes none that is there, and takes what the environment says for one that is not', async () => {
    vi.stubEnv('SIDECAR_TOKEN', 'agreed upon before')
    const { url } = await startFakeWorker(healthyAnswers)
    const { wrangler, uploads } = acting({
      'secret list': said([{ name: 'ADMIN_TOKEN', type: 'secret_text' }]),
    })
    const { out } = await runDeploy({ url }, wrangler)
    expect(uploads[0]!.secrets).toEqual({ SIDECAR_TOKEN: 'agreed upon before' })
    expect(out.join('\n')).not.toContain('agreed upon before')
    const both = acting({ 'secret list': said(Object.keys(requiredSecrets).map((name) => ({ name }))) })
    expect((await runDeploy({ url }, both.wrangler)).failure).toBeUndefined()
    expect(both.told.at(-1)).toEqual(['deploy', '--keep-vars'])
  })

  test('a new Worker has no secrets yet; another complaint is the end before anything is uploaded', async () => {
    const { url } = await startFakeWorker(healthyAnswers)
    const none = acting({ 'secret list': said('', 1, '✘ [ERROR] Worker "packetboat" not found.\n') })
    expect((await runDeploy({ url }, none.wrangler)).failure).toBeUndefined()
    const ill = acting({ 'secret list': said('', 1, '\u001b[31m✘ [ERROR]\u001b[0m A request failed.\n') })
    expect((await runDeploy({ url }, ill.wrangler)).failure).toBe(
      'its secrets cannot be listed: A request failed.',
    )
    expect(ill.told.map(([word]) => word)).toEqual(['whoami', 'secret'])
  })

  test('who is not logged in is told how, and nothing is made', async () => {
    const { wrangler, told } = acting({ whoami: said({ loggedIn: false }, 1) })
    const { failure, out } = await runDeploy({}, wrangler)
    expect(failure).toContain('npx wrangler login')
    expect([told.length, out]).toEqual([1, []])
  })

  test('a deploy that fails shows the secrets all the same, for they may be set', async () => {
    const { wrangler } = acting({ deploy: said('', 1) })
    const { failure, out } = await runDeploy({}, wrangler)
    expect(failure).toContain('wrangler could not deploy it')
    expect(out.map((line) => line.split('=')[0])).toEqual(['ADMIN_TOKEN', 'SIDECAR_TOKEN'])
  })

  test('name, domain and settings are wrangler’s own words', async () => {
    const { wrangler, told } = acting()
    const settings = ['CREATE=open', 'PUBLIC_URL=https://play.example.org/?a=b']
    await runDeploy({ name: 'second', domain: '127.0.0.1:1', var: settings }, wrangler)
    expect(told[1]).toEqual(['secret', 'list', '--name', 'second'])
    const words = ['deploy', '--keep-vars', '--name', 'second', '--domain', '127.0.0.1:1']
    expect(told[2]!.slice(0, 10)).toEqual([
      ...words,
      ...['--var', 'CREATE:open', '--var', 'PUBLIC_URL:https://play.example.org/?a=b'],
    ])
  })

  test('a site that does not answer, or as another version, is told of; one without an address, too', async () => {
    const { wrangler } = acting()
    const dead = `http://127.0.0.1:${await refusedPort()}`
    expect((await runDeploy({ url: dead }, wrangler)).failure).toContain('ECONNREFUSED; packetboat doctor')
    const { url } = await startFakeWorker({ 'GET /healthz': { body: { ok: true, version: '0.0.1' } } })
    expect((await runDeploy({ url }, wrangler)).failure).toContain('version 0.0.1 answers')
    const { wrangler: routed } = acting({}, ['example.org/*'])
    expect((await runDeploy({}, routed)).failure).toContain('no address of its own (example.org/*)')
  })

  test('--dry-run uploads nothing, and says what would be made where somebody is logged in', async () => {
    const { wrangler, told } = acting()
    const { out, failure } = await runDeploy({ dryRun: true }, wrangler)
    expect(failure).toBeUndefined()
    expect(told[0]).toEqual(['deploy', '--dry-run', '--keep-vars'])
    expect(out).toEqual([
      'the Worker is whole; nothing was uploaded',
      'ADMIN_TOKEN would be made: who creates rooms shows it',
      'SIDECAR_TOKEN would be made: sidecars show it',
    ])
    const stranger = acting({ whoami: said('', 1) })
    expect((await runDeploy({ dryRun: true }, stranger.wrangler)).out[1]).toContain('not logged in')
    const broken = acting({ deploy: said('', 1, '✘ [ERROR] Build failed') })
    expect((await runDeploy({ dryRun: true }, broken.wrangler)).failure).toContain('Build failed')
  })
})

test('what a button asks for is what is made here, with a word on each', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../../.dev.vars.example'), 'utf8')
  expect([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name)).toEqual(Object.keys(requiredSecrets))
  expect(Object.keys(about.cloudflare.bindings)).toEqual(expect.arrayContaining(Object.keys(requiredSecrets)))
})

test('the command line: a setting that is none is 2', async () => {
  expect((await commandLine('deploy', '--var', 'open')).code).toBe(2)
})
