import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Takes what is to be done at an end, of a test or of something longer. */
export type OnEnd = (end: () => void | Promise<void>) => void

/** An empty folder that is gone after the test. */
export function temporaryFolder(ending: OnEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'packetboat-test-'))
  ending(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
