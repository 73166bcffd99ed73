import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { fromClient } from '../../../games/doom-2077/packets.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'

/** Creates a Soaprun room with the form, and returns its host link. */
async function makeRoom(page: Page, url: string, token: string, title: string): Promise<string> {
  await page.goto(url)
  await page.getByRole('link', { name: 'New room' }).first().click()
  await page.getByRole('link', { name: 'Soaprun' }).click()
  await page.getByLabel("The site's token").fill(token)
  await page.getByLabel('Title').fill(title)
  await page.getByText('Options').click()
  await page.getByLabel('max players').fill('7')
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  return page.locator('.keep [data-copy]').innerText()
}

const openTab = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Host page' }).getByRole('link', { name: title }).click()

test('the form creates a room, and its host link opens the host page from then on', async ({
  site,
  open,
}) => {
  const page = await open()
  const link = await makeRoom(page, site.url, site.ready.adminToken, 'Bubbles')
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/soaprun\/[a-z-]+\/host#[\w-]{20,}$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as a file' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${link}\n`)

  await page.getByRole('link', { name: 'Open the host page' }).click()
  await page.getByText('This browser remembers the host link').waitFor()
  expect(page.url()).toBe(link.replace(/#.*/, ''))
  // An invalid link does not replace the stored token.
  await page.goto('about:blank')
  await Promise.all([
    page.waitForResponse((response) => response.status() === 401),
    page.goto(link.replace(/#.*/, `#${'x'.repeat(43)}`)),
  ])
  await page.goto('about:blank')
  await page.goto(link.replace(/#.*/, '#content'))
  await openTab(page, 'Settings')
  await page.getByLabel('Title').fill('Suds')
  await page.getByLabel('New players').selectOption('closed')
  await page.getByLabel('Comments').fill('back at nine\n\nbring soap')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved.').waitFor()
  const name = new URL(link).pathname.slice(1).replace('/host', '')
  const { title, status, comments, options } = await site.room(name)
  expect([title, status, comments, options.maxPlayers]).toEqual([
    'Suds',
    'closed',
    ['back at nine', 'bring soap'],
    7,
  ])

  await page.goto(site.url)
  const mine = page.getByRole('region', { name: 'My rooms' })
  await mine.getByText('Suds').waitFor()
  await mine.getByRole('link', { name: 'Host page' }).waitFor()
  await page.goto(`${site.url}/${name}`)
  await page.getByRole('link', { name: 'Host page' }).click()

  await openTab(page, 'Backup')
  await page.getByRole('button', { name: 'Create a new link' }).click()
  await page.getByRole('heading', { name: 'New host link' }).waitFor()
  expect(await page.locator('.keep [data-copy]').innerText()).not.toBe(link)
  await page.goto(link.replace(/#.*/, ''))
  await openTab(page, 'Backup')
  await page.getByLabel('Type the room').fill(name.slice('soaprun/'.length))
  await page.getByRole('button', { name: 'Delete room' }).click()
  await page.getByRole('heading', { name: 'Room deleted' }).waitFor()
  expect((await site.fetch(`/api/rooms/${name}`)).status).toBe(404)
})

test('without JavaScript the forms of the host page work with a pasted host link', async ({ site, open }) => {
  const page = await open({ javaScriptEnabled: false })
  const link = await makeRoom(page, site.url, site.ready.adminToken, 'Plain')
  await page.goto(link)
  const change = page.locator('form[data-act=change]')
  await openTab(page, 'Settings')
  await change.getByLabel('Title').fill('Plainer')
  await change.getByLabel('Comments').fill('')
  await change.getByLabel('Host link').fill(`${link}wrong`)
  await change.getByRole('button').click()
  await change.getByRole('alert').getByText("this is not the room's host link").waitFor()
  // The next submissions send the values that the form still contains.
  await change.getByLabel('Comments').fill('x\n'.repeat(7))
  await change.getByLabel('Host link').fill(link)
  await change.getByRole('button').click()
  await change.getByRole('alert').getByText('at most 6').waitFor()
  await change.getByLabel('Comments').fill('x')
  await change.getByRole('button').click()
  await page.getByRole('heading', { name: 'Host of Plainer' }).waitFor()
})

test('a host page that is opened without the host link has one field for the link, and stores a pasted link', async ({
  site,
  open,
}) => {
  const { host } = await site.create({ game: 'soaprun' })
  const page = await open()
  await page.goto(host.replace(/#.*/, ''))
  const field = page.getByLabel('Host link').filter({ visible: true })
  expect(await field.count()).toBe(1)
  await field.fill(`${host}wrong`)
  await page.getByRole('button', { name: 'Show players' }).click()
  await page.getByRole('alert').getByText("this is not the room's host link").waitFor()
  await field.fill(host)
  await page.getByRole('button', { name: 'Show players' }).click()
  await page.getByText('This browser remembers the host link').waitFor()
  await page.getByLabel('Message to all players').waitFor()
  expect(await field.count()).toBe(0)
})

test('the form previews a file before it creates a room from the file, and shows errors beside the file', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}/new`)
  const wad = { name: 'mine.wad', mimeType: 'application/octet-stream', buffer: Buffer.from('PWAD') }
  await page.getByLabel('Drop a file here').setInputFiles(wad)
  await page.getByRole('heading', { name: 'New room of DOOM-2077' }).waitFor()
  await page.getByText("Enter the site's token above").waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'New room', exact: true }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'New room of DOOM-2077' }).waitFor()
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.getByLabel('File', { exact: true }).setInputFiles(wad)
  await page.locator('[data-preview].error').getByText('file').waitFor()
  const seed = resolve(import.meta.dirname, '../../games/archipelago/fixtures/tiny-2p.archipelago')
  await page.goto(`${site.url}/new?game=archipelago`)
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.route('**/new/preview', (route) => route.abort())
  await page.getByLabel('File', { exact: true }).setInputFiles(seed)
  await page.locator('[data-preview].error').getByText('The site does not answer. Try again.').waitFor()
  await page.unroute('**/new/preview')
  await page.getByLabel('File', { exact: true }).setInputFiles([])
  await page.getByLabel('File', { exact: true }).setInputFiles(seed)
  await page.locator('[data-preview]').getByText('ChecksFinder').first().waitFor()
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
})

test.for([true, false])(
  'a refused form of a new room keeps the typed values and shows the reason beside the field (JavaScript: %s)',
  async (javaScriptEnabled, { site, open }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto(`${site.url}/new?game=soaprun`)
    await page.getByLabel('Title').fill('Typed once')
    await page.getByLabel('Address', { exact: true }).fill('harbor')
    await page.getByLabel('Region').selectOption('weur')
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('max players').fill('9')
    const kept = async () => [
      await page.getByLabel('Title').inputValue(),
      await page.getByLabel('Address', { exact: true }).inputValue(),
      await page.getByLabel('Region').inputValue(),
      await page.getByLabel('max players').inputValue(),
    ]
    const typed = ['Typed once', 'harbor', 'weur', '9']
    const create = page.getByRole('button', { name: 'Create the room' })
    await page.getByLabel("The site's token").fill('guessed')
    await create.click()
    await page.getByLabel("The site's token").and(page.locator('[aria-invalid]')).waitFor()
    await page.getByRole('alert').getByText('this is not the token of this site').waitFor()
    expect(await kept()).toEqual(typed)
    await page.getByLabel("The site's token").fill(site.ready.adminToken)
    await create.click()
    await page.getByLabel('Address', { exact: true }).and(page.locator('[aria-invalid]')).waitFor()
    await page.getByRole('alert').getByText('there is already a room').waitFor()
    expect(await kept()).toEqual(typed)
    await page.getByLabel('Address', { exact: true }).fill(`kept-${javaScriptEnabled}`)
    await create.click()
    await page.getByRole('heading', { name: 'Room created' }).waitFor()
    const { title, options } = await site.room(`soaprun/kept-${javaScriptEnabled}`)
    expect([title, options.maxPlayers]).toEqual(['Typed once', 9])
  },
)

test('the host page shows the address for players, and Invite in the game and on the room’s page shows a QR code', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}/soaprun/harbor/host`)
  await page.getByText(`${site.url}/soaprun/harbor`, { exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: `Copy ${site.url}/soaprun/harbor` })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Watch', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'QR code of' }).waitFor()
  await page.goto(`${site.url}/soaprun/harbor`)
  await page.getByText('Invite', { exact: true }).click()
  await page.getByRole('img', { name: 'QR code of' }).waitFor()
})

test('an open page updates the title and the status of a room without a reload', async ({ site, open }) => {
  const page = await open()
  await page.goto(site.url)
  const card = page.locator('[data-live="arcane-sector/harbor"]')
  await card.getByText('0 of 256 players').waitFor()
  await site.patch({ title: 'Lagoon', status: 'closed' }, 'arcane-sector/harbor')
  await card.getByText('Lagoon').waitFor()
  await card.getByText('closed to new players').waitFor()
  await site.patch({ title: 'Hearthwick', status: 'open' }, 'arcane-sector/harbor')
  await card.getByText('Hearthwick').waitFor()
})

/** Joins a player to a DOOM-2077 room. `ended` resolves with the close reason. */
function doomPlayer(websocket: string, name: string): { readonly ended: Promise<string>; leave(): void } {
  const socket = new WebSocket(websocket)
  onTestFinished(() => socket.close())
  socket.addEventListener('open', () =>
    socket.send(new Uint8Array(fromClient.encode({ type: 'JOIN', name }))),
  )
  return {
    leave: () => socket.close(),
    ended: new Promise((resolve) => socket.addEventListener('close', ({ reason }) => resolve(reason))),
  }
}

test('an owner lists players, kicks, bans a name, removes the ban, and reads the log', async ({
  site,
  open,
}) => {
  const { websocket } = await site.room('doom-2077/harbor')
  const ann = doomPlayer(websocket, '<i>Ann</i>')
  const page = await open()
  await page.goto(`${site.url}/doom-2077/harbor/host#${site.ready.adminToken}`)
  await page.getByLabel('<i>Ann</i>').check()
  await page.getByRole('button', { name: 'Kick' }).click()
  await page.getByText('The player was kicked.').waitFor()
  expect(await ann.ended).toBe('kicked by the host')

  const bob = doomPlayer(websocket, 'Bob')
  await page.getByLabel('Bob').check()
  await page.getByRole('button', { name: 'Ban the address' }).click()
  await page.getByRole('alert').getByText('is the address of the server itself').waitFor()
  await page.getByLabel('Bob').check()
  await page.getByLabel('Reason').first().fill('too loud')
  await page.getByLabel('Duration', { exact: true }).first().selectOption('a week')
  // The refresh of the list of players keeps the input.
  await page.getByRole('heading', { name: 'Players', exact: true }).click()
  const gil = doomPlayer(websocket, 'Gil')
  await page.getByLabel('Gil').waitFor()
  expect(await page.getByLabel('Duration', { exact: true }).first().inputValue()).toBe(`${7 * 86_400}`)
  gil.leave()
  await page.getByRole('button', { name: 'Ban the name' }).click()
  await page.getByText('The ban is active.').waitFor()
  expect(await bob.ended).toBe('banned by the host: too loud')
  expect(await doomPlayer(websocket, 'BOB').ended).toBe('banned by the host')
  await page.getByText('No players.').waitFor()
  await openTab(page, 'Moderation')
  await page.getByRole('cell', { name: 'The host banned the name Bob' }).waitFor()

  await page.getByRole('radio', { name: 'Bob' }).check()
  await page.getByRole('button', { name: 'Lift ban' }).click()
  await page.getByText('Nobody is banned.').waitFor()
  doomPlayer(websocket, 'Bob')
  await openTab(page, 'Players')
  await page.getByLabel('Bob').waitFor()
})

test('a double click sends a form once, and the host page shows each kind of failure', async ({
  site,
  open,
}) => {
  const { room, adminToken } = await site.create({ game: 'crossfire' })
  const path = `/api/rooms/crossfire/${room}`
  const page = await open()
  await page.goto(`${site.url}/crossfire/${room}/host#${adminToken}`)
  await page.getByText('No players.').waitFor()
  await page.getByLabel('Message to all players').fill('good night')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await page.getByText('The message was sent to all players.').waitFor()
  const { log } = await (await site.fetch(`${path}/log`)).json()
  expect(log.filter(({ text }: { text: string }) => text.includes('good night'))).toHaveLength(1)

  await openTab(page, 'Console')
  const form = page.locator('form[data-act=say]').last()
  for (const field of await form.locator('input:visible[required]').all()) await field.fill('who')
  await page.route('**/host', (route) => route.abort())
  await form.getByRole('button').last().click()
  await page.getByRole('alert').getByText('The site does not answer. Try again.').waitFor()
  await page.unroute('**/host')
  await form.getByLabel('Name').fill('a\tb')
  await form.getByRole('button').last().click()
  await page.getByRole('alert').getByText('must be one line of 1 to 1000 characters.').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)

  await site.fetch(`${path}/token`, { method: 'POST' })
  await page.reload()
  await page.getByText('does not work any more').waitFor()
  await openTab(page, 'Backup')
  await page.getByRole('button', { name: 'Export room' }).click()
  await page.getByRole('alert').getByText("this is not the room's host link").waitFor()
})

test('without JavaScript an owner lists players after pasting the host link', async ({ site, open }) => {
  const { websocket } = await site.room('doom-2077/harbor')
  const cyd = doomPlayer(websocket, 'Cyd')
  const page = await open({ javaScriptEnabled: false })
  const link = `${site.url}/doom-2077/harbor/host#${site.ready.adminToken}`
  await page.goto(link)
  const look = page.locator('form[data-act=look]')
  const names = async () => {
    const { people } = await (await site.fetch('/api/rooms/doom-2077/harbor/people')).json()
    return people.map(({ name }: { name: string }) => name)
  }
  await expect.poll(names, pollOptions).toContain('Cyd')
  await look.getByLabel('Host link').fill(link)
  await look.getByRole('button').click()
  await page.getByLabel('Cyd').check()
  const people = page.locator('[data-refresh=people]')
  await people.getByLabel('Host link').fill(link)
  await people.getByRole('button', { name: 'Kick' }).click()
  await page.getByText('The player was kicked.').waitFor()
  expect(await cyd.ended).toBe('kicked by the host')
})
