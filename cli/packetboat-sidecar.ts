#!/usr/bin/env node
// `packetboat-sidecar` only runs a sidecar, for a machine without a site.
import { Command } from 'commander'
import about from '../package.json' with { type: 'json' }
import './check-node-version.cjs'
import { sidecarCommand } from './commands/sidecar.ts'
import { exitWhenWritten, terminalOutput } from './terminal/output.ts'
import { configureProgram, runProgram } from './terminal/program.ts'

process.exitCode = await runProgram(
  process.argv.slice(2),
  () => sidecarCommand(configureProgram(new Command('packetboat-sidecar'), about.version, terminalOutput)),
  terminalOutput,
)
exitWhenWritten()
