// A file gets its name only when it is complete. Until then it has a short name, whatever its final name, because most
// systems limit a name to 255 bytes.
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Suffix of the name of an incomplete file. */
export const partialSuffix = '.partial'
const partialPattern = /^packetboat-[0-9a-f-]{36}\.partial$/
/** No running command leaves its file unchanged for this long, so an older file is from a killed command. */
const abandonedMs = 3_600_000

/**
 * A new path in the folder for an incomplete file. The name is unique, because two commands may write the same file at
 * once. Deletes incomplete files that killed commands have left in the folder.
 */
export async function createPartialPath(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []) // the next step reports the problem
  for (const name of names) if (partialPattern.test(name)) await deleteIfAbandoned(join(folder, name))
  return join(folder, `packetboat-${crypto.randomUUID()}${partialSuffix}`)
}

async function deleteIfAbandoned(path: string): Promise<void> {
  const changedMs = await lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY, // another command has just completed or deleted it
  )
  if (Date.now() - changedMs <= abandonedMs) return
  await rm(path, { force: true }).catch(() => {}) // a file that cannot be deleted stops no command
}
