// The package as it is published, built once for all the processes of a test run: whatever starts from source has
// hundreds of files to strip of their types, and the Worker to bundle, which is most of what a start costs.
// That the same runs from source is shown by test/cli/processes/start.test.ts and by new-game.test.ts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the built `packetboat`. */
    command: string
  }
}

const root = resolve(import.meta.dirname, '../..')

/** Vitest calls it before the first test of a run; what it gives is called after the last. */
export default function build({ provide }: TestProject): () => void {
  // There it finds its dependencies, and nothing that looks through our files looks.
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'packetboat-'))
  const dist = join(folder, 'dist')
  execFileSync(process.execPath, ['cli/build/package.ts', dist], { cwd: root })
  // Without the package's own word for it Node tries to read every file as CommonJS before it takes it for a module.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  provide('command', join(dist, 'packetboat.js'))
  return () => rmSync(folder, { recursive: true, force: true })
}
