import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FeedResponse } from '../../../../games/archipelago/endpoints/feed.ts'
import type { Options } from '../../../../games/game.ts'
import { readFixtureMultidata } from '../sample-multiworlds.ts'
import { type TestClient, TestRoom } from '../test-client.ts'
import { roomPath as path, readEndpoint, renderPage } from './render-page.ts'

/** The rows of the table with this id, or of the page's first table if `id` is ''. */
function rows(html: string, id = ''): string[][] {
  const table = new RegExp(`<table[^>]*${id && `id="${id}"`}[^>]*>(.*?)</table>`, 's').exec(html)?.[1] ?? ''
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) =>
      cell!.replaceAll(/<progress.*?<\/progress>/gs, '').replaceAll(/<[^>]+>/g, ''),
    ),
  )
}

async function createPlayedRoom(): Promise<{ room: TestRoom; alice: TestClient; bob: TestClient }> {
  const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p', { hint_cost: 0 })
  const alice = room.join('Alice', 'ChecksFinder')
  alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] })
  alice.send({ cmd: 'CreateHints', locations: [81_001] })
  return { room, alice, bob }
}

describe("the room's page", () => {
  test.each(['constructor', '__proto__', 'toString', 'x unseen', 'y'.repeat(1000), '{"a":1}'])(
    '[AP-12.1] shows an unknown status as “Unknown State”: %.20s',
    async (status) => {
      const { room, alice } = await createPlayedRoom()
      alice.send({ cmd: 'StatusUpdate', status })
      for (const name of ['room', 'tracker'] as const) {
        const html = (await renderPage(room, name))!
        expect(html).toContain('<span class="standing-other">Unknown State</span>')
      }
      expect((await renderPage(room, 'slot', { params: { slot: '1' } }))!).toContain('Unknown State')
      expect(readEndpoint(room, 'slots')!.length).toBeLessThan(2000)
    },
  )

  test('[AP-12.1] has a line for each slot, with its alias, progress and items', async () => {
    const { room, alice } = await createPlayedRoom()
    alice.say('!alias <b>Al</b>')
    const html = (await renderPage(room, 'room'))!
    const [head, first, second] = rows(html)
    expect(head!.join(', ')).toBe('Name, Checks, Status, Game, Hint points, Clients, Active, Played by')
    expect(first!.slice(0, 7)).toEqual([
      '&lt;b&gt;Al&lt;/b&gt; (Alice)',
      expect.stringMatching(/^2\/\d+$/),
      'Connected',
      'ChecksFinder',
      '2',
      '1',
      'just now',
    ])
    expect(second![0]).toBe('Bob')
    expect(html).toContain('<code data-copy="true">/connect 192.0.2.1:38281</code>')
    expect(html).toContain(`<code data-copy="true">wss://play.test:8443${path}</code>`)
  })

  test('[AP-12.1] links to the patch of each slot, and names the members of a group', async () => {
    const entries = {
      'AP_1.archipelago': readFixtureMultidata('tiny-2p'),
      'AP_1_P2_Bo b.apyacht': new Uint8Array([7]),
    }
    const file = { name: 'AP_1.zip', bytes: zipSync(entries) }
    const zipped = rows((await renderPage(await TestRoom.create({ options: {}, file }), 'room'))!)
    expect(zipped.map((cells) => cells[8])).toEqual(['Patch', '', '.apyacht'])
    const links = await TestRoom.createFrom('links-6p')
    expect(await renderPage(links, 'room')).toContain('shared by Ann, Ben')
    expect(await renderPage(links, 'room')).toContain('This room requires a password')
    links.harness.host.actions.applyOptions({ password: null, slot_passwords: { 2: 'hush' } })
    expect(await renderPage(links, 'room')).not.toContain('This room requires a password')
    expect(await renderPage(links, 'room')).toContain('Some slots require a password')
  })
})

