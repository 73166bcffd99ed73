import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { unitTypeNames } from '../../../games/soaprun/board/board.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { SoaprunClient } from '../../end-to-end/soaprun/client.ts'
import { unitFile } from '../../games/soaprun/fixture-room.ts'
import { worldA, zipFiles } from '../../games/soaprun/fixture-world.ts'
import { pollOptions } from '../../timeouts.ts'
import { test as base } from '../browser-test.ts'
import { pixelCount } from '../canvas-pixels.ts'
import { expectReconnects } from '../lost-connection.ts'
import { expectFitsWidth, faultsInViews } from '../page-faults.ts'

type Options = BrowserContextOptions & { keeps?: 'nothing' }

const test = base
  /** A room with the map `world A`, a sword, a guard, and a gate whose third switch is at the start. */
  .extend('room', { scope: 'file' }, async ({ site }) => {
    const file = zipFiles({
      ...worldA('original-format'),
      'unit.bin': unitFile([
        ['Gate', 30, 16],
        ['Sword', 26, 24],
        ['Crawl', 26, 27],
      ]),
    })
    const listen = [{ transport: 'tcp', port: 0 }] as const
    const { room } = await site.create({ game: 'soaprun', file: new Uint8Array(file), listen })
    return room
  })
  .extend('playing', ({ site, open }) => async (room: string, { keeps, ...options }: Options = {}) => {
    const once = keeps === 'nothing'
    const page = await open({ viewport: { width: 1280, height: 800 }, ...options, ...(once && { once }) })
    if (once) await page.addInitScript(denyStorage)
    await page.goto(`${site.url}/soaprun/${room}/play`)
    await page.getByRole('button', { name: 'Continue' }).click()
    return page
  })

/** Disables storage, as some private windows do. */
function denyStorage(): void {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, storage, { get: denied })
}

const state = (page: Page) => page.locator('.state')
const told = (page: Page) => page.locator('[data-status]')
const waitUntilRunning = (page: Page) =>
  expect.poll(() => state(page).innerText(), pollOptions).toMatch(/^You run/)

const arrows = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' }
type Place = readonly [x: number, y: number]

/** Taps keys until the player is at this tile, horizontally first. At a low frame rate a tap can move two tiles. */
async function walkTo(page: Page, to: Place, keys = arrows): Promise<void> {
  for (let at = await restingPlace(page); String(at) !== String(to); at = await restingPlace(page))
    await page.keyboard.press(keyTowards(at, to, keys))
}

function keyTowards([x, y]: Place, [toX, toY]: Place, keys: typeof arrows): string {
  if (x !== toX) return x < toX ? keys.right : keys.left
  return y < toY ? keys.down : keys.up
}

/** Waits until the position has not changed for longer than a step takes. */
function restingPlace(page: Page): Promise<Place> {
  return page.evaluate(async () => {
    const place = () => /you at (\d+), (\d+)/.exec(document.body.innerText)?.slice(1).map(Number) ?? [0, 0]
    let [was, still] = [place(), 0]
    while (still < 12) {
      await new Promise(requestAnimationFrame)
      const is = place()
      still = String(is) === String(was) ? still + 1 : 0
      was = is
    }
    return [was[0]!, was[1]!] as const
  })
}

/** Joins with the original client. */
async function joinOriginalClient(site: Site, room: string): Promise<SoaprunClient> {
  return SoaprunClient.seated(await site.listenerPort('local', `soaprun/${room}`))
}

/**
 * Waits until the room knows that a player is at this tile. The player's page shows each step earlier than the room
 * knows of it.
 */
async function waitUntilSeenAt(bob: SoaprunClient, [x, y]: Place): Promise<void> {
  const places = async () => (await bob.walk()).players.map(({ nodes }) => nodes.at(-1))
  await expect.poll(places, pollOptions).toContainEqual({ x, y })
}

const green = [0x3f, 0xc0, 0x6a]
const pink = [0xff, 0x7f, 0xb5]
const purple = [0xc0, 0x5f, 0xd8]
/** The screen position of the cell (x, y) of room (1, 1). */
const cell = (x: number, y: number) => [(x - 20) * 16 - 8, (y - 15) * 16 - 10, 16, 16] as const

