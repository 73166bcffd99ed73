// What a run costs the two processes of a site, beside what others have of the machine meanwhile.
import type { Samples } from './bench.ts'
import { machineTime, processorTime } from './processes.ts'
import type { Site } from './site.ts'

/** Microseconds of processor time of the clients, which are a process of the bench's own. */
interface Run {
  readonly processorUs: number
}

/**
 * Plays, and adds to `ID-worker`, `ID-sidecar` and `ID-clients` the microseconds of processor time for each of what
 * `pieces` counts (packets, checks), and to `others` the share (percent) of the processors that was not ours.
 */
export async function withProcessorTime<R extends Run>(
  id: string,
  { workerPid, sidecarPid }: Site,
  samples: Samples,
  pieces: (run: R) => number,
  play: () => Promise<R>,
): Promise<R> {
  const began = performance.now()
  const before = [processorTime(workerPid), processorTime(sidecarPid), machineTime().used] as const
  const run = await play()
  const worker = processorTime(workerPid) - before[0]
  const sidecar = processorTime(sidecarPid) - before[1]
  const { used, processors } = machineTime()
  const others = used - before[2] - worker - sidecar - run.processorUs
  samples.add(`${id}-worker`, worker / pieces(run))
  samples.add(`${id}-sidecar`, sidecar / pieces(run))
  samples.add(`${id}-clients`, run.processorUs / pieces(run))
  samples.add('others', Math.max(0, others / 10 / processors / (performance.now() - began)))
  return run
}
