// Players on phones, and zoomed pages: every control is within the screen and not covered, the help explains touch
// controls first, dialogs have a close button, and nothing scrolls sideways.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { expectFitsWidth, faultsOf } from '../page-faults.ts'

const screens = {
  portrait: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
} as const
const touch: BrowserContextOptions = { hasTouch: true, isMobile: true }

const slugs = ['soaprun', 'doom-2077', 'arcane-sector', 'crossfire'] as const
type Slug = (typeof slugs)[number]

/** Opens the play page with its help. */
async function openPlayer(page: Page, url: string, game: Slug): Promise<void> {
  await page.goto(`${url}/${game}/harbor/play`)
  // These games show their help only in the game, so the player has to enter first.
  if (game === 'doom-2077') await page.getByRole('button', { name: 'Join' }).click()
  if (game === 'crossfire') await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function enterGame(page: Page, url: string, game: Slug): Promise<void> {
  await openPlayer(page, url, game)
  await page.getByRole('button', { name: 'Continue' }).click()
  await finishEntering(page, game)
}

/** Submits the login form, which only Arcane Sector shows after the help, and waits until no entrance is left. */
async function finishEntering(page: Page, game: Slug): Promise<void> {
  if (game === 'arcane-sector') await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.locator('.entrance').filter({ visible: true }).count(), pollOptions).toBe(0)
}

/** Controls that cannot be tapped, because they are outside the screen or covered. */
const unreachable = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('button, select, input, a[href], .touch-pad')]
    const isShown = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** Whether the control is in a list and becomes visible when the list is scrolled. */
    const isScrolledAway = (control: HTMLElement) => {
      for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
        if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) continue
        const [inner, outer] = [control.getBoundingClientRect(), box.getBoundingClientRect()]
        if (
          inner.bottom > outer.bottom ||
          inner.top < outer.top ||
          inner.right > outer.right ||
          inner.left < outer.left
        )
          return true
      }
      return false
    }
    return controls.flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      if (width === 0 || height === 0 || !isShown(control) || isScrolledAway(control)) return []
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      const isReached = hit !== null && (control.contains(hit) || hit.contains(control))
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.className
      return isReached
        ? []
        : [`${name.trim()} at ${Math.round(x)}, ${Math.round(y)}, below ${hit?.className}`]
    })
  })

test.for(slugs)(
  '%s on a phone explains touch controls first, has reachable controls, and does not scroll sideways, in portrait, landscape and on the narrowest phones',
  async (game, { site, open }) => {
    const page = await open({ ...touch, viewport: screens.portrait })
    await openPlayer(page, site.url, game)
    const help = page.getByRole('dialog')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Continue')
    const [first = ''] = await help.getByRole('listitem').allInnerTexts()
    expect(first).toMatch(/finger|thumb|pad|tap/i)
    expect(first).not.toMatch(/\bW, A, S\b|arrow keys/i)
    await help.getByRole('button', { name: 'Close' }).tap()
    await help.waitFor({ state: 'hidden' })
    await finishEntering(page, game)

    for (const screen of Object.values(screens)) {
      await page.setViewportSize(screen)
      await expectFitsWidth(page, screen.width)
      await expect.poll(() => unreachable(page), pollOptions).toEqual([])
    }
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await expectFitsWidth(page, width)
      const places = await page
        .locator('.board .tool')
        .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().toJSON() as DOMRect))
      for (const place of places) {
        expect(place.right).toBeLessThanOrEqual(width)
        expect(place.width).toBeGreaterThanOrEqual(24) // the minimum target size of WCAG 2.2
      }
    }
  },
)

async function overlap(page: Page, first: string, second: string): Promise<boolean> {
  const [a, b] = [
    await page.locator(first).first().boundingBox(),
    await page.locator(second).first().boundingBox(),
  ]
  if (!a || !b) throw new Error(`no ${a ? second : first}`)
  return (
    a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1
  )
}

