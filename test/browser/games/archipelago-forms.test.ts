import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seedFile } from '../../end-to-end/archipelago/room.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { test } from '../browser-test.ts'
import { expectNoPageFaults } from '../page-faults.ts'

const yaml = (...names: string[]) =>
  names.map((name) => `name: ${name}\ngame: Clique\nClique: {}\n`).join('---\n')

/** Returns the path of the new room. */
async function gatheringRoom(site: Site): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ game: 'archipelago', stage: 'gathering', listen: '[]' }))
    form.set(field, value)
  const headers = { authorization: `Bearer ${site.ready.adminToken}` }
  const answer = await fetch(`${site.url}/api/rooms`, { method: 'POST', body: form, headers })
  const { room } = (await answer.json()) as { room: string }
  return `/archipelago/${room}`
}

const files = async (site: Site, room: string) => {
  const answer = await fetch(`${site.url}/api/rooms${room}/yamls`)
  return ((await answer.json()) as { files: { called: string; slots: { names: string[] }[] }[] }).files
}

const playedRoom = async (site: Site) =>
  `/archipelago/${(await site.create({ game: 'archipelago', file: seedFile('tiny-2p'), listen: [] })).room}`

async function submit(page: Page, called: string): Promise<void> {
  await page.getByLabel('Your name').fill(called)
  await page.getByRole('button', { name: 'Submit the file' }).click()
}

