import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DoomClient } from '../../end-to-end/doom-2077/client.ts'
import { udpPort } from '../../end-to-end/doom-2077/room.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { faultsInViews } from '../page-faults.ts'

async function enterArena(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.locator('.state').innerText(), pollOptions).toMatch(/^Health/)
}

test('players join a private room by password or invite link, one reports the other, and the host mutes the reported player', async ({
  site,
  open,
}) => {
  const listen = [{ transport: 'udp', port: 0 }] as const
  const made = await site.create({ game: 'doom-2077', room: 'vault', listen })
  const port = await udpPort(site, 'doom-2077/vault')
  await site.patch({ password: 'open sesame' }, 'doom-2077/vault')

  // An original client is refused at first, and can join after a browser at the same IP address entered the password.
  const outside = await DoomClient.bound(port, 'Eve')
  outside.join()
  await outside.until(() => outside.kicks.includes('Not invited.'), 'the refusal')
  outside.leave()

  const ann = await open({ viewport: { width: 390, height: 844 } })
  await ann.goto(`${site.url}/doom-2077/vault/play`)
  await ann.waitForURL('**/doom-2077/vault/join')
  expect(await faultsInViews(ann, 'join-private')).toEqual([])
  await ann.getByLabel('Password').fill('guess')
  await ann.getByRole('button', { name: 'Join' }).click()
  await ann.getByText('this is neither the password nor the invite link').waitFor()
  expect(await ann.getByLabel('Password').inputValue()).toBe('')
  await ann.getByLabel('Password').fill('open sesame')
  await ann.getByRole('button', { name: 'Join' }).click()
  await ann.getByText('You can join this room.').waitFor()
  await ann.getByRole('link', { name: 'Play' }).click()
  await enterArena(ann, 'Ann')

  const eve = await DoomClient.joined(port, 'Eve')
  eve.leave()

  const link = await site.roomCommand('invite', 'doom-2077/vault')
  const bob = await open()
  await bob.goto(link)
  await bob.getByText('You can join this room.').waitFor()
  expect(bob.url()).not.toContain('#')
  await bob.getByRole('link', { name: 'Play' }).click()
  await enterArena(bob, 'Bob')
  await bob.locator('canvas.screen').focus()
  await bob.keyboard.press('Enter')
  await bob.getByLabel('Message to all players').fill('you fool')
  await bob.keyboard.press('Enter')
  await expect.poll(() => ann.locator('.log').innerText(), pollOptions).toContain('you fool')

  await ann.getByRole('button', { name: 'Report a player' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Report a player' })
  await dialog.getByLabel('Player').fill('Bob')
  await dialog.getByLabel('Reason').fill('calls me a fool')
  expect(await faultsInViews(ann, 'play-report')).toEqual([])
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const log = () => ann.locator('.log').innerText()
  await expect.poll(log, pollOptions).toContain('Your report of Bob was sent to the host.')

  const host = await open({ viewport: { width: 1000, height: 900 } })
  await host.goto(made.host)
  await host.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: 'Moderation' }).click()
  await host.getByText('calls me a fool').first().waitFor()
  await host.getByText('The last line that').click()
  await host.getByText('Bob: you fool').waitFor()
  expect(await faultsInViews(host, 'host-reports')).toEqual([])
  await host.getByLabel('calls me a fool').check()
  await host.getByRole('button', { name: 'Mute the player' }).click()
  await host.getByText('The player is muted.').waitFor()
  await host.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: 'Moderation' }).click()
  await host.getByText('No player has reported another player.').waitFor()
})
