// Programs that read pages of archipelago.gg can read the pages of our rooms. The tests read the pages by the rules in
// the sources of these programs.
import { describe, expect, test } from 'vitest'
import { readFixture } from '../../sample-multiworlds.ts'
import { TestRoom } from '../../test-client.ts'
import { type HtmlTable, publicIds, renderWebhostPage, roomPath, tableOf } from '../render-page.ts'
import { parseAsCheeseTrackers } from './cheese-trackers.ts'

const { room: roomId, tracker } = publicIds

async function playedRoom(): Promise<TestRoom> {
  const room = await TestRoom.createFrom('tiny-2p', { hint_cost: 0 })
  room.join('Bob', 'Yacht Dice')
  const alice = room.join('Alice', 'ChecksFinder')
  alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] })
  alice.send({ cmd: 'CreateHints', locations: [81_001, 81_005] })
  room.advance(90_500)
  return room
}

async function htmlOf(room: TestRoom, path: string): Promise<string> {
  return (await renderWebhostPage(room, path))!.html
}

async function playedTable(path: string, id: string): Promise<HtmlTable> {
  return tableOf(await htmlOf(await playedRoom(), path), id)!
}

describe('Cheese Trackers', () => {
  test('[AP-11.8] parses the tracker: checks, seconds since the last activity, and hints', async () => {
    const room = await playedRoom()
    room.join('Alice', 'ChecksFinder').say('!alias <b>Al')
    const parsed = parseAsCheeseTrackers(await htmlOf(room, `/tracker/${tracker}`))
    expect(parsed.games).toEqual([
      {
        ...{ position: 1, name: '<b>Al (Alice)', game: 'ChecksFinder', status: 'Connected' },
        ...{ checks: [2, 25], seconds: expect.closeTo(90.5, 0) },
      },
      {
        ...{ position: 2, name: 'Bob', game: 'Yacht Dice', status: 'Connected' },
        ...{ checks: [0, expect.any(Number)], seconds: null },
      },
    ])
    expect(parsed.hints).toHaveLength(2)
    expect(parsed.hints[0]).toMatchObject({ finder: '<b>Al (Alice)', entrance: 'Vanilla', found: false })
    expect(parsed.hints[1]).toMatchObject({ found: true })
  })

  test('[AP-11.8] parses the tracker of a room without any checks, and of a room at the goal', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const path = `/tracker/${tracker}`
    expect(parseAsCheeseTrackers(await htmlOf(room, path))).toMatchObject({
      games: [{ status: 'Disconnected', seconds: null }, { seconds: null }],
      hints: [],
    })
    room.join('Alice', 'ChecksFinder').send({ cmd: 'StatusUpdate', status: 30 })
    expect(parseAsCheeseTrackers(await htmlOf(room, path)).games[0]).toMatchObject({
      status: 'Goal Completed',
    })
  })

  test.each([
    ['"brb"', 'Connected'],
    ['{"a":1}', 'Connected'],
    ['17', 'Connected'],
  ])('[AP-11.8] parses the tracker even if a client has the status %s', async (status, shown) => {
    const room = await TestRoom.createFrom('tiny-2p')
    room.join('Alice', 'ChecksFinder').sendFrame(`[{"cmd":"StatusUpdate","status":${status}}]`)
    const { games } = parseAsCheeseTrackers(await htmlOf(room, `/tracker/${tracker}`))
    expect(games[0]).toMatchObject({ status: shown })
  })

  test('[AP-11.8] parses 120 slots', async () => {
    const room = await TestRoom.createFrom('big-120p')
    expect(parseAsCheeseTrackers(await htmlOf(room, `/tracker/${tracker}`)).games).toHaveLength(120)
  })
})

describe('a program that compares the items of all slots', () => {
  test('[AP-11.8] reads seven cells per row, and ignores the last seven cells, which are the totals', async () => {
    const { cells } = await playedTable(`/tracker/${tracker}`, 'checks-table')
    expect(cells.length % 7).toBe(0)
    const slots = cells.slice(0, -7)
    expect(slots.filter((_, at) => at % 7 === 0)).toEqual(['1', '2'])
    expect(slots.filter((_, at) => at % 7 === 2)).toEqual(['ChecksFinder', 'Yacht Dice'])
    expect(cells.slice(-7, -1)).toEqual([
      ...['', 'Total', 'All Games', '0/2 Complete'],
      ...[expect.stringMatching(/^2\/\d+$/), expect.stringMatching(/^\d+\.\d\d$/)],
    ])
    expect(await htmlOf(await playedRoom(), `/tracker/${tracker}`)).toContain(
      `<td><a href="/tracker/${tracker}/0/1">1</a></td>`,
    )
  })

  test('[AP-11.9] reads three cells per row of the received items', async () => {
    const { cells, rows } = await playedTable(`/tracker/${tracker}/0/2`, 'received-table')
    expect(rows.length).toBeGreaterThan(0)
    expect(cells).toHaveLength(3 * rows.length)
    for (const [item, amount, last] of rows)
      expect([item, amount, last]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/^[1-9]\d*$/),
        expect.stringMatching(/^[1-9]\d*$/),
      ])
  })
})