test('two browser players and an original client see each other walk, fight and open a gate', async ({
  site,
  room,
  playing,
}) => {
  // Colours are given in the order in which players join.
  await site.waitUntilEmpty(`soaprun/${room}`)
  const page = await playing(room)
  await waitUntilRunning(page)
  const bob = await joinOriginalClient(site, room)
  const eve = await playing(room)
  await waitUntilRunning(eve)
  await page.getByText('3 players').first().waitFor()
  await page.getByText('pink', { exact: true }).waitFor()

  // The gate opens while three players stand on its switches.
  await bob.walk({ x: 27, y: 22 }, { x: 27, y: 19 })
  await walkTo(eve, [33, 22])
  await expect.poll(() => pixelCount(eve, green, cell(30, 22)), pollOptions).toBeGreaterThan(20)
  await walkTo(eve, [33, 19])
  for (const one of [page, eve])
    await expect.poll(() => pixelCount(one, pink, cell(27, 19)), pollOptions).toBeGreaterThan(20)
  const gate = async () => (await bob.walk()).units.find(({ type }) => unitTypeNames[type] === 'Gate')?.param
  await expect.poll(gate, pollOptions).toBe(0)
  await expect
    .poll(
      async () =>
        (await pixelCount(page, purple, cell(29, 16))) + (await pixelCount(page, purple, cell(31, 16))),
      pollOptions,
    )
    .toBeGreaterThan(20)

  // Original clients see the browser player walk.
  await walkTo(page, [26, 22])
  await walkTo(page, [26, 24])
  await expect
    .poll(async () => (await bob.walk()).players[0]?.nodes.at(-1), pollOptions)
    .toEqual({ x: 26, y: 24 })
  await expect.poll(gate, pollOptions).toBe(1)

  // The player takes the sword and fights with it.
  await expect.poll(() => state(page).innerText(), pollOptions).toBe('You run with the sword.')
  await page.keyboard.down('ArrowDown')
  const guard = async () =>
    (await bob.walk()).units.find(({ type }) => unitTypeNames[type] === 'Crawl')?.status
  await expect.poll(guard, pollOptions).toBe(2)
  await page.keyboard.up('ArrowDown')
  expect(await state(page).innerText()).toBe('You run with the sword.')
})

test('the page tells players that they have reached the goal, and one key starts the next game', async ({
  site,
  playing,
}) => {
  const file = zipFiles({ ...worldA('original-format'), 'unit.bin': unitFile([['Goal', 27, 22]]) })
  const { room } = await site.create({ game: 'soaprun', file: new Uint8Array(file) })
  const page = await playing(room)
  await waitUntilRunning(page)
  await page.keyboard.down('ArrowLeft')
  await expect.poll(() => state(page).innerText(), pollOptions).toBe('You have reached the goal.')
  await page.keyboard.up('ArrowLeft')
  await page.getByRole('button', { name: 'Play again' }).waitFor()
  expect(await faultsInViews(page, 'play-soaprun-goal')).toEqual([])
  await page.keyboard.press('Enter')
  await waitUntilRunning(page)
})

test('original clients see the tiles that a browser player paints, and the player’s chosen colour', async ({
  site,
  playing,
}) => {
  // A new room, because players and paintings of other files may remain in the default room.
  const { room } = await site.create({ game: 'soaprun', listen: [{ transport: 'tcp', port: 0 }] })
  const page = await playing(room)
  await waitUntilRunning(page)
  const bob = await joinOriginalClient(site, room)
  await walkTo(page, [30, 25])
  await page.keyboard.press('z')
  await page.getByText('What will you paint?').waitFor()
  await page.keyboard.press('Enter')
  await waitUntilRunning(page)
  const tiles: object[] = []
  await expect
    .poll(async () => tiles.push(...(await bob.walk()).tiles) && tiles, pollOptions)
    .toContainEqual({
      x: 30,
      y: 25,
      tile: 13,
    })
  await page.keyboard.press('z')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.getByText('Which colour will you be?').waitFor()
  await page.keyboard.press('z')
  await page.getByText('blue (you)').waitFor()
  await expect.poll(async () => (await bob.walk()).players[0]?.color, pollOptions).toBe(2)
})