test('the pad of Arcane Sector covers no part of the picture', async ({ site, open }) => {
  const page = await open({ ...touch, viewport: screens.portrait })
  await enterGame(page, site.url, 'arcane-sector')
  await page.locator('.touch-pad').waitFor()
  for (const screen of Object.values(screens)) {
    await page.setViewportSize(screen)
    await expectFitsWidth(page, screen.width)
    await expect.poll(() => overlap(page, '.touch-pad', 'canvas.screen'), pollOptions).toBe(false)
  }
})

test('the buttons of Crossfire cover no part of the map in landscape, and do not cover the player on a small phone', async ({
  site,
  open,
}) => {
  const page = await open({ ...touch, viewport: screens.landscape })
  await enterGame(page, site.url, 'crossfire')
  await page.locator('.verb-bar').waitFor()
  expect(await overlap(page, '.verb-bar', '.stage')).toBe(false)
  expect(await overlap(page, '.verb-bar', '.said')).toBe(false)
  await page.setViewportSize({ width: 360, height: 640 })
  const [pad, bar, map] = await Promise.all(
    ['.touch-pad', '.verb-bar', '.stage'].map((part) => page.locator(part).first().boundingBox()),
  )
  const [left, right] = [map!.x + map!.width / 2 - 16, map!.x + map!.width / 2 + 16]
  expect(pad!.x + pad!.width).toBeLessThanOrEqual(left)
  expect(bar!.x).toBeGreaterThanOrEqual(right)
})

test('the form to join Arcane Sector shows its buttons at once in landscape', async ({ site, open }) => {
  const page = await open({ ...touch, viewport: screens.landscape })
  await openPlayer(page, site.url, 'arcane-sector')
  await page.getByRole('button', { name: 'Continue' }).tap()
  const play = (await page.getByRole('button', { name: 'Play', exact: true }).boundingBox())!
  expect(play.y + play.height).toBeLessThanOrEqual(screens.landscape.height)
})

