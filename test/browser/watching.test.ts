// Watching in a real browser: the world takes the picture's place and moves, a connection that is cut comes back, and
// without script the picture stays.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { fromClient } from '../../games/soaprun/packets.ts'
import { test } from '../end-to-end/running.ts'
import { startChromium } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

/** A client of Soaprun by WebSocket, who stands where everybody begins. */
async function runner(websocket: string): Promise<WebSocket> {
  const socket = new WebSocket(websocket)
  const say = (...packets: Parameters<typeof fromClient.encode>[0][]) => {
    for (const packet of packets) socket.send(new Uint8Array(fromClient.encode(packet)))
  }
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  say(
    { type: 'Prtc', version: 432 },
    { type: 'myPo', nodes: [{ x: 30, y: 22 }] },
    { type: 'ChCl', color: 0, nodes: [{ x: 30, y: 22 }] },
  )
  return socket
}

/** Of who is green by the original's colours, and of nothing else on the field. */
const red = [0xe8, 0x45, 0x5c]

/** Whether a pixel of the screen has this colour. */
const isShown = (page: Page, colour: readonly number[]) =>
  page.evaluate((colour) => {
    const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')
    const pixels = screen?.getContext('2d')?.getImageData(0, 0, screen.width, screen.height).data ?? []
    for (let at = 0; at < pixels.length; at += 4)
      if (colour.every((part, n) => pixels[at + n] === part)) return true
    return false
  }, colour)

test('the field takes the picture’s place, shows who comes in and goes, and comes back when it was cut', async ({
  site,
}) => {
  const { websocket } = await site.room()
  const page = await browser.newPage()
  await page.goto(`${site.url}/soaprun/harbor`)
  await page.locator('canvas.screen').waitFor()
  expect(await page.locator('img.picture').isHidden()).toBe(true)
  expect(await isShown(page, red)).toBe(false)
  const ann = await runner(websocket)
  await expect.poll(() => isShown(page, red)).toBe(true)

  await page.context().setOffline(true)
  await page.getByText('The connection is lost. Trying again …').waitFor()
  ann.close()
  await page.context().setOffline(false)
  await expect.poll(() => isShown(page, red)).toBe(false)
  await expect.poll(() => page.locator('.standing').innerText()).toBe('')
  await page.close()
})

test('without script there is the picture', async ({ site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/soaprun/harbor`)
  await page.locator('img.picture').waitFor()
  expect(await page.locator('canvas').count()).toBe(0)
  await context.close()
})

test('a page tells of new rooms, of doors that open, and of rooms that are gone, without being loaded again', async ({
  site,
}) => {
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.evaluate(() => Object.assign(globalThis, { same: true }))
  const { room } = await site.create({ game: 'doom-2077' })
  const card = page.locator(`[data-live="doom-2077/${room}"]`)
  await card.getByText('0 of 16 in').waitFor()
  const alone = await browser.newPage()
  await alone.goto(`${site.url}/doom-2077/${room}`)
  await site.patch({ listen: [{ transport: 'udp', port: 0 }] }, `doom-2077/${room}`)
  await alone.getByText('The client of DOOM-2077 sends to').waitFor()
  await site.fetch(`/api/rooms/doom-2077/${room}`, { method: 'DELETE' })
  await alone.getByText('This room is gone.').waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => 'same' in globalThis)).toBe(true)
  for (const open of [page, alone]) await open.close()
})
