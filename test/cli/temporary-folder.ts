import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type OnEnd = (end: () => void | Promise<void>) => void

/** Creates a folder that is removed after the test. */
export function temporaryFolder(ending: OnEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'packetboat-test-'))
  ending(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
