import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundle } from '../../cli/bundle.ts'
import { readWorkerSettings } from '../../cli/settings.ts'

const root = resolve(import.meta.dirname, '../..')

it('the Worker stays under 3 MB gzipped, which the free plan takes', async () => {
  const code = await bundle(resolve(root, readWorkerSettings(resolve(root, 'wrangler.toml')).main))
  expect(gzipSync(code).length).toBeLessThan(3_000_000)
})
