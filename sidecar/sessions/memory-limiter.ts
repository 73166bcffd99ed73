// Bounds the memory of all sessions together. The limits per client do not bound the process: 10,000 clients can have 1
// MiB each.
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from '../util/log.ts'

export interface ProcessMemory {
  usedBytes(): number
  /** Bytes that the process may use. */
  readonly availableBytes: number
}

/** Sessions may keep this share of the available memory. */
const sessionsShare = 1 / 4
/**
 * While the process uses at most this share of the available memory, no session ends. Sessions may share the bytes that
 * they keep, for example a data package that is sent to all of them.
 */
const processShare = 1 / 3

export interface MemoryHolder {
  /** Milliseconds of the sidecar's clock. */
  readonly openedAt: number
  readonly keptBytes: number
  /** Ends the session, and drops all data that is kept for the session. */
  evict(): void
}

/**
 * The available memory is that of the machine or container, but at most twice the limit of the heap, because text
 * frames are on the heap.
 */
export function processMemory(): ProcessMemory {
  return {
    usedBytes: () => process.memoryUsage.rss(),
    availableBytes: Math.min(
      totalmem(),
      process.constrainedMemory() || Number.POSITIVE_INFINITY,
      2 * getHeapStatistics().heap_size_limit,
    ),
  }
}

/**
 * If all sessions together keep too many bytes, evicts the newest of those that keep more than an equal share. Players
 * who were connected before a flood and read their output stay connected.
 */
export function limitMemory(
  { usedBytes, availableBytes }: ProcessMemory,
  sessions: () => Iterable<MemoryHolder>,
  log: Pick<Logger, 'warn'>,
): void {
  if (usedBytes() <= availableBytes * processShare) return
  const holders = [...sessions()]
  const maxBytes = availableBytes * sessionsShare
  let bytes = holders.reduce((sum, { keptBytes }) => sum + keptBytes, 0)
  if (bytes <= maxBytes) return
  const share = maxBytes / holders.length
  const newestFirst = holders
    .filter(({ keptBytes }) => keptBytes > share)
    .sort((one, other) => other.openedAt - one.openedAt)
  let evicted = 0
  for (const holder of newestFirst) {
    if (bytes <= maxBytes) break
    bytes -= holder.keptBytes
    evicted++
    holder.evict()
  }
  log.warn({ sessions: holders.length, evicted, keptBytes: bytes }, 'memory full')
}
