import type { Clock } from '../../../wire/util/clock.ts'
import { withTimeout } from '../../platform/clock.ts'
import type { DirectoryRpc } from '../../rpc/directory-rpc.ts'

/**
 * Milliseconds after which a call without an answer counts as failed. Announcements and a deletion wait for one
 * another, so a call that is never answered would stop all later ones.
 */
const timeoutMs = 60_000

type Calls = Pick<DirectoryRpc, 'announce' | 'removeRoom'>

/**
 * Calls reject if the Directory does not answer. It recognizes a late call by its time or generation and ignores it.
 */
export function directoryWithTimeout(directory: Calls, clock: Clock): Calls {
  const inTime = <T>(answer: Promise<T>) =>
    withTimeout(answer, timeoutMs, 'the Directory does not answer', clock)
  return {
    announce: (...call) => inTime(directory.announce(...call)),
    removeRoom: (...call) => inTime(directory.removeRoom(...call)),
  }
}
