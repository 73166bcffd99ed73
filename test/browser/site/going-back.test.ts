// A host takes a room back on the host page, after looking at a copy.
import { expect } from 'vitest'
import { SoaprunClient } from '../../end-to-end/soaprun/client.ts'
import { Painters } from '../../end-to-end/soaprun/painters.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'

test('a painting that was painted over comes back: first in a copy, then in the room itself, and the other one, too', async ({
  site,
  open,
}) => {
  const options = { maxDrawsPerSecond: 0, maxWorldDrawsPerSecond: 0, history: '24h' }
  const { room, host } = await site.create({ game: 'soaprun', options })
  const name = `soaprun/${room}`
  const portOf = async (which: string) => {
    const ports = async () =>
      (await site.room(which)).addresses
        .filter(({ transport }) => transport === 'tcp')
        .map(({ port }) => port)
    await expect.poll(ports, pollOptions).toHaveLength(1)
    return (await ports())[0]!
  }

  const artists = await Painters.begin(await portOf(name), 1)
  await artists.stop()
  const finished = new Date().toISOString()
  // Going back is to the end of a second.
  const second = (time: string) => time.slice(0, 19)
  await expect.poll(() => second(new Date().toISOString()), pollOptions).not.toBe(second(finished))
  const vandals = await Painters.begin(await portOf(name), 1)
  await vandals.paint(2)
  await vandals.stop()
  const spoiled = new Date().toISOString()
  await expect.poll(() => second(new Date().toISOString()), pollOptions).not.toBe(second(spoiled))

  const page = await open()
  await page.goto(host)
  const openHistory = () =>
    page.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: 'History' }).click()
  await openHistory()
  await page.getByLabel('Or another time').fill(finished)
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.getByRole('button', { name: 'Look: open a copy' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  const copy = new URL(await page.locator('.keep [data-copy]').innerText()).pathname
    .slice(1)
    .replace('/host', '')
  await artists.checkBy(await SoaprunClient.seated(await portOf(copy)))

  // The answer had the address of the host page.
  await page.goto(`${site.url}/${name}`)
  await page.goto(host)
  await openHistory()
  await page.getByLabel('Or another time').fill(finished)
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByText('tick the box to confirm').waitFor()
  expect(await page.getByLabel('Or another time').inputValue()).toBe(finished)
  await page.getByLabel('Yes, everything after').check()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByText('The room is as it was then.').waitFor()
  await artists.checkBy(await SoaprunClient.seated(await portOf(name)))

  // Going back can be undone.
  const undone = await site.fetch(`/api/rooms/${name}/rewind`, {
    method: 'POST',
    body: JSON.stringify({ at: spoiled, as: 'replace' }),
  })
  expect([undone.status, await undone.json()]).toEqual([200, { at: spoiled }])
  await vandals.checkBy(await SoaprunClient.seated(await portOf(name)))
  const { since, log } = (await (await site.fetch(`/api/rooms/${name}/timeline`)).json()) as {
    since: string
    log: { text: string }[]
  }
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(finished))
  expect(log.filter(({ text }) => text.includes('took the room back'))).toHaveLength(2)
})