describe('Discord bots', () => {
  test('[AP-11.9] find the table of received items by its headings, even for a slot without items', async () => {
    const room = await TestRoom.createFrom('links-6p')
    for (const kind of ['tracker', 'generic_tracker']) {
      const table = tableOf(await htmlOf(room, `/${kind}/${tracker}/0/1`), 'received-table')
      expect(table?.heads).toEqual(['Item', 'Amount', 'Last Order Received'])
    }
  })

  test('[AP-11.9] find the newest item in the row with the highest order number, which counts the start inventory, too', async () => {
    const room = await playedRoom()
    const { rows } = tableOf(await htmlOf(room, `/tracker/${tracker}/0/2`), 'received-table')!
    const items = room.world.inventorySize([...room.world.clients.of(2)][0]!)
    expect(Math.max(...rows.map(([, , last]) => Number(last)))).toBe(items)
    expect(rows.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(items)
  })
})

describe('scrapers', () => {
  test('[AP-11.9] read the locations of a slot and whether each is checked', async () => {
    const { heads, rows } = await playedTable(`/tracker/${tracker}/0/1`, 'locations-table')
    expect([heads, rows.filter(([, mark]) => mark === '✔').length]).toEqual([['Location', 'Checked'], 2])
  })

  test.each(['0/3', '0/0', '0/-1', '0/1e0', '1/1', '00/1', '0/x'])(
    '[AP-11.9] get 404 for the nonexistent slot %s',
    async (slot) => {
      const room = await TestRoom.createFrom('tiny-2p')
      expect(await renderWebhostPage(room, `/tracker/${tracker}/${slot}`)).toBeUndefined()
      expect(await renderWebhostPage(room, `/generic_tracker/${tracker}/${slot}`)).toBeUndefined()
    },
  )

  test('[AP-11.10] read found items sphere by sphere', async () => {
    const file = { name: 'mixed-8p.zip', bytes: readFixture('mixed-8p.zip') }
    const room = await TestRoom.create({ options: {}, file })
    room.open()
    const [first] = [...room.world.seed.slots.values()]
    const checked = room.world.checks.missing(first!.slot)
    room.join(first!.name, first!.game).send({ cmd: 'LocationChecks', locations: checked })
    const { heads, rows } = tableOf(await htmlOf(room, `/sphere_tracker/${tracker}`), 'checks-table')!
    expect(heads).toEqual(['Sphere', 'Finder', 'Receiver', 'Item', 'Location', 'Game'])
    const spheres = rows.map(([sphere]) => Number(sphere))
    expect(spheres).toEqual(spheres.toSorted((a, b) => a - b))
    expect([spheres[0], rows.every(([, finder]) => finder === first!.name)]).toEqual([1, true])
    expect(rows.length).toBeGreaterThan(10)
  })

  test('[AP-11.7] find the room’s address and the trackers in the page of a room, and the address in its metadata', async () => {
    const page = (await renderWebhostPage(await playedRoom(), `/room/${roomId}`))!
    expect(page.description).toBe('2 Players Multiworld running on 192.0.2.1 with port 38281')
    expect(page.html).toContain('/connect 192.0.2.1:38281')
    expect(page.html).toContain(`href="/tracker/${tracker}"`)
    expect(page.html).toContain(
      `href="archipelago://Alice:None@192.0.2.1:38281?game=ChecksFinder&amp;room=${roomId}"`,
    )
    expect(tableOf(page.html, 'slots-table')).toMatchObject({
      heads: ['Id', 'Name', 'Game', 'Download', 'Tracker'],
      rows: [
        ['1', 'Alice', 'ChecksFinder', 'No file to download for this game.', 'Tracker'],
        ['2', 'Bob', 'Yacht Dice', 'No file to download for this game.', 'Tracker'],
      ],
    })
    expect(page.html).toContain(`href="${roomPath}"`)
  })
})

test('[AP-11.8] the modification time of the tracker page is the time of the last check, connection or message', async () => {
  const room = await TestRoom.createFrom('tiny-2p')
  const modifiedAt = async () => (await renderWebhostPage(room, `/tracker/${tracker}`))!.modifiedAt
  expect(await modifiedAt()).toBe(1_000_000_000_000)
  room.advance(1_000)
  const alice = room.join('Alice', 'ChecksFinder')
  const joinedAt = (await modifiedAt())!
  expect(joinedAt).toBeGreaterThan(1_000_000_000_000)
  room.advance(5_000)
  alice.say('ahoy')
  expect(await modifiedAt()).toBeGreaterThanOrEqual(joinedAt + 5_000)
})