describe('trackers', () => {
  test('[AP-12.2] of all players have the columns of archipelago.gg, the player of each slot, and a total', async () => {
    const { room } = await createPlayedRoom()
    const table = rows((await renderPage(room, 'tracker'))!, 'checks-table')
    expect(table[0]).toEqual(['#', 'Name', 'Game', 'Status', 'Checks', '%', 'Last activity', 'Played by'])
    const [, alice, , total] = table
    expect(alice!.slice(0, 4)).toEqual(['1', 'Alice', 'ChecksFinder', 'Connected'])
    const [done, all] = alice![4]!.split('/').map(Number)
    expect(alice![5]).toBe(((100 * done!) / all!).toFixed(2))
    expect(total!.slice(1, 4)).toEqual(['Total', '2 worlds', '0 done'])
    const found = rows((await renderPage(room, 'tracker', { query: { find: 'alice' } }))!, 'checks-table')
    expect(found.at(-1)!.slice(1, 3)).toEqual(['Total', '1 world'])
  })

  test('[AP-12.2] of one slot list items by name and origin, missing locations, and hints', async () => {
    const { room } = await createPlayedRoom()
    const bob = (await renderPage(room, 'slot', { params: { slot: '2' } }))!
    const items = rows(bob, 'received-table')
    expect(items[0]!.slice(0, 3)).toEqual(['Item', 'Amount', 'Last Order Received'])
    expect(items[1]).toEqual(expect.arrayContaining(['1', 'useful', 'Alice', 'Tile 1']))
    const alice = (await renderPage(room, 'slot', { params: { slot: '1' } }))!
    const locations = rows(alice, 'locations-table')
    expect(locations.filter(([, done]) => done === '✔').map(([name]) => name)).toEqual(['Tile 1', 'Tile 6'])
    expect(rows(alice, 'hints-table')[1]).toEqual(expect.arrayContaining(['Alice', 'Tile 2', 'Vanilla']))
    for (const slot of ['0', '3', '-1', 'x', '1.0', '99999999999'])
      expect([slot, await renderPage(room, 'slot', { params: { slot } })]).toEqual([slot, undefined])
  })

  test('[AP-12.3] of spheres count the checks, and name only the items that were found', async () => {
    const { room } = await createPlayedRoom()
    const spheres = rows((await renderPage(room, 'spheres'))!)
    const sum = spheres.slice(1).map(([, checks]) => Number(checks!.split('/')[0]))
    expect(sum.reduce((a, b) => a + b, 0)).toBe(2)
    const pages = await Promise.all(
      spheres.slice(1).map((_, i) => renderPage(room, 'sphere', { params: { sphere: `${i + 1}` } })),
    )
    const places = pages.flatMap((html) => rows(html ?? '', 'checks-table').slice(1))
    expect(places.map(([, , , , location]) => location).sort()).toEqual(['Tile 1', 'Tile 6'])
    expect(await renderPage(room, 'sphere', { params: { sphere: '77' } })).toBeUndefined()
  })
})

describe('hints and events', () => {
  test('[AP-12.4] each hint appears once, and shows when it is found', async () => {
    const { room, alice } = await createPlayedRoom()
    const status = async () => rows((await renderPage(room, 'hints'))!, 'hints-table').slice(1)
    expect(await status()).toEqual([expect.arrayContaining(['Alice', 'Tile 2', 'ChecksFinder', 'Vanilla'])])
    alice.send({ cmd: 'LocationChecks', locations: [81_001] })
    expect((await status())[0]![6]).toBe('✔')
  })

  test('[AP-12.4] texts to everybody appear newest first, escaped', async () => {
    const { room, alice } = await createPlayedRoom()
    alice.say('<script>alert(1)</script>')
    const lines = (await renderPage(room, 'events'))!.match(/<li.*?<\/li>/gs)!
    expect(lines[0]).toContain('&lt;script&gt;')
    expect(lines.join('')).toContain('Map Width')
    expect(lines.at(-1)!).toContain('Bob (Team #1) playing Yacht Dice has joined')
    const overlay = (await renderPage(room, 'events', { query: { overlay: '', lines: '1' } }))!
    expect(overlay.match(/<li/g)).toHaveLength(1)
    expect(overlay).not.toContain('<form')
  })

  test('[AP-9.14] chat is hidden while the room or a slot has a password', async () => {
    const { room, alice } = await createPlayedRoom()
    alice.say('between us')
    expect(await renderPage(room, 'events')).toContain('between us')
    const slotPassword: Options = { password: null, slot_passwords: { 2: 'hush' } }
    for (const options of [{ password: 'hush' }, slotPassword]) {
      room.harness.host.actions.applyOptions(options)
      expect(await renderPage(room, 'events')).not.toContain('between us')
      expect(await renderPage(room, 'events')).toContain('Map Width')
    }
  })

  test('[AP-9.14] events are stored together with checks and survive a restart, up to the size of their ring buffer', async () => {
    const { room, alice } = await createPlayedRoom()
    room.advance(500)
    for (let i = 0; i < 500; i++) room.world.announce({ data: [{ text: `line ${i} ${'x'.repeat(400)}` }] })
    alice.send({ cmd: 'LocationChecks', locations: [81_002] })
    alice.say('forgotten')
    const before = room.world.feed.events.filter(({ data }) => !data[0]?.text.includes('forgotten'))
    room.restart()
    const { lines } = JSON.parse(readEndpoint(room, 'feed')!)
    expect(lines.length).toBeGreaterThan(370)
    expect(lines.length).toBeLessThanOrEqual(384)
    expect(JSON.stringify(lines)).not.toContain('forgotten')
    expect(JSON.stringify(lines)).not.toContain('x'.repeat(301))
    expect(room.world.feed.events.at(-1)).toEqual(before.at(-1))
  })

  test('[AP-9.14] a release of a thousand items does not displace chat, before and after a restart', async () => {
    const { room, alice } = await createPlayedRoom()
    alice.say('before the release')
    room.harness.host.actions.runConsoleCommand('from the host')
    for (let i = 0; i < 1000; i++) room.world.announce({ type: 'ItemSend', data: [{ text: `item ${i}` }] })
    alice.say('after the release')
    room.advance(2000)
    // A restart may lose the oldest lines, but at most one record.
    for (const [when, kept] of [
      ['before', 384],
      ['after', 373],
    ] as const) {
      const { lines }: FeedResponse = JSON.parse(readEndpoint(room, 'feed')!)
      const texts = lines.map(({ parts }) => parts.map(({ text }) => text).join(''))
      expect(texts[0], when).toBe('Alice: after the release')
      expect(texts.slice(-2), when).toEqual(['[Server]: from the host', 'Alice: before the release'])
      expect(texts.filter((text) => text.startsWith('item ')).length, when).toBeGreaterThanOrEqual(kept)
      expect(texts[1], when).toBe('item 999')
      room.restart()
    }
    const page = async (query: Record<string, string>) => (await renderPage(room, 'events', { query }))!
    expect(await page({})).not.toContain('before the release')
    expect(await page({ page: '4' })).toContain('before the release')
    expect(await page({ only: 'chat' })).toContain('before the release')
  })

  test('[AP-9.14] events of consecutive checks are stored at most twice a second, and within 2 s', async () => {
    const { room, alice } = await createPlayedRoom()
    const eventCount = () => room.world.feed.events.length
    const after = eventCount()
    alice.send({ cmd: 'LocationChecks', locations: [81_002] })
    expect(eventCount()).toBe(after + 1)
    room.restart()
    expect(eventCount()).toBe(after)
    alice.send({ cmd: 'LocationChecks', locations: [81_003] })
    alice.send({ cmd: 'LocationChecks', locations: [81_004] })
    room.advance(2000)
    room.restart()
    expect(eventCount()).toBe(after + 2)
  })
})

