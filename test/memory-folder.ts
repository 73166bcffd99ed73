// Temporary files of tests lie in memory: each commit of a room waits for its disk, most of the time of a test in workerd.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** More than all tests of a run keep at once. */
const neededBytes = 4 * 2 ** 30

/** Linux's folder in memory, if it has room and programs run from it; otherwise the system's folder for temporary files. */
export function memoryFolder(): string {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const settings = mounts.map((line) => line.split(' ')).find(([, path]) => path === inMemory)?.[3]
  if (!settings?.startsWith('rw') || settings.includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= neededBytes ? inMemory : tmpdir()
}
