// A real browser for tests and pictures: Chromium out of an npm package, driven by Playwright.
import { spawnSync } from 'node:child_process'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/** The package's own arguments run everything in one process, and the second page ends it. */
const args = [
  '--no-sandbox',
  '--headless=shell',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
]

/** Unpacks and starts it. Throws, naming them, when libraries of the system are missing that it stands on. */
export async function startChromium(): Promise<Browser> {
  chromium.setGraphicsMode = true
  const executablePath = await chromium.executablePath()
  try {
    return await driver.launch({ executablePath, args, headless: true })
  } catch (error) {
    const missing = missingLibraries(executablePath)
    if (missing.length === 0) throw error
    throw new Error(`Chromium does not start here: ${missing.join(', ')} missing (Debian: libnss3)`)
  }
}

function missingLibraries(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? [])
}
