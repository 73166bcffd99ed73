// Chromium from an npm package for tests and pictures, controlled by Playwright.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'
import about from '../../package.json' with { type: 'json' }

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
 * Unpacks Chromium's 200 MB, which stay unpacked for the next run, on the disk and not in the folder in memory
 * (test/memory-folder.ts). A program cannot start while another process is still writing it. So each process unpacks
 * into its own folder, and renames the complete folder to the path that all processes use. Returns the path of the
 * program.
 */
async function unpackChromium(): Promise<string> {
  const { TMPDIR } = process.env
  const parent = process.env.TEST_BROWSER_FOLDER ?? tmpdir()
  const folder = join(parent, `packetboat-chromium-${about.devDependencies['@sparticuz/chromium']}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  const unpacking = mkdtempSync(`${folder}-`)
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = unpacking
  try {
    await chromium.executablePath()
    renameSync(unpacking, folder)
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true })
    // Another process may have unpacked it in the meantime.
    if (!existsSync(program)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  return program
}

function missingLibraries(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? [])
}
