// A real browser for tests and pictures: Chromium out of an npm package, driven by Playwright.
import { spawnSync } from 'node:child_process'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/**
 * The package's own arguments run everything in one process, and the second page ends it. Without a graphics card Chromium
 * would have one emulated, which takes thirty times what it takes to draw by itself; no page here wants WebGL.
 */
const args = [
  '--no-sandbox',
  '--headless=shell',
  '--hide-scrollbars',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
]

/** Unpacks and starts it. Throws, naming them, when libraries of the system are missing that it stands on. */
export async function startChromium(): Promise<Browser> {
  chromium.setGraphicsMode = false
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