describe.for([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('[AP-16.1] a player submits a file, replaces it with pasted text, and withdraws it', async ({
    site,
    open,
  }) => {
    const room = await gatheringRoom(site)
    const page = await open({ javaScriptEnabled })
    await page.goto(site.url + room)
    await page
      .getByLabel('YAML file', { exact: true })
      .setInputFiles({ name: 'ann.yaml', mimeType: 'text/yaml', buffer: Buffer.from(yaml('Ann', 'Ann2')) })
    await submit(page, '<b>Ann</b>')
    await page.getByRole('heading', { name: 'Save this link. It is shown only once.' }).waitFor()
    const link = await page.locator('[data-own] code').innerText()
    expect(link).toMatch(/\/yamls\/1#own_[\w-]{43}$/)
    expect(await files(site, room)).toMatchObject([
      { called: '<b>Ann</b>', slots: [{ names: ['Ann'] }, { names: ['Ann2'] }] },
    ])

    await page.goto(link)
    await page.getByText('ann.yaml').waitFor()
    // A script fills in the remembered secret and opens the form.
    const secret = page.locator('input[name=secret]').first()
    if (javaScriptEnabled) expect(await secret.inputValue()).toBe(link.split('#')[1])
    else {
      await page.getByText('Replace or withdraw the file').click()
      await secret.fill(link)
    }
    await page.getByLabel('Text of the file').fill(yaml('Anna'))
    await page.getByRole('button', { name: 'Replace the file' }).click()
    await page.getByRole('rowheader', { name: 'Anna' }).waitFor()
    expect(await files(site, room)).toMatchObject([{ slots: [{ names: ['Anna'] }] }])

    if (!javaScriptEnabled) {
      await page.getByText('Replace or withdraw the file').click()
      await page.locator('input[name=secret]').last().fill(link)
    }
    await page.getByRole('button', { name: 'Withdraw the file' }).click()
    await page.getByText('No files yet.').waitFor()
    expect(await files(site, room)).toEqual([])
  })

  test('[AP-16.2] the page says why a file is refused, and keeps the typed values', async ({
    site,
    open,
  }) => {
    const room = await gatheringRoom(site)
    const page = await open({ javaScriptEnabled })
    await page.goto(site.url + room)
    await page.getByLabel('Text of the file').fill('name: Ann\n')
    await submit(page, 'Ann')
    await page.getByText('slot 1: game is missing').first().waitFor()
    expect(await files(site, room)).toEqual([])
    expect(await page.getByLabel('Text of the file').inputValue()).toBe('name: Ann\n')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ann')
    await page.getByLabel('Text of the file').fill(yaml('Ann'))
    await page.getByRole('button', { name: 'Submit the file' }).click()
    await page.getByRole('heading', { name: 'Save this link. It is shown only once.' }).waitFor()
  })

  test('[AP-14.1] [AP-14.2] [AP-14.6] a player claims a slot, changes the claim, and withdraws it', async ({
    site,
    open,
  }) => {
    const room = await playedRoom(site)
    const page = await open({ javaScriptEnabled })
    await page.goto(`${site.url}${room}/tracker/1`)
    await page.getByText('Claim this slot').click()
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Progress', { exact: true }).selectOption('Stuck')
    await page.getByLabel('Note').fill('back on Friday')
    await page.getByRole('textbox', { name: 'Video stream' }).fill('https://video.example/ann')
    await page.getByRole('button', { name: 'Claim the slot' }).click()
    const link = await page.locator('[data-own] code').innerText()
    await page.goto(`${site.url}${room}/tracker`)
    const row = page.getByRole('row', { name: /Alice/ })
    expect(await row.getByRole('link', { name: 'Video stream of Alice' }).getAttribute('href')).toBe(
      'https://video.example/ann',
    )
    expect(await row.innerText()).toContain('Ann · Stuck')

    // A link that a stranger has sent replaces the stored link only if the player confirms.
    await page.goto(javaScriptEnabled ? link.replace(/#.*/, '#own_of-a-stranger') : link)
    if (!javaScriptEnabled) {
      await page.getByText('Change or withdraw the claim').click()
      await page.locator('input[name=secret]').first().fill(link)
    }
    await page.getByLabel('Progress', { exact: true }).selectOption('Done')
    await page.getByRole('textbox', { name: 'Video stream' }).fill('')
    await page.getByRole('button', { name: 'Save the claim' }).click()
    await page.getByRole('definition').filter({ hasText: 'Done' }).waitFor()
    expect(await page.getByRole('link', { name: 'Video' }).count()).toBe(0)

    const stranger = await open({ javaScriptEnabled })
    await stranger.goto(`${site.url}${room}/tracker/1`)
    await stranger.getByText('Change or withdraw the claim').click()
    await stranger.locator('input[name=secret]').last().fill('own_wrong')
    await stranger.getByRole('button', { name: 'Withdraw the claim' }).click()
    await stranger.getByText('this link does not belong to this claim').first().waitFor()

    if (!javaScriptEnabled) {
      await page.getByText('Change or withdraw the claim').click()
      await page.locator('input[name=secret]').last().fill(link)
    }
    await page.getByRole('button', { name: 'Withdraw the claim' }).click()
    await page.getByText('Nobody has claimed this slot.').waitFor()
  })
})

describe('the pages with forms', () => {
  test.for(['room', 'file', 'secret'] as const)(
    '[AP-16.1] have no axe or layout faults while the room collects files: %s',
    async (name, { site, open }) => {
      const room = await gatheringRoom(site)
      const query = new URLSearchParams({ called: 'Ann', name: 'ann.yaml' })
      await fetch(`${site.url}/api/rooms${room}/yamls?${query}`, {
        method: 'POST',
        body: `${yaml('Ann', 'Bo')}triggers: []\n`,
      })
      await expectNoPageFaults(open, {
        name: `archipelago-gathering-${name}`,
        url: site.url + room + (name === 'file' ? '/yamls/1' : ''),
        ...(name === 'secret' && {
          prepare: async (page) => {
            await page.getByLabel('Text of the file').fill(yaml('Cyd'))
            await submit(page, 'Cyd')
            await page.getByRole('heading', { name: 'Save this link. It is shown only once.' }).waitFor()
          },
        }),
      })
    },
  )

  test('[AP-14.1] have no axe or layout faults while a player changes a claim', async ({ site, open }) => {
    const room = await playedRoom(site)
    await fetch(`${site.url}/api/rooms${room}/claims/1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ called: 'Ann', note: 'x'.repeat(280), video: 'https://video.example/ann' }),
    })
    await expectNoPageFaults(open, {
      name: 'archipelago-claim',
      url: `${site.url}${room}/tracker/1`,
      prepare: (page) => page.getByText('Change or withdraw the claim').click(),
    })
  })
})
