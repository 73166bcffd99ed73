import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { archipelago } from '../../../../games/archipelago/index.ts'
import { multidataWithSlots } from '../sample-multiworlds.ts'
import { TestRoom } from '../test-client.ts'
import { readEndpoint, renderPage, roomPath } from './render-page.ts'

const slots = 2000
const maxPageBytes = 60_000
let room: TestRoom

beforeAll(async () => {
  const file = { name: 'large.archipelago', bytes: multidataWithSlots(slots) }
  room = await TestRoom.create({ options: { hint_cost: 0 }, file })
  room.open()
  for (let slot = 1; slot <= slots; slot += 5) {
    const locations = [...room.world.checks.missing(slot)].slice(0, 3)
    room.world.checkLocations(slot, locations)
  }
})

const rowsIn = (html: string) => [...html.matchAll(/<tr/g)].length
const gzipped = (html: string) => gzipSync(html).length

describe('a room of 2,000 slots', () => {
  test.each([
    ['room', {}],
    ['tracker', {}],
    ['tracker', { sort: 'done', page: '20' }],
    ['slot', { slot: '1999' }],
    ['hints', {}],
    ['spheres', {}],
    ['sphere', { sphere: '1' }],
    ['events', {}],
    ['play', {}],
  ])('has a page %s with the query %j that is under 60 kB when compressed', async (page, query) => {
    const html = (await renderPage(room, page, { params: query, query }))!
    expect(gzipped(html)).toBeLessThan(maxPageBytes)
  })

  test('has host forms that are under 60 kB when compressed and suggest slots while the host types', async () => {
    const forms = await archipelago.ownerConsole!.renderForms(readEndpoint(room, 'slots')!)
    const html = forms.map(({ content }) => String(content)).join('')
    expect(gzipped(html)).toBeLessThan(maxPageBytes)
    expect(html).toContain('list="say-slots"')
    expect(html).toContain('<option value="P1999')
  })

  test('[AP-12.7] shows a hundred slots per page, with totals of all slots and links that keep the filter', async () => {
    const html = (await renderPage(room, 'tracker', { query: { sort: 'name', page: '2' } }))!
    expect(rowsIn(html)).toBe(100 + 2)
    expect(html).toContain('2000 worlds')
    expect(html).toContain('Page 2 of 20')
    expect(html).toContain('href="?sort=name&amp;page=3"')
    expect(html).toContain('href="?sort=name&amp;page=1"')
    const last = (await renderPage(room, 'tracker', { query: { page: '999' } }))!
    expect(last).toContain(`href="${roomPath}/tracker/2000"`)
    expect(last).toContain('Page 20 of 20')
  })

  test('[AP-12.7] searches the slots of all pages', async () => {
    const html = (await renderPage(room, 'room', { query: { find: 'p1999_' } }))!
    expect(html).toContain(`href="${roomPath}/tracker/1999"`)
    expect(html).not.toContain(`href="${roomPath}/tracker/1998"`)
    expect(html).not.toContain('Page 1')
    for (const page of ['0', '-1', 'x', '1e3', '__proto__'])
      expect(await renderPage(room, 'room', { query: { page } })).toContain('Page 1 of 20')
  })
})
