// What npm runs when it has installed a clone: makes what a first `npm start` would have to make, so that it is as quick
// as those after it. A start makes by itself whatever is not there.
import { keepCompiled } from './compiled.ts'

keepCompiled()
try {
  const [{ loadWorker }] = await Promise.all([
    import('./bundle.ts'),
    import('./start.ts'),
    import('./worker.ts'),
    import('./databases.ts'),
    import('../sidecar/sidecar.ts'),
  ])
  await loadWorker()
} catch (error) {
  // An install is whole without it: sources that do not bundle are told of by who starts them.
  process.stderr.write(
    `not made ahead for the first start: ${error instanceof Error ? error.message : error}\n`,
  )
}
