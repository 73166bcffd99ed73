import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { crossfire } from '../../../games/crossfire/index.ts'
import type { Game } from '../../../games/game.ts'
import { renderHtml } from '../../../workers/pages/layout/frame.tsx'
import { creationProgressPage } from '../../../workers/pages/layout/progress.tsx'
import { debianPackage, tarOf } from '../../browser-unit/archives/packed-folders.ts'
import { archFolder, type Folder, mapsFolder } from '../../games/crossfire/import/harness/imported-world.ts'
import { type OpenPage, test } from '../browser-test.ts'
import { expectNoPageFaults } from '../page-faults.ts'

/** The content of a file that is large enough that the form shows progress and the room is created in parts. */
const noise = Buffer.alloc(1_500_000, 'x')
const zip = (folder: Folder) => Buffer.from(zipSync(folder, { level: 0 }))
const chosen = (name: string, folder: Folder) => ({ name, mimeType: 'application/zip', buffer: zip(folder) })

async function fillForm(page: Page, url: string, token: string, room: string, maps: Folder): Promise<void> {
  await page.goto(`${url}/new?game=crossfire`)
  await page.getByLabel("The site's token").fill(token)
  await page
    .getByLabel('Archetypes')
    .setInputFiles(chosen('a.zip', { ...archFolder, 'crossfire/noise': noise }))
  await page.getByLabel('Maps').setInputFiles(chosen('m.zip', maps))
  await page.getByLabel('Address').fill(room)
}

const recordProgress = (page: Page) =>
  page.evaluate(() => {
    const told: string[] = []
    Object.assign(window, { told })
    const progress = document.querySelector('[data-progress]')!
    new MutationObserver(() => {
      const { value } = progress.querySelector('progress')!
      told.push(
        `${progress.querySelector('label')!.textContent} ${value <= 1} ${progress.querySelector('p')!.textContent}`,
      )
    }).observe(progress, { subtree: true, childList: true, attributes: true, characterData: true })
  })
/** The texts that `recordProgress` has recorded. */
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told)

test('uploading and creating a large room shows progress, and the host link is stored', async ({
  site,
  open,
}) => {
  const page = await open()
  await fillForm(page, site.url, site.ready.adminToken, 'moor', mapsFolder)
  expect(await page.getByRole('progressbar').count()).toBe(0)
  await recordProgress(page)
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  const all = await told(page)
  expect(all.some((words) => /^Sending true \d+ %$/.test(words))).toBe(true)
  expect(all.at(-1)).toMatch(/^Creating crossfire\/moor; .* true \d+ %$/)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('link', { name: 'Open the host page' }).click()
  await page.getByText('This browser remembers the host link').waitFor()
})

test('a rejection after the upload appears beside the form, which keeps its values', async ({
  site,
  open,
}) => {
  const page = await open()
  const broken = { ...mapsFolder, 'maps/land/zz': Buffer.from('arch map\nend\narch meadow\n') }
  await fillForm(page, site.url, site.ready.adminToken, 'fen', broken)
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('alert').getByText('meadow has no end').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('fen')
  expect(await page.getByRole('progressbar').count()).toBe(0)
  // With another file the form can be submitted again.
  await page.getByLabel('Maps').setInputFiles(chosen('m.zip', mapsFolder))
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
})

test('the form unpacks tar files and Debian packages, and shows the reason when it cannot unpack a file', async ({
  site,
  open,
}) => {
  const page = await open()
  const packed = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
  const whole = gzipSync(await tarOf(archFolder))
  await fillForm(page, site.url, site.ready.adminToken, 'dale', mapsFolder)
  await page.getByLabel('Archetypes').setInputFiles(packed('arch.tar.gz', whole.subarray(0, 900)))
  await page.getByLabel('Maps').setInputFiles(packed('maps.deb', debianPackage(await tarOf(mapsFolder))))
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('alert').getByText('cannot unpack arch.tar.gz: ').waitFor()
  expect(await page.getByLabel('Archetypes').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Archetypes').setInputFiles(packed('arch.tar.gz', whole))
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
})

test('without JavaScript the form of a large room opens the same page after the creation', async ({
  site,
  open,
}) => {
  const page = await open({ javaScriptEnabled: false })
  await fillForm(page, site.url, site.ready.adminToken, 'heath', mapsFolder)
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
})

test('the page of a room in creation shows progress, and an error if the creation fails', async ({
  site,
  open,
}) => {
  const paths = (await (await site.fetch('/assets/paths.json')).json()) as Record<string, string>
  const body = await renderHtml(
    creationProgressPage(crossfire as Game, { room: 'crossfire/mire', share: 0.1 }),
    paths,
  )
  let share: number | undefined = 0.5
  const opened: OpenPage = async (options) => {
    const page = await open(options)
    const none = { status: 404, json: { error: 'not-found' } }
    await page.route('**/crossfire/mire', (route) =>
      route.fulfill(route.request().url().includes('/api/') ? none : { contentType: 'text/html', body }),
    )
    await page.route('**/api/rooms/crossfire/mire/founding', (route) =>
      route.fulfill(share === undefined ? none : { json: { room: 'crossfire/mire', share } }),
    )
    return page
  }
  const url = `${site.url}/crossfire/mire`
  await expectNoPageFaults(opened, {
    name: 'creation-progress',
    url,
    prepare: (page) => page.getByText('50 %').waitFor(),
  })
  const page = await opened()
  await page.goto(url)
  await page.getByText('50 %').waitFor()
  const bar = page.getByRole('progressbar', { name: 'Progress' })
  expect(await bar.evaluate((element) => (element as HTMLProgressElement).value)).toBe(0.5)
  // When a request fails because of the network, the page reports no error. It reports only the failure of the
  // creation.
  await page.route('**/api/rooms/crossfire/mire', (route) => route.abort(), { times: 1 })
  share = undefined
  await page.getByRole('alert').getByText('The room was not created').waitFor()
})

test('the form of a new room shows the options of the file, and sends only the options that the user has changed', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}/new?game=archipelago`)
  const name = 'links-6p.archipelago'
  const buffer = readFileSync(resolve(import.meta.dirname, '../../games/archipelago/fixtures', name))
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'application/zip', buffer })
  // A file may be chosen before the token is entered: the preview then shows a hint, not an error.
  await page.locator('[data-preview]:not(.error)').getByText("Enter the site's token above").waitFor()
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  await page.keyboard.press('Tab')
  await page.locator('[data-preview] dl').first().waitFor()
  await page.getByText('Options', { exact: true }).first().click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  expect(await field('hint cost').getAttribute('placeholder')).toBe('5')
  expect(await field('hint cost').inputValue()).toBe('')
  expect(await field('release mode').locator('option').first().innerText()).toBe('as in the file: goal')
  await field('collect mode').selectOption('disabled')
  await field('Address').fill('seeded')
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  expect((await site.room('archipelago/seeded')).options).toMatchObject({
    ...{ hint_cost: 5, release_mode: 'goal', collect_mode: 'disabled', password: true },
  })
})
