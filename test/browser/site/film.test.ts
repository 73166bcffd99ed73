import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { crossfireLoad } from '../../../bench/cost/players/crossfire.ts'
import { pollOptions } from '../../timeouts.ts'
import { type OpenPage, test } from '../browser-test.ts'

/** A digest of the picture on the page, or undefined while the page shows none. */
const pictureHash = (page: Page) =>
  page.evaluate(async () => {
    const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')
    const pixels = screen?.getContext('2d')?.getImageData(0, 0, screen.width, screen.height).data
    if (!screen || !pixels) return undefined
    const digest = await crypto.subtle.digest('SHA-256', pixels)
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  })

/** Joins a player. The returned function takes the player's next step, east or west. */
async function walker(websocket: string): Promise<() => void> {
  const socket = new WebSocket(websocket)
  onTestFinished(() => socket.close())
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let move: (() => void) | undefined
  const program = crossfireLoad.player(0, 'plays', {
    send: (frame) => socket.send(typeof frame === 'string' ? frame : new Uint8Array(frame)),
    every: (_ms, act) => {
      move = act
    },
    after() {},
  })
  socket.addEventListener('message', ({ data }) => program.receive(new Uint8Array(data as ArrayBuffer)))
  await expect.poll(() => move, pollOptions).toBeDefined()
  // Every second command of the player is a step. The other commands change no picture.
  return () => {
    move!()
    move!()
  }
}

/** A picture is final when it has not changed for this number of milliseconds. */
const stillMs = 150
/** After this number of checks the player takes another step, because something has blocked the last step. */
const looksPerStep = 20

/**
 * Lets the player take a step, and returns the picture that then differs from `last` and does not change any more. At
 * most one step is in transit to the watcher, so the film must show exactly this picture at the returned time.
 */
async function pictureAfterStep(page: Page, step: () => void, last: string | undefined) {
  for (let look = 0; ; look++) {
    if (look % looksPerStep === 0) step()
    await page.waitForTimeout(stillMs)
    const hash = await pictureHash(page)
    const at = Date.now()
    await page.waitForTimeout(stillMs)
    if (hash !== undefined && hash !== last && (await pictureHash(page)) === hash) return { at, hash }
  }
}

async function goTo(page: Page, url: string, at: number): Promise<void> {
  await page.goto(`${url}?t=${new Date(at).toISOString()}`)
  await page.locator('.film-controls time').filter({ hasText: /\d/ }).waitFor()
}

const openSmall = (open: OpenPage) => open({ viewport: { width: 640, height: 900 } })

/** Number of pictures that are compared. test/cost/filmed-games.test.ts compares the state at 20 instants. */
const instants = 6

test(`a film shows at ${instants} instants the picture that a live spectator saw`, async ({ site, open }) => {
  const { url, websocket, room } = await site.create({ game: 'crossfire', options: { film: true } })
  const live = await openSmall(open)
  await live.goto(`${url}/watch`)
  const step = await walker(websocket)
  await live.getByText('Players in view: Usualaa.').waitFor()
  const seen: { readonly at: number; readonly hash: string }[] = []
  const before = await pictureHash(live)
  while (seen.length < instants) seen.push(await pictureAfterStep(live, step, seen.at(-1)?.hash ?? before))
  // Creating a clip stores the last seconds of the film.
  const clip = await site.fetch(`/api/rooms/crossfire/${room}/clips`, {
    method: 'POST',
    body: JSON.stringify({
      from: new Date(seen[0]!.at).toISOString(),
      to: new Date(seen[2]!.at).toISOString(),
    }),
  })
  expect(clip.status).toBe(201)
  const film = await openSmall(open)
  for (const { at, hash } of seen) {
    await goTo(film, `${url}/film`, at)
    await expect.poll(() => pictureHash(film), pollOptions).toBe(hash)
  }

  const kept = await openSmall(open)
  await kept.goto(((await clip.json()) as { readonly url: string }).url)
  await kept.getByText('End of the recording.').waitFor()
  await expect.poll(() => pictureHash(kept), pollOptions).toBe(seen[2]!.hash)
})

test('a clip that the host creates on the host page plays to its end in a browser without a token', async ({
  site,
  open,
}) => {
  const { url, host, websocket } = await site.create({ game: 'crossfire', options: { film: true } })
  const live = await openSmall(open)
  await live.goto(`${url}/watch`)
  const step = await walker(websocket)
  await live.getByText('Players in view: Usualaa.').waitFor()
  const before = await pictureHash(live)
  const from = new Date().toISOString()
  await pictureAfterStep(live, step, before)
  const seconds = 3
  await expect.poll(() => Date.now(), pollOptions).toBeGreaterThan(Date.parse(from) + seconds * 1000)
  const last = await pictureHash(live)

  const page = await open()
  await page.goto(host)
  await page.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: 'History' }).click()
  await page.getByLabel('Start of the clip').fill(from)
  await page.getByLabel('Length in seconds').fill(String(seconds))
  await page.getByRole('button', { name: 'Make a clip' }).click()
  await page.getByText('The clip was created.').waitFor()
  const clip = await page
    .getByRole('link', { name: 'Clip of' })
    .evaluate((link) => (link as HTMLAnchorElement).href)

  const fresh = await openSmall(open)
  const sent: string[] = []
  fresh.on('request', (request) => sent.push(...Object.keys(request.headers())))
  await fresh.goto(clip)
  await fresh.getByText('End of the recording.').waitFor()
  await expect.poll(() => pictureHash(fresh), pollOptions).toBe(last)
  expect(sent).not.toContain('authorization')
  expect(await fresh.evaluate(() => localStorage.length)).toBe(0)
})