describe('filters', () => {
  const names = async (room: TestRoom, query: Record<string, string>) =>
    rows((await renderPage(room, 'room', { query }))!)
      .slice(1)
      .map(([name]) => name)

  test('[AP-12.6] by find search names, aliases and games, filters by game and status match exactly, and unknown sort keys are ignored', async () => {
    const { room } = await createPlayedRoom()
    expect(await names(room, { find: 'yacht' })).toEqual(['Bob'])
    expect(await names(room, { game: 'ChecksFinder' })).toEqual(['Alice'])
    expect(await names(room, { game: 'Checks' })).toEqual([])
    expect(await names(room, { status: 'goal' })).toEqual([])
    expect(await names(room, { sort: 'done' })).toEqual(['Alice', 'Bob'])
    expect(await names(room, { sort: 'left' })).toHaveLength(2)
    expect(await names(room, { sort: '__proto__', other: 'x' })).toEqual(['Alice', 'Bob'])
  })

  test('[AP-12.6] hints and events can be filtered by player and kind', async () => {
    const { room, alice } = await createPlayedRoom()
    const hints = async (query: Record<string, string>) =>
      rows((await renderPage(room, 'hints', { query }))!, 'hints-table').length
    expect(await hints({ of: '1' })).toBe(2)
    expect(await hints({ of: '77' })).toBe(0)
    expect(await hints({ status: 'found' })).toBe(0)
    expect(await hints({ status: 'left', find: 'tile 2' })).toBe(2)
    alice.say('ahoy')
    const events = async (query: Record<string, string>) => (await renderPage(room, 'events', { query }))!
    expect(await events({ only: 'chat' })).toContain('ahoy')
    expect(await events({ only: 'chat' })).not.toContain('Map Width')
    expect(await events({ only: 'items' })).not.toContain('ahoy')
    expect(await events({ only: 'nonsense' })).not.toContain('ahoy')
    expect((await events({ of: '2' })).match(/<li/g)).toHaveLength(2)
  })
})

test('[AP-12.5] the text client’s page does not send a password without an action of the user', async () => {
  const { room } = await createPlayedRoom()
  const form = /<form[^>]*>(?=(?:(?!<\/form>).)*name="password")/s.exec(
    (await renderPage(room, 'play'))!,
  )?.[0]
  expect(form).toContain('method="dialog"')
})
