// npm runs this after it installs a clone: builds what the first `npm start` needs, so that the first start is as quick
// as later ones. A start builds anything that is missing.
import { enableCompileCache } from '../compile-cache.ts'
import '../bundle/import-data-files.ts'

enableCompileCache()
try {
  const [{ loadWorker }] = await Promise.all([
    import('../bundle/worker-bundle.ts'),
    import('../commands/start.ts'),
    import('../runtime/worker.ts'),
    import('../runtime/databases.ts'),
    import('../../sidecar/sidecar.ts'),
  ])
  await loadWorker()
} catch (error) {
  // The install succeeds without it: `npm start` reports sources that do not bundle.
  process.stderr.write(
    `not made ahead for the first start: ${error instanceof Error ? error.message : error}\n`,
  )
}
