import { expect } from 'vitest'
import { ArcaneClient } from '../../end-to-end/arcane-sector/client.ts'
import { quietOptions } from '../../games/arcane-sector/harness/island-world.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { colourCount } from '../canvas-pixels.ts'
import { expectReconnects } from '../lost-connection.ts'
import { expectFitsWidth, faultsInViews } from '../page-faults.ts'

const name = 'arcane-sector/pixels'

test('[AS-17] a player of the remote client plays with an original client by keyboard and mouse, and reconnects after a kill of the runtime', async ({
  site,
  open,
}) => {
  await site.create({
    ...{ game: 'arcane-sector', room: 'pixels', options: { ...quietOptions, thin: true } },
    ...{ listen: [{ transport: 'tcp', port: 0 }], file: worldFile() },
  })
  const bob = await ArcaneClient.joined(await site.listenerPort('local', name), 2, 'Bob')
  const annAt = (x: number, y: number) =>
    bob.until(() => bob.mobs.some((mob) => mob.id === 7n && mob.x === x && mob.y === y), `Ann at ${x}, ${y}`)
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${site.url}/${name}/thin.html`)
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await faultsInViews(page, 'remote-client-login')).toEqual([])

  // A wrong password for an existing number is reported, and the player can try again.
  await page.getByLabel('Your number').fill('2')
  await page.getByLabel('Password').fill('guessed')
  await page.getByLabel('Name').fill('Ann')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Wrong password for this number.').waitFor()
  await page.getByLabel('Your number').fill('7')
  await page.getByRole('button', { name: 'Log in' }).click()
  await annAt(185, 428)
  const canvas = page.locator('canvas.screen')
  await expect.poll(() => colourCount(page), pollOptions).toBeGreaterThan(100)

  // The player walks and chats with the keyboard. The mouse drags an item from the ground into a slot.
  await page.keyboard.press('q')
  await annAt(185, 429)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hello, Bob!')
  await page.keyboard.press('Enter')
  await bob.until(() => bob.texts.includes('\x13Ann says: \x17Hello, Bob!'), 'what Ann says')
  await page.keyboard.press('f')
  const atMouse = page.locator('canvas.at-mouse')
  await atMouse.waitFor()
  await page.keyboard.press('1')
  await atMouse.waitFor({ state: 'hidden' })

  // Tab moves the focus out of the picture, and a small screen shows the whole picture.
  await page.keyboard.press('Shift+Tab')
  await expect
    .poll(() => canvas.evaluate((screen) => screen === document.activeElement), pollOptions)
    .toBe(false)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await faultsInViews(page, 'remote-client')).toEqual([])
  await expectFitsWidth(page, 360)

  await expectReconnects([page], () => site.killRuntime())
  await canvas.focus()
  await page.keyboard.press('e')
  await annAt(185, 428)

  // The owner turns off remote clients. A player who logs in gets the reason.
  await site.patch({ options: { thin: false } }, name)
  await page.reload()
  await page.getByLabel('Your number').fill('7')
  await page.getByLabel('Password').fill('guessed')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').getByText('remote clients are turned off in this room').waitFor()
})
