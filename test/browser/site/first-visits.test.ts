// First visits of new players, who read only the pages and not the documentation. Each visitor plays, chats, and
// returns after the Worker was killed.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { expectReconnects } from '../lost-connection.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The card of a game's default room, because other tests of the site create more rooms of the game. */
const card = (page: Page, game: string) => page.locator(`.card[data-live="${game}/harbor"]`)
const messages = (page: Page) => page.getByRole('log')

async function enterArena(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.locator('.state').innerText(), pollOptions).toMatch(/^Health/)
}

async function enterCrossfire(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function shout(page: Page, text: string): Promise<void> {
  await page.locator('canvas.screen').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Message to all players').fill(text)
  await page.keyboard.press('Enter')
}

test('from the home page a visitor joins Crossfire under the suggested name, chats, and returns after a kill of the runtime', async ({
  site,
  open,
}) => {
  const page = await open(desk)
  await page.goto(site.url)
  await card(page, 'crossfire').getByRole('link', { name: 'Play' }).click()
  const name = await page.getByLabel('Your name').inputValue()
  await enterCrossfire(page)
  await messages(page).getByText(`Welcome to Crossfire, ${name}`).waitFor()
  const say = async (text: string) => {
    await page.getByLabel('Message or command').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await messages(page).getByText(text).waitFor()
  }
  await say('Good morning')
  await expectReconnects([page], () => site.killRuntime())
  await say('Back again')
  // The player does not need to enter the name again at the next visit.
  await page.goto(site.url)
  await card(page, 'crossfire').getByRole('link', { name: 'Play' }).click()
  await page.getByText(`Your character in this browser is ${name}.`).waitFor()
})

test('with an invite link two friends meet in DOOM-2077, chat, and both return after a kill of the runtime', async ({
  site,
  open,
}) => {
  const { url } = await site.create({ game: 'doom-2077', options: { matchSeconds: 600 } })
  const [ann, bob] = [await open(desk), await open(desk)]
  await ann.goto(url)
  await enterArena(ann, 'Ann')
  // Ann is alone, so the page offers to invite a friend. Ann copies the link.
  await ann.locator('.log, main').getByRole('button', { name: 'Invite' }).click()
  const link = await ann.getByRole('dialog', { name: 'Invite' }).locator('code').innerText()
  await ann.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Close' }).click()
  await bob.goto(link)
  await enterArena(bob, 'Bob')
  await ann.locator('.log').getByText('Bob joined the server.').waitFor()
  await shout(bob, 'is this you?')
  await ann.locator('.log').getByText('Bob: is this you?').waitFor()
  await expectReconnects([ann, bob], () => site.killRuntime())
  await shout(ann, 'it is me again')
  await bob.locator('.log').getByText('Ann: it is me again').waitFor()
})

test('on a phone a visitor plays Arcane Sector by touch, talks to the warden, and returns after a kill of the runtime', async ({
  site,
  open,
}) => {
  const page = await open(phone)
  await page.goto(site.url)
  await card(page, 'arcane-sector').getByRole('link', { name: 'Play' }).tap()
  await page.getByRole('button', { name: 'Continue' }).tap()
  const name = await page.getByLabel('Name of your character').inputValue()
  await page.getByRole('button', { name: 'Play', exact: true }).tap()
  await messages(page).getByText(`Welcome ${name}`).waitFor()
  const say = async (text: string, answer: string | RegExp) => {
    await page.getByPlaceholder('say something').fill(text)
    await page.getByRole('button', { name: 'Say' }).tap()
    await messages(page).getByText(answer).first().waitFor()
  }
  // Wenna also greets newcomers, so the test waits for her errand, which she names only in answer to `work`.
  await say('work', /Wenna the Warden says: .*Slay three/)
  await say('Anybody here?', 'Anybody here?')
  await expectReconnects([page], () => site.killRuntime())
  await say('Here I am again', 'Here I am again')
})

test('a host creates a room, plays in it, sends a message to all players, and sees the room again after a kill of the runtime', async ({
  site,
  open,
}) => {
  const page = await open(desk)
  await page.goto(site.url)
  await page.getByRole('link', { name: 'New room' }).first().click()
  await page.getByRole('link', { name: 'Crossfire' }).click()
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.getByLabel('Title').fill('Friday evening')
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByText('Share this address with your players').waitFor()
  const player = await page.context().newPage()
  await player.goto(
    await page
      .getByRole('link', { name: 'Play', exact: true })
      .evaluate((link: HTMLAnchorElement) => link.href),
  )
  await enterCrossfire(player)
  await messages(player).getByText('Welcome to Crossfire').waitFor()
  await page.getByRole('link', { name: 'Open the host page' }).click()
  const speak = async (text: string) => {
    await page.getByLabel('Message to all players').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await messages(player).getByText(text).waitFor()
  }
  await speak('We begin in five minutes.')
  await expectReconnects([player], () => site.killRuntime())
  await page.goto(site.url)
  const mine = page.getByRole('region', { name: 'My rooms' })
  await mine.getByText('Friday evening').waitFor()
  await mine.getByRole('link', { name: 'Host page' }).click()
  await speak('And now we do.')
})

test('a spectator sees a player walk, returns after a kill of the runtime, and joins to talk to the player', async ({
  site,
  open,
}) => {
  const { room } = await site.create({ game: 'crossfire' })
  const player = await open(desk)
  await player.goto(`${site.url}/crossfire/${room}/play`)
  await player.getByLabel('Your name').fill('Sera')
  await enterCrossfire(player)

  const page = await open(desk)
  await page.goto(`${site.url}/crossfire`)
  await page.locator(`[data-live="crossfire/${room}"]`).getByRole('link', { name: 'Watch' }).click()
  await page.locator('.world').getByText('Players in view: Sera.').filter({ visible: true }).waitFor()
  const seesStep = async (key: string) => {
    const before = await page.locator('canvas.screen').screenshot()
    // A player who has just reconnected may not be in the world yet and then cannot step, so the test repeats the key
    // press.
    const isStill = async () => {
      await player.keyboard.press(key)
      return (await page.locator('canvas.screen').screenshot()).equals(before)
    }
    await expect.poll(isStill, pollOptions).toBe(false)
  }
  await seesStep('ArrowRight')
  await expectReconnects([page, player], () => site.killRuntime())
  await page.locator('.world').getByText('Players in view: Sera.').filter({ visible: true }).waitFor()
  // The text on the page may date from before the kill, so the test waits for a visible step, which proves that the
  // view is live.
  await seesStep('ArrowLeft')
  await page.getByRole('link', { name: 'Play' }).click()
  await enterCrossfire(page)
  await page.getByLabel('Message or command').fill('I saw you walk')
  await page.keyboard.press('Enter')
  await messages(player).getByText('says: I saw you walk').waitFor()
})
