// Builds the Worker and its assets after npm has installed the packages of a clone, so that the first `npm start` is as
// quick as later starts.
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
  // The installation continues, because `npm start` builds again and reports the error.
  process.stderr.write(
    `the Worker was not built, so the first start will build it: ${error instanceof Error ? error.message : error}\n`,
  )
}