test.for([
  { ...touch, viewport: screens.landscape },
  { ...touch, viewport: { width: 360, height: 640 } },
  { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
])(
  'the last rune of Arcane Sector and the tools can be reached at $viewport.width by $viewport.height pixels',
  async (of, { site, open }) => {
    const page = await open(of)
    await enterGame(page, site.url, 'arcane-sector')
    await page.getByRole('button', { name: 'Runes', exact: true }).click()
    const last = page.locator('.rune-board button').last()
    await last.focus()
    await last.click()
    await page.getByRole('button', { name: 'Remove the last rune' }).click()
    expect((await page.locator('.board').boundingBox())!.y).toBe(0)
    await page.getByRole('button', { name: 'Things', exact: true }).click()
    await expect.poll(() => unreachable(page), pollOptions).toEqual([])
  },
)

test('the touch pads of DOOM-2077 and Crossfire appear only after the player has joined', async ({
  site,
  open,
}) => {
  const page = await open({ ...touch, viewport: screens.landscape })
  await page.goto(`${site.url}/doom-2077/harbor/play`)
  await page.getByLabel('Your name').waitFor()
  expect(await page.locator('.touch-pad').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Join' }).tap()
  await page.locator('.touch-pad').waitFor()
  await page.goto(`${site.url}/crossfire/harbor/play`)
  await page.getByLabel('Your name').waitFor()
  expect(await page.locator('.touch-pad').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Play', exact: true }).tap()
  await page.locator('.touch-pad').waitFor()
})

test('on small phones in landscape the text of Soaprun is on the screen and covers no part of the field', async ({
  site,
  open,
}) => {
  const page = await open({ ...touch, viewport: screens.landscape })
  await enterGame(page, site.url, 'soaprun')
  for (const viewport of [
    { width: 740, height: 360 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(viewport)
    const bottom = async () => {
      const text = (await page.locator('.soaprun .panel .state').boundingBox())!
      return text.y + text.height
    }
    await expect.poll(bottom, pollOptions).toBeLessThanOrEqual(viewport.height)
    await expect.poll(() => overlap(page, '.soaprun .panel', 'canvas.screen'), pollOptions).toBe(false)
  }
})

test('DOOM-2077 has touch buttons to chat, to show the scores and to reload', async ({ site, open }) => {
  const page = await open({ ...touch, viewport: screens.portrait })
  await enterGame(page, site.url, 'doom-2077')
  const control = (name: string) => page.locator('.touch-button').getByText(name, { exact: true })
  await control('Load').waitFor()
  await control('Score').waitFor()
  await control('Chat').tap()
  const line = page.getByLabel('Message to all players')
  await line.waitFor()
  await expect.poll(() => line.evaluate((field) => field === document.activeElement), pollOptions).toBe(true)
  await page.keyboard.type('Hello from a phone')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Hello from a phone').waitFor({ state: 'attached' })
  await line.waitFor({ state: 'hidden' })
})

test.for([
  ['crossfire', 'that signs are read by applying them', /\bsigns?\b/, /^Press E to use what is under you/],
  [
    'soaprun',
    'what the numbers over the field are',
    /\bseconds\b/,
    /^The number above counts .* “2 in” means/,
  ],
] as const)('the help of %s says %s', async ([game, , about, says], { site, open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openPlayer(page, site.url, game)
  const lines = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  expect(lines.filter((line) => about.test(line))).toEqual([expect.stringMatching(says)])
})

test('the field of Soaprun is as wide as the screen of a phone', async ({ site, open }) => {
  const page = await open({ ...touch, viewport: screens.portrait })
  await enterGame(page, site.url, 'soaprun')
  const field = () => page.locator('canvas.screen').boundingBox()
  await expect
    .poll(async () => (await field())?.width, pollOptions)
    .toBeGreaterThanOrEqual(screens.portrait.width - 8)
})

test('Arcane Sector and DOOM-2077 show the player which letters of a typed text are replaced', async ({
  site,
  open,
}) => {
  const page = await open({ ...touch, viewport: screens.portrait })
  const notice = page.getByText('This game has fewer letters')
  await enterGame(page, site.url, 'arcane-sector')
  await page.getByPlaceholder('say something').fill('schön 😀 hi')
  await notice.waitFor()
  await page.goto(`${site.url}/doom-2077/harbor/play`)
  const name = page.getByLabel('Your name')
  await name.fill('Zoë😀')
  await page.getByRole('button', { name: 'Join' }).tap()
  expect(await name.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain(
    '😀 is sent as ?',
  )
  await name.fill('Zoë')
  await page.getByRole('button', { name: 'Join' }).tap()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.locator('.touch-button').getByText('Chat', { exact: true }).tap()
  await page.getByLabel('Message to all players').fill('grüß 😀')
  await notice.waitFor()
})

test('the check for covered controls finds a covered control', async ({ site, open }) => {
  const page = await open({ ...touch, viewport: screens.portrait })
  await enterGame(page, site.url, 'soaprun')
  await expect.poll(() => unreachable(page), pollOptions).toEqual([])
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:auto 0 0;height:120px'
    document.body.append(cover)
  })
  expect((await unreachable(page)).length).toBeGreaterThan(0)
})

test.for(slugs)(
  'every dialog on the play page of %s has a close button, and nothing scrolls sideways at 200 %% zoom',
  async (game, { site, open }) => {
    const page = await open({ viewport: { width: 1280, height: 800 } })
    await enterGame(page, site.url, game)
    for (const tool of ['Invite', 'Help', 'Keys', 'Report a player']) {
      await page.getByRole('button', { name: tool, exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => page.getByRole('dialog').count(), pollOptions).toBe(0)
    }
    await page.setViewportSize(zoomed)
    await expectFitsWidth(page, zoomed.width)
  },
)

/** A window of 1280 by 800 pixels at 200 %. */
const zoomed = { width: 640, height: 400 }

test('pages at 200 % zoom do not scroll sideways', async ({ site, open }) => {
  const page = await open({ viewport: zoomed, deviceScaleFactor: 2 })
  for (const path of [
    '/',
    '/crossfire',
    '/crossfire/harbor',
    '/new?game=soaprun',
    '/soaprun/harbor/host',
    '/status',
    '/docs/tutorials/class',
  ]) {
    await page.goto(site.url + path)
    await expectFitsWidth(page, zoomed.width, path)
  }
})
