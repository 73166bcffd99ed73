import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createPartialPath } from '../../sidecar/util/partial-file.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

/** An existing file is replaced only when the new one is complete. Throws Failure if the file cannot be written. */
export async function writeWholeFile(path: string, bytes: Uint8Array): Promise<void> {
  const isSpecialFile = await lstat(path).then(
    (status) => !status.isFile(),
    () => false, // there is no file yet, or the next step reports the problem
  )
  // A device or a link, such as /dev/null or /dev/stdout, is written in place, because a rename would replace it.
  const target = isSpecialFile ? path : await createPartialPath(dirname(path))
  try {
    await writeFile(target, bytes)
    if (target !== path) await rename(target, path)
  } catch (error) {
    if (target !== path) await rm(target, { force: true })
    throw new Failure(`cannot write ${path}: ${systemErrorCode(error) ?? describeInOneLine(error)}`)
  }
}
