#!/usr/bin/env node
// The `packetboat-sidecar` command: only a sidecar, for a machine without worlds.
import { Command } from 'commander'
import about from '../package.json' with { type: 'json' }
import './check-node-version.cjs'
import { sidecarCommand } from './commands/sidecar.ts'
import { terminal } from './terminal/output.ts'
import { configureProgram, runProgram } from './terminal/program.ts'

process.exitCode = await runProgram(
  process.argv.slice(2),
  () => sidecarCommand(configureProgram(new Command('packetboat-sidecar'), about.version, terminal)),
  terminal,
)
// Only idle sockets are left in the event loop; do not wait for them.
setTimeout(() => process.exit(), 200).unref()
