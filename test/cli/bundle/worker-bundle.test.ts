import { globSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildAssets } from '../../../cli/bundle/assets.ts'
import { cacheInputs } from '../../../cli/bundle/build-cache.ts'
import { binaryFileEndings, textFileEndings } from '../../../cli/bundle/data-files.ts'
import { bundleWorker, type WorkerBundle } from '../../../cli/bundle/worker-bundle.ts'
import { readWorkerSettings } from '../../../cli/bundle/wrangler-settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Environment variables of the build. The output must not contain any of these values. */
const secrets = {
  ADMIN_TOKEN: 'marked-admin-token-4f1c',
  SIDECAR_TOKEN: 'marked-sidecar-token-9d20',
  SIDECAR_TOKEN_NEXT: 'marked-next-token-77ab',
  CLOUDFLARE_API_TOKEN: 'marked-cloudflare-token-03ee',
} as const

let worker: WorkerBundle
const assets = temporaryFolder(afterAll)
let inputs: readonly string[]
beforeAll(async () => {
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value)
  worker = await bundleWorker(resolve(root, readWorkerSettings(resolve(root, 'wrangler.toml')).main))
  inputs = await buildAssets(root, assets)
  vi.unstubAllEnvs()
})

/** Paths of the build machine, and values of its environment variables that are not common words. */
function forbiddenTexts(): readonly string[] {
  const values = Object.entries(process.env).flatMap(([name, value = '']) =>
    /^(npm_|VITEST|NODE)/.test(name) ? [] : value.split(delimiter),
  )
  const paths = [root, realpathSync(root), homedir(), assets, process.execPath]
  const long = [...Object.values(secrets), ...values].filter((text) => text.length >= 12)
  return [...new Set([...long, ...paths.filter((path) => path.length >= 5)])]
}

it('the Worker stays under 3 MB gzipped, the limit of the free plan', () => {
  const whole = Buffer.concat([Buffer.from(worker.code), ...worker.data.values()])
  expect(gzipSync(whole).length).toBeLessThan(3_000_000)
})

it('the Worker imports each data file of the sources as a separate module', () => {
  expect([...worker.data.keys()].filter((path) => !worker.code.includes(`"./${path}"`))).toEqual([])
  expect([...worker.data.keys()].join()).toMatch(/data\/faces-\w+\.png/)
})

it('wrangler.toml has a rule for each file name ending of data files', () => {
  const { rules } = parse(readFileSync(resolve(root, 'wrangler.toml'), 'utf8'))
  const globs = (endings: readonly string[]) => endings.map((ending) => `**/*.${ending}`)
  expect(rules).toEqual([
    { type: 'Text', globs: globs(textFileEndings) },
    { type: 'Data', globs: globs(binaryFileEndings) },
  ])
})

it('the build cache’s inputs include every source file of the build', () => {
  const all = [...worker.inputs, ...inputs]
  const isKnown = (file: string) =>
    file.startsWith('node_modules/') ||
    cacheInputs.some((path) => file === path || file.startsWith(`${path}/`))
  expect(all.length).toBeGreaterThan(400)
  expect(all.filter((file) => !isKnown(file))).toEqual([])
})

it('the Worker and its assets contain no secret, environment value or path of the build machine', () => {
  const files = globSync('**/*.*', { cwd: assets })
  const texts = [
    ['the Worker', worker.code] as const,
    ...files.map((file) => [file, readFileSync(resolve(assets, file), 'latin1')] as const),
  ]
  expect(files.length).toBeGreaterThan(20)
  const forbidden = forbiddenTexts()
  expect(forbidden).toEqual(expect.arrayContaining([root, ...Object.values(secrets)]))
  const leaks = texts.flatMap(([name, text]) =>
    forbidden.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  )
  expect(leaks).toEqual([])
  // Patterns of common formats of secret keys.
  const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:gh[pousr]_|npm_)[A-Za-z0-9]{36}\b|\bAKIA[0-9A-Z]{16}\b/
  expect(texts.filter(([, text]) => key.test(text)).map(([name]) => name)).toEqual([])
})
