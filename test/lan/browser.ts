// NUMBERS.COM in Chromium, on the page of a LAN room on which visitors run DOS programs.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { startChromium } from '../browser/chromium.ts'
import { assembleNumbers, type Numbers, temporaryFolder } from './dosbox.ts'

const resultName = 'RESULT.DAT'
/** Milliseconds between two looks at the drive. */
const lookMs = 3000

/**
 * Runs it on the page at this address. Resolves when it has written its result. `othersEnded`: the program is stopped for
 * a moment when its drive is read, and would lose packets before.
 */
export async function runNumbersInBrowser(
  page: URL,
  numbers: Numbers,
  othersEnded: Promise<unknown>,
): Promise<Uint8Array> {
  const program = readFileSync(assembleNumbers(temporaryFolder(), numbers))
  const browser = await startChromium()
  try {
    const tab = await browser.newPage()
    await tab.goto(page.href)
    await tab.keyboard.press('Escape') // the help
    const archive = Buffer.from(zipSync({ 'NUMBERS.COM': new Uint8Array(program) }))
    const upload = { name: 'numbers.zip', mimeType: 'application/zip', buffer: archive }
    await tab.locator('input[accept]').setInputFiles(upload)
    await tab.getByRole('button', { name: 'Start' }).click()
    await othersEnded
    for (;;) {
      await delay(lookMs)
      const result = (await readDrive(tab))[resultName]
      if (result?.length === numbers.nodes * numbers.packets) return result
    }
  } finally {
    await browser.close()
  }
}

/** The files of the emulated computer. */
async function readDrive(tab: Page): Promise<{ readonly [name: string]: Uint8Array }> {
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download the drive' }).click()
  return unzipSync(readFileSync(await (await download).path()))
}
