import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildAssets } from '../../cli/assets.ts'
import { type Bundled, bundle } from '../../cli/bundle.ts'
import { madeOf } from '../../cli/kept.ts'
import { readWorkerSettings } from '../../cli/settings.ts'
import { emptyFolder } from './folder.ts'

const root = resolve(import.meta.dirname, '../..')

let worker: Bundled
beforeAll(async () => {
  worker = await bundle(resolve(root, readWorkerSettings(resolve(root, 'wrangler.toml')).main))
})

it('the Worker stays under 3 MB gzipped, which the free plan takes', () => {
  expect(gzipSync(worker.code).length).toBeLessThan(3_000_000)
})

it('what a start keeps is known by all that it is made of', async () => {
  const inputs = [...worker.inputs, ...(await buildAssets(root, emptyFolder()))]
  const isKnown = (file: string) =>
    file.startsWith('node_modules/') || madeOf.some((path) => file === path || file.startsWith(`${path}/`))
  expect(inputs.length).toBeGreaterThan(400)
  expect(inputs.filter((file) => !isKnown(file))).toEqual([])
})
