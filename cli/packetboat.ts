#!/usr/bin/env node
// The `packetboat` command's first file: runs one command line of this process.
import './too-old.cjs'
import { keepCompiled } from './compiled.ts'

keepCompiled()
const { run } = await import('./commands.ts')
process.exitCode = await run(process.argv.slice(2))
// What is left in the event loop by now is idle sockets; it need not be waited for.
setTimeout(() => process.exit(), 200).unref()
