// Runs NUMBERS.COM in Chromium, on the page of a LAN room for DOS programs.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { startChromium } from '../browser/chromium.ts'
import { assembleNumbers, type Numbers, temporaryFolder } from './dosbox.ts'

const resultName = 'RESULT.DAT'
const pollMs = 3000

export interface BrowserResult {
  readonly result: Uint8Array
  /** The number of different packets that the page has received from each node. */
  readonly received: readonly number[]
}

/** Offsets of the sender and the number in a packet of NUMBERS.COM. */
const [senderAt, numberAt, packetBytes] = [30, 31, 64]

/**
 * Runs NUMBERS.COM on the page at this address. Resolves when the program has written its result. `othersEnded`: the
 * drive is read only after this promise has resolved, because the program loses packets during each read.
 */
export async function runNumbersInBrowser(
  page: URL,
  numbers: Numbers,
  othersEnded: Promise<unknown>,
): Promise<BrowserResult> {
  const program = readFileSync(assembleNumbers(temporaryFolder(), numbers))
  const browser = await startChromium()
  try {
    const tab = await browser.newPage()
    const received = Array.from({ length: numbers.nodes }, () => new Set<number>())
    tab.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload === 'string' || payload.length !== packetBytes) return
        const number = payload.readUInt16LE(numberAt)
        if (number < numbers.packets) received[payload[senderAt]!]?.add(number)
      }),
    )
    await tab.goto(page.href)
    await tab.keyboard.press('Escape') // the help
    const archive = Buffer.from(zipSync({ 'NUMBERS.COM': new Uint8Array(program) }))
    const upload = { name: 'numbers.zip', mimeType: 'application/zip', buffer: archive }
    await tab.locator('input[accept]').setInputFiles(upload)
    await tab.getByRole('button', { name: 'Start' }).click()
    await othersEnded
    for (;;) {
      await delay(pollMs)
      const result = (await readDrive(tab))[resultName]
      if (result?.length === numbers.nodes * numbers.packets)
        return { result, received: received.map(({ size }) => size) }
    }
  } finally {
    await browser.close()
  }
}

async function readDrive(tab: Page): Promise<{ readonly [name: string]: Uint8Array }> {
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download the drive' }).click()
  return unzipSync(readFileSync(await (await download).path()))
}
