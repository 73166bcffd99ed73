// Chromium from an npm package for tests and pictures, controlled by Playwright.
import { spawnSync } from 'node:child_process'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/**
 * The package's default arguments run a single process, which exits when a second page opens. Emulated WebGL takes
 * thirty times as long as software rendering, and no page uses WebGL.
 */
const args = [
  '--no-sandbox',
  '--headless=shell',
  '--hide-scrollbars',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
]

/** Throws with the names of missing system libraries. */
export async function startChromium(): Promise<Browser> {
  chromium.setGraphicsMode = false
  const executablePath = await unpackChromium()
  try {
    return await driver.launch({ executablePath, args, headless: true })
  } catch (error) {
    const missing = missingLibraries(executablePath)
    if (missing.length === 0) throw error
    throw new Error(`Chromium does not start here: ${missing.join(', ')} missing (Debian: libnss3)`)
  }
}

/**
 * Unpacks Chromium's 200 MB, which stay unpacked for the next run, on the disk and not into the folder in memory
 * (test/memory-folder.ts). Returns the path of the program.
 */
async function unpackChromium(): Promise<string> {
  const { TMPDIR, TEST_BROWSER_FOLDER } = process.env
  if (TMPDIR === undefined || TEST_BROWSER_FOLDER === undefined) return chromium.executablePath()
  process.env.TMPDIR = TEST_BROWSER_FOLDER
  try {
    return await chromium.executablePath()
  } finally {
    process.env.TMPDIR = TMPDIR
  }
}

function missingLibraries(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? [])
}
