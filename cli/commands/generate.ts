// `packetboat generate`: generates the multiworlds of rooms that have gathered files, on this machine.
import { hostname } from 'node:os'
import { createStopSignal } from '../../sidecar/util/signals.ts'
import { GenerationWorker } from '../generate/generation-worker.ts'
import { deleteAbandonedRuns, runGenerator } from '../generate/generator-run.ts'
import { findCheckout, requireSandbox, sandboxedCommand, unsandboxedCommand } from '../generate/sandbox.ts'
import { Failure } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

/** The site's default upload limit. */
const maxFileBytes = 64 * 1024 * 1024
const mebibyte = 1024 * 1024

export interface GenerateFlags extends ApiFlags {
  readonly archipelago: string
  readonly python?: string
  readonly name?: string
  readonly minutes: number
  /** MiB. */
  readonly memory: number
  /** MiB. */
  readonly output: number
  readonly unsandboxed?: true
  readonly once?: true
}

/** With `--once`, throws Failure if a room whose lease was taken did not start. */
export async function generate(rooms: readonly string[], flags: GenerateFlags, { out, err }: Output) {
  const checkout = findCheckout(flags.archipelago, flags.python)
  if (!flags.unsandboxed) requireSandbox()
  await deleteAbandonedRuns()
  const commandFor = flags.unsandboxed ? unsandboxedCommand : sandboxedCommand
  const limits = { memory: flags.memory * mebibyte, output: flags.output * mebibyte }
  const run = {
    checkout,
    commandFor: (folders: Parameters<typeof commandFor>[1]) => commandFor(checkout, folders, limits),
    timeLimitMs: flags.minutes * 60_000,
    maxFileBytes,
  }
  const worker = new GenerationWorker({
    api: apiClient(flags),
    name: flags.name ?? hostname(),
    rooms,
    generate: (zip, signal) => runGenerator(run, zip, signal),
    report(room, text, outcome) {
      if (flags.json) return out(JSON.stringify({ room, text, ...(outcome && { outcome }) }))
      const line = room === '' ? text : `${room}: ${text}`
      if (outcome === 'started') out(line)
      else err(line)
    },
    stop: createStopSignal(),
  })
  if (!flags.once) return await worker.run()
  const outcomes = await worker.runOnce()
  const missing = outcomes.filter((outcome) => outcome !== 'started').length
  if (missing > 0) throw new Failure(`${missing} of ${outcomes.length} rooms did not start`)
}
