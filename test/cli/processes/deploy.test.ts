// `packetboat deploy` with the true wrangler, as far as it goes without an account: against what stands in for Cloudflare.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { secrets } from '../../../cli/deploy/secrets.ts'
import { wranglerIn } from '../../../cli/deploy/wrangler.ts'
import { cloudflare } from '../cloudflare.ts'
import { deployed, well } from '../deployed.ts'
import { emptyFolder } from '../folder.ts'
import { standIn } from '../stand-in.ts'

afterEach(() => vi.unstubAllEnvs())

test('from nothing to a site with its secrets', async () => {
  for (const name of Object.keys(secrets)) vi.stubEnv(name, undefined)
  const api = await cloudflare()
  const { url } = await standIn(well)
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'good')
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'acc')
  vi.stubEnv('CLOUDFLARE_CF_FETCH_ENABLED', 'false')
  vi.stubEnv('CI', '1')
  const folder = emptyFolder()
  vi.stubEnv('WRANGLER_LOG_PATH', join(folder, 'logs'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  writeFileSync(join(folder, 'worker.js'), 'export default { fetch: () => new Response("ahoy") }\n')
  const settings =
    'name = "packetboat"\nmain = "worker.js"\ncompatibility_date = "2026-10-01"\nworkers_dev = true\n'
  writeFileSync(join(folder, 'wrangler.toml'), settings)
  const { failure, out, err } = await deployed({ url }, wranglerIn(folder))
  expect([failure, api.asked]).toEqual([
    undefined,
    expect.arrayContaining(['PUT /workers/scripts/packetboat']),
  ])
  expect(err[0]).toBe('logged in as ann@example.org')
  const shown = out.slice(0, 2).map((line) => line.split('='))
  expect(new Map(shown as [string, string][])).toEqual(api.secrets)
})
