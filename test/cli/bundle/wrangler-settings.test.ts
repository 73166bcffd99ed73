import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseWorkerSettings, readWorkerSettings } from '../../../cli/bundle/wrangler-settings.ts'
import { requiredSecrets } from '../../../cli/deploy/secrets.ts'
import about from '../../../package.json' with { type: 'json' }

const least = `name = "boat"\nmain = "index.ts"\ncompatibility_date = "2026-10-01"\n`

test('every setting in the repository’s wrangler.toml is supported', () => {
  const settings = readWorkerSettings(resolve(import.meta.dirname, '../../../wrangler.toml'))
  expect(settings.objects).toEqual([
    { binding: 'ROOM', className: 'Room' },
    { binding: 'DIRECTORY', className: 'Directory' },
    { binding: 'UPLOADS', className: 'Uploads' },
    { binding: 'REMOTE_CLIENT', className: 'RemoteClient' },
  ])
  expect(settings.compatibilityDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('bindings, flags and vars are read', () => {
  const text = `${least}compatibility_flags = ["nodejs_compat"]\n[vars]\nCREATE = "open"\n[[durable_objects.bindings]]\nname = "A"\nclass_name = "B"\n`
  expect(parseWorkerSettings(text)).toEqual({
    name: 'boat',
    main: 'index.ts',
    compatibilityDate: '2026-10-01',
    compatibilityFlags: ['nodejs_compat'],
    objects: [{ binding: 'A', className: 'B' }],
    vars: { CREATE: 'open' },
  })
})

test('the assets folder, its binding and its Worker-first paths are read', () => {
  const text = `${least}[assets]\ndirectory = "out"\nbinding = "ASSETS"\nrun_worker_first = ["/*", "!/a/*"]\nhtml_handling = "none"\n`
  expect(parseWorkerSettings(text).assets).toEqual({
    directory: 'out',
    binding: 'ASSETS',
    workerFirst: ['/*', '!/a/*'],
  })
})

test.each([
  [
    `${least}[assets]\ndirectory = "out"\nbinding = "A"\nrun_worker_first = []\n`,
    'assets.html_handling must be none',
  ],
  [
    `${least}[assets]\ndirectory = "out"\nbinding = "A"\nnot_found_handling = "404-page"\n`,
    'packetboat start does not support assets.not_found_handling',
  ],
  [`${least}[[kv_namespaces]]\nbinding = "A"\nid = "1"\n`, 'packetboat start does not support kv_namespaces'],
  [`${least}[vars]\nMAX = 5\n`, 'vars.MAX is not a text'],
  [`name = "boat"\n`, 'main is not a text'],
  [`${least}[durable_objects]\nbindings = "A"\n`, 'durable_objects.bindings is not a list'],
])('unsupported, missing and invalid settings are rejected: %j', (text, why) => {
  expect(() => parseWorkerSettings(text)).toThrow(why)
})

test('a missing or invalid wrangler.toml fails with one line that names the file', () => {
  expect(() => readWorkerSettings('/nowhere/wrangler.toml')).toThrow(/^\/nowhere\/wrangler.toml: ENOENT/)
  expect(() => readWorkerSettings(import.meta.filename)).toThrow(/settings\.test\.ts: .*/)
})

test('the deploy button describes each binding, variable and secret', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const { objects, vars, assets } = readWorkerSettings(resolve(root, 'wrangler.toml'))
  const example = readFileSync(resolve(root, '.dev.vars.example'), 'utf8')
  const secrets = Object.keys(requiredSecrets)
  expect(example.match(/^\w+=.*$/gm)).toEqual(secrets.map((name) => expect.stringMatching(`^${name}= # .`)))
  const expected = [
    ...secrets,
    ...Object.keys(vars),
    ...objects.map(({ binding }) => binding),
    assets!.binding,
  ]
  expect(Object.keys(about.cloudflare.bindings).toSorted()).toEqual(expected.toSorted())
})
