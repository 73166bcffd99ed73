// `packetboat deploy` with the real wrangler against a fake Cloudflare.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { requiredSecrets } from '../../../cli/deploy/secrets.ts'
import { createWrangler } from '../../../cli/deploy/wrangler.ts'
import { healthyAnswers, runDeploy } from '../commands/deployed.ts'
import { startFakeCloudflare } from '../commands/fake-cloudflare.ts'
import { startFakeWorker } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

/** A fake Cloudflare account, and the real wrangler, which deploys a small Worker to it. */
async function realWrangler(stop: AbortSignal, onUpload?: () => void) {
  for (const name of Object.keys(requiredSecrets)) vi.stubEnv(name, undefined)
  const api = await startFakeCloudflare(onUpload)
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'good')
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'acc')
  vi.stubEnv('CLOUDFLARE_CF_FETCH_ENABLED', 'false')
  vi.stubEnv('CI', '1')
  const folder = temporaryFolder()
  vi.stubEnv('WRANGLER_LOG_PATH', join(folder, 'logs'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  writeFileSync(join(folder, 'worker.js'), 'export default { fetch: () => new Response("ahoy") }\n')
  const settings =
    'name = "packetboat"\nmain = "worker.js"\ncompatibility_date = "2026-10-01"\nworkers_dev = true\n'
  writeFileSync(join(folder, 'wrangler.toml'), settings)
  return { api, wrangler: createWrangler(folder, stop) }
}

test('packetboat deploy creates a site with its secrets', async () => {
  const { api, wrangler } = await realWrangler(new AbortController().signal)
  const { url } = await startFakeWorker(healthyAnswers)
  const { failure, out, err } = await runDeploy({ url }, wrangler)
  expect([failure, api.requests]).toEqual([
    undefined,
    expect.arrayContaining(['PUT /workers/scripts/packetboat']),
  ])
  expect(err[0]).toBe('logged in as ann@example.org')
  const shown = out.slice(0, 2).map((line) => line.split('='))
  expect(new Map(shown as [string, string][])).toEqual(api.secrets)
})

test('a stop during the upload ends wrangler, and the secrets that it may have set are printed', async () => {
  const stopping = new AbortController()
  const { wrangler } = await realWrangler(stopping.signal, () => stopping.abort())
  const { failure, out } = await runDeploy({}, wrangler, stopping.signal)
  expect([failure, out.map((line) => line.split('=')[0])]).toEqual([
    'stopped',
    ['ADMIN_TOKEN', 'SIDECAR_TOKEN'],
  ])
})
