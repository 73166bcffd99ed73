// Builds the published package once for all tests of a run, because a start from source spends most of its time on
// removing the types from hundreds of files and on bundling the Worker. Only test/cli/processes/start.test.ts also
// tests a start from source.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built command `packetboat`. */
    command: string
  }
}

const root = resolve(import.meta.dirname, '../..')

/** Vitest calls this before the first test of a run, and the returned function after the last. */
export default function build({ provide }: TestProject): () => void {
  // The package is built inside the project, so that Node finds the dependencies, and in a folder that no glob matches.
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'packetboat-'))
  const dist = join(folder, 'dist')
  execFileSync(process.execPath, ['cli/build/package.ts', dist], { cwd: root })
  // Without `"type": "module"` Node first parses every file as CommonJS.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  provide('command', join(dist, 'packetboat.js'))
  return () => rmSync(folder, { recursive: true, force: true })
}
