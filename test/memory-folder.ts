// A folder in memory for the temporary files of tests. Each commit of a room waits for its disk, which takes most of
// the time of a test in workerd.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Free bytes that the folder in memory must have: more than all tests of a run use at once. */
const neededBytes = 4 * 2 ** 30

/**
 * Linux's folder in memory, if it has enough space and may contain programs; otherwise the system's folder for
 * temporary files.
 */
export function memoryFolder(): string {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const settings = mounts.map((line) => line.split(' ')).find(([, path]) => path === inMemory)?.[3]
  if (!settings?.startsWith('rw') || settings.includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= neededBytes ? inMemory : tmpdir()
}
