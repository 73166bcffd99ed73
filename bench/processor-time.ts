import type { Samples } from './bench.ts'
import { machineTime, processorTime } from './processes.ts'
import type { Site } from './site.ts'

interface Run {
  /** CPU time of the clients' process in microseconds. */
  readonly processorUs: number
}

/**
 * Adds these samples of the run that `play` makes. `ID-worker`, `ID-sidecar` and `ID-clients`: microseconds of CPU time
 * per piece, such as a packet or a check. `others`: percentage of all processors that other processes used.
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
