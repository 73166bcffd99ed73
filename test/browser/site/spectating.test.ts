import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { fromClient } from '../../../games/soaprun/packets.ts'
import { seedFile } from '../../end-to-end/archipelago/room.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { pixelCount } from '../canvas-pixels.ts'
import { connectUsualPlayer, usualPlayers } from '../usual-players.ts'

/** Connects a player who stays at the start. */
async function runner(websocket: string): Promise<WebSocket> {
  const socket = new WebSocket(websocket)
  onTestFinished(() => socket.close())
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

/** The colour of the test's player, which no other player has. */
const green = [0x3f, 0xc0, 0x6a]

const isShown = async (page: Page, colour: readonly number[]) => (await pixelCount(page, colour)) > 0

test('the live field replaces the picture, shows players who join and leave, and reconnects', async ({
  site,
  open,
}) => {
  const { url, websocket } = await site.create({ game: 'soaprun' })
  const page = await open()
  await page.goto(url)
  await page.locator('canvas.screen').waitFor()
  await page.locator('img.picture').waitFor({ state: 'hidden' })
  expect(await isShown(page, green)).toBe(false)
  const ann = await runner(websocket)
  await expect.poll(() => isShown(page, green), pollOptions).toBe(true)

  await page.context().setOffline(true)
  await page.getByText('Connection lost. Trying again …').waitFor()
  ann.close()
  await page.context().setOffline(false)
  await expect.poll(() => isShown(page, green), pollOptions).toBe(false)
  await expect.poll(() => page.locator('.standing').innerText(), pollOptions).toBe('')
})

test('the page of a Soaprun room follows the selected player, and replays earlier events', async ({
  site,
  open,
}) => {
  // A new room, because in the default room a disconnected player of another test file may still occupy index 0.
  const { url, websocket } = await site.create({ game: 'soaprun' })
  const page = await open()
  await page.goto(url)
  const ann = await runner(websocket)
  await page.getByLabel('Follow').selectOption('green (0)')
  // A colour of players, which no other pixels of the field have.
  const leaf = [0x1f, 0x7a, 0x3f]
  await expect.poll(() => isShown(page, leaf), pollOptions).toBe(true)
  ann.close()
  await expect.poll(() => isShown(page, leaf), pollOptions).toBe(false)
  const back = page.getByLabel('Rewind')
  await expect.poll(() => back.getAttribute('min').then(Number), pollOptions).toBeLessThan(0)
  // The replay takes only seconds, so a script on the page checks each frame.
  const replayed = await back.evaluate(async (range: HTMLInputElement, colour) => {
    const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')!
    const time = document.querySelector('.rewind output')!
    range.value = range.min
    range.dispatchEvent(new Event('input'))
    const shown = { times: new Set([time.textContent]), player: false }
    while (time.textContent !== 'now') {
      await new Promise(requestAnimationFrame)
      shown.times.add(time.textContent)
      const { data } = screen.getContext('2d')!.getImageData(0, 0, screen.width, screen.height)
      for (let at = 0; at < data.length && !shown.player; at += 4)
        shown.player = colour.every((part, n) => data[at + n] === part)
    }
    return { ...shown, times: [...shown.times] }
  }, green)
  expect(replayed).toEqual({ times: [expect.stringMatching(/^\d+:\d\d ago$/), 'now'], player: true })
})

test('the live worlds of several games show players who join', async ({ site, open }) => {
  for (const { game, load, pageText, colour } of usualPlayers) {
    const page = await open()
    const { websocket } = await site.room(`${game}/harbor`)
    await page.goto(`${site.url}/${game}/harbor`)
    await page.locator('canvas.screen').waitFor()
    const player = connectUsualPlayer(websocket, load)
    await page.locator('.world').getByText(pageText(0)).filter({ visible: true }).waitFor()
    await expect.poll(() => isShown(page, colour), pollOptions).toBe(true)
    player.close()
    await page.close()
  }
})

test('a multiworld shows progress bars and players who join', async ({ site, open }) => {
  const { room, websocket } = await site.create({ game: 'archipelago', file: seedFile('tiny-2p') })
  const page = await open()
  await page.goto(`${site.url}/archipelago/${room}`)
  await page.locator('canvas.screen').waitFor()
  const player = new WebSocket(websocket)
  onTestFinished(() => player.close())
  player.addEventListener('message', ({ data }) => {
    if (!String(data).includes('"RoomInfo"')) return
    const version = { major: 0, minor: 6, build: 7, class: 'Version' }
    const join = { cmd: 'Connect', game: 'ChecksFinder', name: 'Alice', password: null, uuid: 'a', version }
    player.send(JSON.stringify([{ ...join, items_handling: 7, tags: [], slot_data: false }]))
  })
  await page.locator('.stream li').getByText('Alice').first().waitFor()
  // The colour in which the page shows a connected player.
  await expect.poll(() => isShown(page, [0xff, 0xf6, 0xe4]), pollOptions).toBe(true)
  player.close()
})

test('without JavaScript the page of a room has a picture and no canvas', async ({ site, open }) => {
  const page = await open({ javaScriptEnabled: false })
  await page.goto(`${site.url}/soaprun/harbor`)
  await page.locator('img.picture').waitFor()
  expect(await page.locator('canvas').count()).toBe(0)
})

test('a page updates with new rooms, new addresses and deleted rooms without a reload', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(site.url)
  await page.evaluate(() => Object.assign(globalThis, { same: true }))
  const { room } = await site.create({ game: 'doom-2077' })
  const card = page.locator(`[data-live="doom-2077/${room}"]`)
  await card.getByText('0 of 16 players').waitFor()
  const alone = await open()
  await alone.goto(`${site.url}/doom-2077/${room}`)
  await site.patch({ listen: [{ transport: 'udp', port: 0 }] }, `doom-2077/${room}`)
  await alone.getByText('DOOM-2077 client (UDP):').waitFor()
  await site.fetch(`/api/rooms/doom-2077/${room}`, { method: 'DELETE' })
  await alone.getByText('This room was deleted.').waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => 'same' in globalThis)).toBe(true)
  for (const open of [page, alone]) await open.close()
})
