#!/usr/bin/env node
import './check-node-version.cjs'
import { enableCompileCache } from './compile-cache.ts'
import './bundle/import-data-files.ts'
import { exitWhenWritten } from './terminal/output.ts'

enableCompileCache()
const { runCommandLine } = await import('./commands/commands.ts').catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  const [, name = 'unknown'] = /'([^']+)'/.exec(error.message) ?? []
  process.stderr.write(`The package ${name} is not installed. Run npm ci in the folder of this project.\n`)
  process.exit(1)
})
process.exitCode = await runCommandLine(process.argv.slice(2))
exitWhenWritten()
