#!/usr/bin/env node
// The `packetboat-sidecar` command: a sidecar and nothing else, for a machine that has no worlds.
import { Command } from 'commander'
import about from '../package.json' with { type: 'json' }
import './too-old.cjs'
import { sidecarCommand } from './sidecar.ts'
import { terminal } from './terminal/output.ts'
import { programOf, runProgram } from './terminal/program.ts'

process.exitCode = await runProgram(
  process.argv.slice(2),
  () => sidecarCommand(programOf(new Command('packetboat-sidecar'), about.version, terminal)),
  terminal,
)
// What is left in the event loop by now is idle sockets; it need not be waited for.
setTimeout(() => process.exit(), 200).unref()
