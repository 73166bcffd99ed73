// DOS in the browser, on a site that has the DOS emulator. A script replaces the emulator in this test.

import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lan } from '../../../games/lan/index.ts'
import { dosPage } from '../../../games/lan/pages/dos.tsx'
import { renderHtml } from '../../../workers/pages/layout/frame.tsx'
import { gamePage } from '../../../workers/pages/rooms/game.tsx'
import { udpPort } from '../../end-to-end/doom-2077/room.ts'
import { LanNode } from '../../end-to-end/lan/client.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { facts } from '../../games/lan/pages/facts.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { expectFitsWidth, faultsInViews } from '../page-faults.ts'

const emulator = '/assets/emulators-1/wdosbox.js'
const name = 'lan/dos'
const listen = [{ transport: 'udp', port: 0 }] as const

/** A script that replaces the worker of DOSBox. */
const source = resolve(import.meta.dirname, '../../games/lan/browser/dos/scripted-dos.ts')
const script = `${stripTypeScriptTypes(readFileSync(source, 'utf8')).replace('export ', '')}
const answer = scriptedDos((message) => postMessage(message))
onmessage = ({ data }) => answer(data)`

/** Opens the room's DOS page as a site with the emulator would serve it, with the site's content security policy. */
async function openDos(page: Page, site: Site): Promise<void> {
  const paths = (await (await fetch(`${site.url}/assets/paths.json`)).json()) as { [name: string]: string }
  const assets = { ...paths, 'lan/wdosbox.js': emulator }
  const content = dosPage('', { ...facts, path: `/${name}`, assets })
  const label = { game: 'lan', room: 'dos', title: 'DOS' }
  const body = await renderHtml(gamePage(lan, lan.pages!.dos!, label, content), assets)
  await page.route(`**/${name}/dos`, async (route) => {
    const { headers } = await fetch(`${site.url}/lan/harbor/dos`)
    const kept = { 'content-security-policy': headers.get('content-security-policy')! }
    await route.fulfill({ body, contentType: 'text/html', headers: kept })
  })
  await page.route(`**${emulator}`, (route) =>
    route.fulfill({ body: script, contentType: 'text/javascript' }),
  )
  await page.goto(`${site.url}/${name}/dos`)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const zip = Buffer.from(zipSync({ 'setup.exe': new Uint8Array(9), 'game/play.com': new Uint8Array(3) }))
const choose = (page: Page, buffer: Buffer) =>
  page
    .getByLabel('A .jsdos bundle or a .zip')
    .setInputFiles({ name: 'game.zip', mimeType: 'application/zip', buffer })

test('[LAN-7.1] [LAN-7.3] a program from a zip exchanges packets with a UDP node, and the player can download the program’s drive', async ({
  site,
  open,
}) => {
  await site.create({ game: 'lan', room: 'dos', listen })
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await openDos(page, site)
  await choose(page, Buffer.from('no zip'))
  await expect
    .poll(() => page.getByRole('status').last().innerText(), pollOptions)
    .toMatch(/^Cannot read this/)
  await choose(page, zip)
  await expect
    .poll(() => page.getByLabel('Start').locator('option').allInnerTexts(), pollOptions)
    .toEqual(['GAME\\PLAY.COM', 'SETUP.EXE', 'DOS prompt'])
  expect(await faultsInViews(page, 'play-lan')).toEqual([])
  await expectFitsWidth(page, 1280)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('application').waitFor()

  const node = await LanNode.overUdp(await udpPort(site, name))
  const isEchoed = () => {
    node.say(42)
    return node.numbers.includes(42)
  }
  await expect.poll(isEchoed, pollOptions).toBe(true)

  // Safari reads the URL some time after the click.
  await page.evaluate(() => {
    URL.revokeObjectURL = (url) => document.body.setAttribute('data-revoked', url)
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the drive' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('drive.jsdos')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    'GAME/PLAY.COM': 3,
    'SETUP.EXE': 9,
  })
  expect(await page.locator('body').getAttribute('data-revoked')).toBe('')
})
