#!/usr/bin/env node
// The `packetboat` command's first file: runs one command line of this process.
import module from 'node:module'
import { join } from 'node:path'
import './too-old.cjs'

// Node keeps here what it has compiled, and of a clone's sources what is left without their types: the next start loads
// in half the time. A folder that cannot be written makes no difference but that. Not the system's folder for temporary
// files, where another user of the machine could lay code of his own in its place.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { run } = await import('./commands.ts')
process.exitCode = await run(process.argv.slice(2))
// What is left in the event loop by now is idle sockets; it need not be waited for.
setTimeout(() => process.exit(), 200).unref()
