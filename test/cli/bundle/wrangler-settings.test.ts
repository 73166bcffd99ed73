import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkerSettings, parseWorkerSettings } from '../../../cli/bundle/wrangler-settings.ts'
import about from '../../../package.json' with { type: 'json' }

const least = `name = "boat"\nmain = "index.ts"\ncompatibility_date = "2026-10-01"\n`

test('wrangler.toml of this repository is read whole', () => {
  const settings = readWorkerSettings(resolve(import.meta.dirname, '../../../wrangler.toml'))
  expect(settings.objects).toEqual([
    { binding: 'ROOM', className: 'Room' },
    { binding: 'DIRECTORY', className: 'Directory' },
    { binding: 'UPLOADS', className: 'Uploads' },
    { binding: 'THIN', className: 'Thin' },
  ])
  expect(settings.compatibilityDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('bindings, flags and vars come as they are written', () => {
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

test('the folder of assets comes with its binding, and with the paths for which the Worker is asked first', () => {
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
    'assets.not_found_handling is not provided by packetboat start',
  ],
  [
    `${least}[[kv_namespaces]]\nbinding = "A"\nid = "1"\n`,
    'kv_namespaces is not provided by packetboat start',
  ],
  [`${least}[vars]\nMAX = 5\n`, 'vars.MAX is not a text'],
  [`name = "boat"\n`, 'main is not a text'],
  [`${least}[durable_objects]\nbindings = "A"\n`, 'durable_objects.bindings is not a list'],
])('what would not hold here is refused: %j', (text, why) => {
  expect(() => parseWorkerSettings(text)).toThrow(why)
})

test('a file that is not there, or is no TOML, is one line that names it', () => {
  expect(() => readWorkerSettings('/nowhere/wrangler.toml')).toThrow(/^\/nowhere\/wrangler.toml: ENOENT/)
  expect(() => readWorkerSettings(import.meta.filename)).toThrow(/settings\.test\.ts: .*/)
})

test('whoever deploys a fork by a button is told of each binding, variable and secret what it is', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const { objects, vars, assets } = readWorkerSettings(resolve(root, 'wrangler.toml'))
  const example = readFileSync(resolve(root, '.dev.vars.example'), 'utf8')
  const secrets = [...example.matchAll(/^(\w+)= # ./gm)].map(([, name]) => name)
  expect(secrets).toEqual(['ADMIN_TOKEN', 'SIDECAR_TOKEN'])
  const wanted = [...secrets, ...Object.keys(vars), ...objects.map(({ binding }) => binding), assets!.binding]
  expect(Object.keys(about.cloudflare.bindings).toSorted()).toEqual(wanted.toSorted())
})
