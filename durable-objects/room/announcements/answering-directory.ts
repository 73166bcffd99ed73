import type { Clock } from '../../../wire/util/clock.ts'
import type { DirectoryRpc } from '../../rpc/directory-rpc.ts'

/**
 * Milliseconds after which a call without an answer counts as failed. Announcements and a deletion wait for one another,
 * so a call that is never answered would stop all later ones.
 */
const timeoutMs = 60_000

type Calls = Pick<DirectoryRpc, 'announce' | 'removeRoom'>

/** The Directory, whose calls reject if it does not answer. It ignores a late call by its time or its generation. */
export function answeringDirectory(directory: Calls, clock: Clock): Calls {
  const inTime = <T>(answer: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const timer = clock.after(timeoutMs, () => reject(new Error('the Directory does not answer')))
      const cancel = () => timer.cancel()
      answer.then(cancel, cancel)
      answer.then(resolve, reject)
    })
  return {
    announce: (...call) => inTime(directory.announce(...call)),
    removeRoom: (...call) => inTime(directory.removeRoom(...call)),
  }
}
