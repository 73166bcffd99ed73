// `packetboat deploy` with a fake wrangler. processes/deploy.test.ts uses the real one.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requiredSecrets } from '../../../cli/deploy/secrets.ts'
import { npxCommand, type RunWrangler, type WranglerResult } from '../../../cli/deploy/wrangler.ts'
import about from '../../../package.json' with { type: 'json' }
import { freePort, startFakeWorker } from '../fake-worker.ts'
import { healthyAnswers, runDeploy } from './deployed.ts'

beforeEach(() => {
  for (const name of Object.keys(requiredSecrets)) vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())

const output = (out: unknown, code = 0, err = ''): WranglerResult => ({
  code,
  out: typeof out === 'string' ? out : JSON.stringify(out),
  err,
})

/** A wrangler that answers by the first words of its arguments, and records the uploads. */
function fakeWrangler(
  answers: { readonly [words: string]: WranglerResult } = {},
  targets = ['https://boat.ann.workers.dev'],
) {
  const commands: string[][] = []
  const uploads: { secrets: unknown; mode: number; file: string }[] = []
  const usual: { [words: string]: WranglerResult } = {
    whoami: output({ loggedIn: true, email: 'ann@example.org' }),
    'secret list': output([]),
    deploy: output(''),
  }
  const wrangler: RunWrangler = async (words, { environment = {} } = {}) => {
    commands.push([...words])
    const key = words[0] === 'secret' ? words.slice(0, 2).join(' ') : words[0]!
    const file = words[words.indexOf('--secrets-file') + 1]!
    if (words.includes('--secrets-file'))
      uploads.push({
        secrets: JSON.parse(readFileSync(file, 'utf8')),
        mode: statSync(file).mode & 0o777,
        file,
      })
    const received = environment.WRANGLER_OUTPUT_FILE_PATH
    if (received)
      writeFileSync(received, `{"type":"wrangler-session"}\n${JSON.stringify({ type: 'deploy', targets })}\n`)
    return answers[key] ?? usual[key]!
  }
  return { wrangler, commands, uploads }
}

test('on Windows, npx runs without a shell, which would split paths with spaces', () => {
  const folder = 'C:\\Program Files\\nodejs'
  expect(npxCommand('win32', `${folder}\\node.exe`)).toEqual([
    `${folder}\\node.exe`,
    `${folder}\\node_modules\\npm\\bin\\npx-cli.js`,
  ])
  expect(npxCommand('linux', '/usr/bin/node')).toEqual(['npx'])
})

describe('packetboat deploy', () => {
  test('generates both secrets, uploads them in a private file and prints them once', async () => {
    const { url } = await startFakeWorker(healthyAnswers)
    const { wrangler, commands, uploads } = fakeWrangler()
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
    expect(commands.map(([word]) => word)).toEqual(['whoami', 'secret', 'deploy'])
    expect(out).toContain(`site      ${url}`)
    expect(out.slice(-2)).toEqual([`ok      worker ${url}: version ${about.version}`, 'ok      rooms: none'])
  })

  test('keeps existing secrets and takes a missing one from the environment', async () => {
    vi.stubEnv('SIDECAR_TOKEN', 'agreed-upon-before')
    const { url } = await startFakeWorker(healthyAnswers)
    const { wrangler, uploads } = fakeWrangler({
      'secret list': output([{ name: 'ADMIN_TOKEN', type: 'secret_text' }]),
    })
    const { out } = await runDeploy({ url }, wrangler)
    expect(uploads[0]!.secrets).toEqual({ SIDECAR_TOKEN: 'agreed-upon-before' })
    expect(out.join('\n')).not.toContain('agreed-upon-before')
    const both = fakeWrangler({
      'secret list': output(Object.keys(requiredSecrets).map((name) => ({ name }))),
    })
    expect((await runDeploy({ url }, both.wrangler)).failure).toBeUndefined()
    expect(both.commands.at(-1)).toEqual(['deploy', '--keep-vars'])
  })

  test('treats a new Worker as one without secrets, and stops before the upload if the secrets cannot be listed', async () => {
    const { url } = await startFakeWorker(healthyAnswers)
    const none = fakeWrangler({ 'secret list': output('', 1, '✘ [ERROR] Worker "packetboat" not found.\n') })
    expect((await runDeploy({ url }, none.wrangler)).failure).toBeUndefined()
    const ill = fakeWrangler({
      'secret list': output('', 1, '\u001b[31m✘ [ERROR]\u001b[0m A request failed.\n'),
    })
    expect((await runDeploy({ url }, ill.wrangler)).failure).toBe(
      'cannot list the Worker’s secrets: A request failed.',
    )
    expect(ill.commands.map(([word]) => word)).toEqual(['whoami', 'secret'])
    const away = fakeWrangler({ 'secret list': output('', 1, '✘ [ERROR] The account was not found.\n') })
    expect((await runDeploy({ url }, away.wrangler)).failure).toContain('The account was not found')
    const several = fakeWrangler({
      'secret list': output('', 1, '✘ [ERROR] More than one account available.\n'),
    })
    expect((await runDeploy({ url }, several.wrangler)).failure).toContain('Set CLOUDFLARE_ACCOUNT_ID')
    vi.stubEnv('SIDECAR_TOKEN', 'two words')
    expect((await runDeploy({ url }, fakeWrangler().wrangler)).failure).toMatch(
      /^SIDECAR_TOKEN in the environment/,
    )
  })

  test.each([
    [{ url: 'play.example.org' }, '--url'],
    [{ domain: 'https://play.example.org' }, '--domain'],
    [{ domain: '' }, '--domain'],
    [{ var: ['CREATE=open', 'ADMIN_TOKEN=mine'] }, '--var'],
  ])('refuses %j before it changes anything', async (flags, named) => {
    const { wrangler, commands } = fakeWrangler()
    const { failure, out } = await runDeploy(flags, wrangler)
    expect([failure, commands, out]).toEqual([expect.stringMatching(`^${named}: `), [], []])
  })

  test.each([true, false])(
    'prints the secrets if it is stopped after the upload (with --json: %s)',
    async (json) => {
      const stopping = new AbortController()
      const { wrangler } = fakeWrangler()
      const stopped: RunWrangler = async (words, run) => {
        if (words[0] === 'deploy') stopping.abort()
        return wrangler(words, run)
      }
      const url = `http://127.0.0.1:${await freePort()}`
      const { failure, out } = await runDeploy({ url, json }, stopped, stopping.signal)
      expect([failure, out.join('\n')]).toEqual(['stopped', expect.stringMatching(/ADMIN_TOKEN/)])
    },
  )

  test('explains how to log in and changes nothing if wrangler is not logged in', async () => {
    const { wrangler, commands } = fakeWrangler({ whoami: output({ loggedIn: false }, 1) })
    const { failure, out } = await runDeploy({}, wrangler)
    expect(failure).toMatch(/^not logged in to Cloudflare: run npx wrangler login/)
    expect([commands.length, out]).toEqual([1, []])
  })

  test('prints the secrets even if the upload fails, because they may be set', async () => {
    const { wrangler } = fakeWrangler({ deploy: output('', 1) })
    const { failure, out } = await runDeploy({}, wrangler)
    expect(failure).toContain('wrangler deploy failed')
    expect(out.map((line) => line.split('=')[0])).toEqual(['ADMIN_TOKEN', 'SIDECAR_TOKEN'])
  })

  test('passes name, domain, settings and the mode of code updates to wrangler', async () => {
    const { wrangler, commands } = fakeWrangler()
    const settings = ['CREATE=open', 'PUBLIC_URL=https://play.example.org/?a=b']
    const flags = { name: 'second', domain: '127.0.0.1:1', var: settings, codeUpdates: 'immediate' } as const
    await runDeploy(flags, wrangler)
    expect(commands[1]).toEqual(['secret', 'list', '--name', 'second'])
    const words = ['deploy', '--keep-vars', '--name', 'second', '--domain', '127.0.0.1:1']
    expect(commands[2]!.slice(0, 12)).toEqual([
      ...words,
      ...['--var', 'CREATE:open', '--var', 'PUBLIC_URL:https://play.example.org/?a=b'],
      ...['--durable-objects-code-update-mode', 'immediate'],
    ])
  })

  test('reports a site that does not answer, runs another version or has no address', async () => {
    const { wrangler } = fakeWrangler()
    const dead = `http://127.0.0.1:${await freePort()}`
    expect((await runDeploy({ url: dead }, wrangler)).failure).toContain(
      'ECONNREFUSED; check again with npm run packetboat -- doctor',
    )
    const { url } = await startFakeWorker({ 'GET /healthz': { body: { ok: true, version: '0.0.1' } } })
    expect((await runDeploy({ url }, wrangler)).failure).toContain('it still runs version 0.0.1')
    const { wrangler: routed } = fakeWrangler({}, ['example.org/*'])
    expect((await runDeploy({}, routed)).failure).toContain('no URL (example.org/*)')
  })

  test('--json prints one line with the generated secrets and the checks, also after a failed upload', async () => {
    vi.stubEnv('SIDECAR_TOKEN', 'agreed-upon-before')
    const { url } = await startFakeWorker(healthyAnswers)
    const { wrangler, uploads } = fakeWrangler()
    const { out, failure } = await runDeploy({ url, json: true }, wrangler)
    const { ADMIN_TOKEN } = uploads[0]!.secrets as { ADMIN_TOKEN: string }
    expect([failure, out.length]).toEqual([undefined, 1])
    expect(JSON.parse(out[0]!)).toEqual({
      ...{ user: 'ann@example.org', secrets: { ADMIN_TOKEN }, url, version: about.version },
      doctor: {
        ...{ ok: true, url },
        findings: [
          { ok: true, what: `worker ${url}`, seen: `version ${about.version}` },
          { ok: true, what: 'rooms', seen: 'none' },
        ],
      },
    })
    const failed = await runDeploy({ json: true }, fakeWrangler({ deploy: output('', 1) }).wrangler)
    expect(failed.failure).toContain('wrangler deploy failed')
    expect(failed.out.map((line) => JSON.parse(line))).toEqual([
      { user: 'ann@example.org', secrets: { ADMIN_TOKEN: expect.any(String) } },
    ])
    const dry = await runDeploy({ dryRun: true, json: true }, fakeWrangler().wrangler)
    expect(dry.out.map((line) => JSON.parse(line))).toEqual([
      { dryRun: true, loggedIn: true, missingSecrets: ['ADMIN_TOKEN', 'SIDECAR_TOKEN'] },
    ])
  })

  test('--dry-run uploads nothing and lists the secrets that it would generate', async () => {
    const { wrangler, commands } = fakeWrangler()
    const { out, failure } = await runDeploy({ dryRun: true }, wrangler)
    expect(failure).toBeUndefined()
    expect(commands[0]).toEqual(['deploy', '--dry-run', '--keep-vars'])
    expect(out).toEqual([
      'dry run OK: the Worker builds; nothing was uploaded',
      'ADMIN_TOKEN would be generated: needed to create rooms',
      'SIDECAR_TOKEN would be generated: needed by sidecars',
    ])
    const unknownClient = fakeWrangler({ whoami: output('', 1) })
    expect((await runDeploy({ dryRun: true }, unknownClient.wrangler)).out[1]).toContain('not logged in')
    const broken = fakeWrangler({ deploy: output('', 1, '✘ [ERROR] Build failed') })
    expect((await runDeploy({ dryRun: true }, broken.wrangler)).failure).toContain('Build failed')
  })
})