test('a disconnected player is notified and reconnects, and the game page has no axe violations', async ({
  site,
  room,
  playing,
}) => {
  const page = await playing(room)
  await waitUntilRunning(page)
  await walkTo(page, [32, 22])
  await waitUntilSeenAt(await joinOriginalClient(site, room), [32, 22])
  expect(await faultsInViews(page, 'play-soaprun-running')).toEqual([])
  await page.context().setOffline(true)
  await page.getByText('Connection lost. Trying again …').first().waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => told(page).innerText(), pollOptions).toBe('')
  await expect
    .poll(() => page.locator('.told').innerText(), pollOptions)
    .toMatch(/lost[\s\S]*You are back where you were/)
  await waitUntilRunning(page)
  expect(await restingPlace(page)).toEqual([32, 22])
  await page
    .getByRole('link', { name: /^‹?\s*\S/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/soaprun/${room}`)
})

test('a player who reloads the page keeps their position, and a player who follows a link leaves the field', async ({
  site,
  room,
  playing,
}) => {
  const page = await playing(room)
  await waitUntilRunning(page)
  await walkTo(page, [31, 22])
  const bob = await joinOriginalClient(site, room)
  await waitUntilSeenAt(bob, [31, 22])
  await page.reload()
  await page.getByText('You are back where you were').waitFor({ state: 'attached' })
  await waitUntilRunning(page)
  expect(await restingPlace(page)).toEqual([31, 22])
  await waitUntilSeenAt(bob, [31, 22])
  await page.evaluate(() => {
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      localStorage.setItem('last sent', new TextDecoder().decode(data as Uint8Array))
      send.call(this, data)
    }
  })
  await page.goto(`${site.url}/robots.txt`)
  // [SR-3.18] Without this message the player would stay for 20 s. test/games/soaprun/returning.test.ts measures the
  // time.
  expect(await page.evaluate(() => localStorage.getItem('last sent'))).toContain('/leave')
  await expect
    .poll(async () => (await bob.walk()).players.map(({ nodes }) => nodes.at(-1)), pollOptions)
    .not.toContainEqual({ x: 31, y: 22 })
})

test('a player joins a full room as soon as a slot is free, and a kicked player stays out until they reload', async ({
  site,
  playing,
}) => {
  const { room } = await site.create({ game: 'soaprun', options: { maxPlayers: 1 } })
  const [ann, bob] = [await playing(room), await playing(room)]
  await waitUntilRunning(ann)
  await expect.poll(() => told(bob).innerText(), pollOptions).toBe('This room is full. Trying again …')
  await ann.close()
  await waitUntilRunning(bob)
  expect(await told(bob).innerText()).toBe('')
  const { people } = await (await site.fetch(`/api/rooms/soaprun/${room}/people`)).json()
  await site.roomCommand('kick', `soaprun/${room}`, people[0].id)
  await expect
    .poll(() => told(bob).innerText(), pollOptions)
    .toBe('The owner of this room has disconnected you.')
})

test('messages of the host appear on the play page, and on the room’s page while it is open', async ({
  site,
  room,
  playing,
  open,
}) => {
  const page = await playing(room)
  await waitUntilRunning(page)
  const about = await open()
  await about.goto(`${site.url}/soaprun/${room}`)
  expect(await about.locator('.host-message').isVisible()).toBe(false)
  await site.roomCommand('say', `soaprun/${room}`, 'back in 5 <minutes>')
  const line = 'Host: back in 5 <minutes>'
  await expect.poll(() => told(page).innerText(), pollOptions).toBe(line)
  await expect.poll(() => page.locator('.told li').last().innerText(), pollOptions).toBe(line)
  await expect.poll(() => about.locator('.host-message').innerText(), pollOptions).toBe(line)
  await about.reload()
  expect(await about.locator('.host-message').innerText()).toBe(line)
})

test('a phone player plays by touch in a browser without storage', async ({ room, playing }) => {
  const page = await playing(room, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    keeps: 'nothing',
  })
  await waitUntilRunning(page)
  const pad = (await page.locator('.touch-pad').boundingBox())!
  await page.touchscreen.tap(pad.x + pad.width * 0.85, pad.y + pad.height / 2)
  await page.getByText('you at 31, 22').waitFor()
  const buttons = page.locator('.touch-button')
  await buttons.filter({ hasText: 'Colour' }).tap()
  await page.getByText('Which colour will you be?').waitFor()
  await buttons.filter({ hasText: 'Back' }).tap()
  await waitUntilRunning(page)
  await expectFitsWidth(page, 360)
})

test('the page lists the key bindings, and a changed binding survives a reload', async ({
  room,
  playing,
}) => {
  const page = await playing(room)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: /^Right:/ }).click()
  await page.keyboard.press('l')
  await page.getByRole('button', { name: 'Right: L. Change' }).waitFor()
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Continue' }).click()
  await page.reload()
  await waitUntilRunning(page)
  const keys = { ...arrows, right: 'l' }
  await walkTo(page, [29, 22], keys)
  await walkTo(page, [30, 22], keys)
})

test('after a kill of the runtime the page says that it is disconnected, and all players return to their positions', async ({
  site,
  room,
  playing,
}) => {
  const page = await playing(room)
  await waitUntilRunning(page)
  await walkTo(page, [28, 22])
  await waitUntilSeenAt(await joinOriginalClient(site, room), [28, 22])
  // [SR-7.9] The room stores the positions of its players when a player returns.
  await page.reload()
  await waitUntilRunning(page)
  await expectReconnects([page], () => site.killRuntime())
  // The first such event is that of the reload.
  await page.getByText('You are back where you were.').nth(1).waitFor()
  await waitUntilRunning(page)
  expect(await restingPlace(page)).toEqual([28, 22])
  // [SR-7.8] A player also returns after a reload. Another tab is another player.
  await page.reload()
  await waitUntilRunning(page)
  expect(await restingPlace(page)).toEqual([28, 22])
  const other = await page.context().newPage()
  await other.goto(page.url())
  await waitUntilRunning(other)
  expect(await restingPlace(other)).toEqual([30, 22])
})
