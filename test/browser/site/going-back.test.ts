// On the host page a host takes rooms back to an earlier time: to restore a painting (first in a copy), to return a
// stolen helmet, to undo a release, and to continue an aborted match.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PacketClient } from '../../end-to-end/archipelago/client.ts'
import { ArchipelagoRoom, seedFile } from '../../end-to-end/archipelago/room.ts'
import { Seed } from '../../end-to-end/archipelago/seed.ts'
import { CrossfireClient } from '../../end-to-end/crossfire/client.ts'
import { DoomBrowser } from '../../end-to-end/doom-2077/browser-client.ts'
import { hall } from '../../end-to-end/doom-2077/room.ts'
import { SoaprunClient } from '../../end-to-end/soaprun/client.ts'
import { Painters } from '../../end-to-end/soaprun/painters.ts'
import { pollOptions } from '../../timeouts.ts'
import { type OpenPage, test } from '../browser-test.ts'
import { faultsInViews } from '../page-faults.ts'

const openHistory = (page: Page) =>
  page.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: 'History' }).click()

/** Takes the room back to just before the event with this text in the timeline, and waits for `isBack`. */
async function goBackBefore(open: OpenPage, host: string, text: string, isBack: () => Promise<void>) {
  const page = await open()
  await page.goto(host)
  await openHistory(page)
  await page.getByRole('row').filter({ hasText: text }).getByRole('radio').check()
  await page.getByLabel('Yes, undo everything after').check()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByText('The room is back at the chosen time.').waitFor()
  await isBack()
}

/**
 * Waits for the next second, because a room goes back to the end of a second. Returns a time in the previous second.
 */
async function nextSecond(): Promise<string> {
  const finished = new Date().toISOString()
  const second = (time: string) => time.slice(0, 19)
  await expect.poll(() => second(new Date().toISOString()), pollOptions).not.toBe(second(finished))
  return finished
}

test('going back restores a painting that was painted over, first in a copy and then in the room, and can be undone', async ({
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
  const finished = await nextSecond()
  const vandals = await Painters.begin(await portOf(name), 1)
  await vandals.paint(2)
  await vandals.stop()
  const spoiled = await nextSecond()

  const page = await open()
  await page.goto(host)
  await openHistory(page)
  await page.getByLabel('Or another time').fill(finished)
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.getByRole('button', { name: 'Look: open a copy' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  const copy = new URL(await page.locator('.keep [data-copy]').innerText()).pathname
    .slice(1)
    .replace('/host', '')
  await artists.checkBy(await SoaprunClient.seated(await portOf(copy)))

  // The answer of the form has the address of the host page, so navigating to that address would not load the page
  // again.
  await page.goto(`${site.url}/${name}`)
  await page.goto(host)
  await openHistory(page)
  await page.getByLabel('Or another time').fill(finished)
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('alert').getByText('tick the box to confirm').waitFor()
  await page.getByLabel('Yes, undo everything after').and(page.locator('[aria-invalid]')).waitFor()
  expect(await page.getByLabel('Or another time').inputValue()).toBe(finished)
  await page.getByLabel('Yes, undo everything after').check()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByText('The room is back at the chosen time.').waitFor()
  await artists.checkBy(await SoaprunClient.seated(await portOf(name)))
  await page.getByRole('radio').first().waitFor()
  expect(await faultsInViews(page, 'host-history-lines')).toEqual([])

  // The host undoes the return to the earlier time.
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

test('going back returns a stolen helmet to the place where its owner dropped it, and the owner picks it up again', async ({
  site,
  open,
}) => {
  const { websocket, host } = await site.create({ game: 'crossfire', options: { history: '24h' } })
  const helmets = (things: CrossfireClient['ground']) => things.filter(({ name }) => name === 'helmet').length
  const owner = await CrossfireClient.overWebSocket(websocket)
  await owner.join('Laya')
  await owner.doing('drop helmet')
  await owner.until(() => helmets(owner.ground) === 1, 'the helmet laid down')
  await nextSecond()
  const thief = await CrossfireClient.overWebSocket(websocket)
  await thief.join('Thiefa')
  expect(helmets(thief.ground)).toBe(1)
  const had = helmets(thief.inventory)
  await thief.doing('take helmet')
  await thief.until(() => helmets(thief.inventory) === had + 1, 'the helmet taken')
  await owner.until(() => helmets(owner.ground) === 0, 'the helmet gone')
  await goBackBefore(open, host, 'Thiefa', async () => {
    const again = await CrossfireClient.overWebSocket(websocket)
    await again.join('Laya', false)
    expect([helmets(again.ground), helmets(again.inventory)]).toEqual([1, 0])
    await again.doing('take helmet')
    await again.until(() => helmets(again.inventory) === 1, 'the helmet taken up')
  })
})

test('going back undoes an accidental release, and keeps the location check before the release', async ({
  site,
  open,
}) => {
  const seed = new Seed('tiny-2p')
  const room = await ArchipelagoRoom.create(site, {
    file: seedFile('tiny-2p'),
    options: { release_mode: 'enabled', history: '24h' },
  })
  const [finder] = seed.players
  const [first, ...others] = seed.placesIn(finder!.slot)
  const player = await PacketClient.joined(room.direct, finder!)
  await player.check(first!.location)
  await nextSecond()
  player.say('!release')
  await player.until(() => others.every(({ location }) => player.checked.has(location)))
  const checks = async () => (await room.view()).slots.map(({ checks }) => checks)
  expect(await checks()).toEqual([others.length + 1, 0])
  await goBackBefore(open, room.created.host, `${finder!.name} has released`, async () => {
    expect(await checks()).toEqual([1, 0])
    await player.gone
    const again = await PacketClient.joined(room.direct, finder!)
    expect([...again.checked]).toEqual([first!.location])
  })
})

test('after going back, an aborted match continues with its scores for the players who reconnect', async ({
  site,
  open,
}) => {
  const options = { matchSeconds: 600, history: '24h' }
  const { room, host } = await site.create({ game: 'doom-2077', options, file: hall() })
  const name = `doom-2077/${room}`
  const players = ['anna', 'bert'].map((name) => ({ name, secret: crypto.randomUUID().replaceAll('-', '') }))
  const join = () =>
    Promise.all(players.map(({ name: player, secret }) => DoomBrowser.joined(site, name, player, secret)))
  const match = async () => (await site.room(name)).view as unknown as MatchView
  const kills = ({ players }: MatchView) => players.reduce((sum, { kills }) => sum + kills, 0)
  const [, leaver] = await join()
  const isFought = async () => {
    const view = await match()
    return view.phase === 'running' && kills(view) > 0
  }
  await expect.poll(isFought, pollOptions).toBe(true)
  const { players: scores } = await match()
  await nextSecond()
  leaver!.leave()
  await expect.poll(async () => (await match()).results.length, pollOptions).toBe(1)
  expect((await match()).phase).toBe('waiting')
  await goBackBefore(open, host, 'was aborted', async () => {
    await join()
    const { phase, results, players } = await match()
    expect([phase, results]).toEqual(['running', []])
    for (const { name, kills } of scores)
      expect(players.find((player) => player.name === name)!.kills).toBeGreaterThanOrEqual(kills)
  })
})

interface MatchView {
  readonly phase: string
  readonly players: readonly { readonly name: string; readonly kills: number }[]
  readonly results: readonly unknown[]
}
