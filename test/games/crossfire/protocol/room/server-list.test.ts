import { expect, it } from 'vitest'
import { serverList } from '../../../../../games/crossfire/protocol/room/server-list.ts'
import { fillServerListEntry } from '../../../../../wire/net/server-list.ts'
import { Yard } from '../../harness/small-maps.ts'
import { openImportedYard } from '../../import/harness/imported-world.ts'
import { parseMetaserverList } from './metaserver-list.ts'

const measures = {
  host: 'play.example.org',
  port: 13_327,
  bytesFromClients: 12,
  bytesToClients: 34,
  uptimeSeconds: 56,
}
const room = { title: 'Harbor', comments: [] }
const entryOf = (yard: Yard, shown: Parameters<typeof serverList.fieldsOf>[1] = room) =>
  fillServerListEntry(serverList.fieldsOf(yard.world, shown), measures)

it("[CF-26.2] the entry of a room has the fifteen fields of Debian's server, in the same order", () => {
  const yard = new Yard()
  yard.join('Ann')
  expect(entryOf(yard)).toEqual([
    ['hostname', 'play.example.org'],
    ['port', '13327'],
    ['html_comment', 'Harbor'],
    ['text_comment', 'Harbor'],
    ['archbase', 'Hollowford'],
    ['mapbase', 'Hollowford'],
    ['codebase', 'Packetboat'],
    ['flags', ''],
    ['num_players', '1'],
    ['in_bytes', '12'],
    ['out_bytes', '34'],
    ['uptime', '56'],
    ['version', 'Packetboat'],
    ['sc_version', '1029'],
    ['cs_version', '1023'],
  ])
})

it('[CF-26.2] players who are away are not counted, and an imported world has the mapbase `imported`', async () => {
  const yard = await openImportedYard()
  yard.join('Ann', 1, 1)
  yard.join('Bob', 1, 1).player.isAway = true
  const entry = new Map(entryOf(yard))
  expect([entry.get('num_players'), entry.get('mapbase')]).toEqual(['1', 'imported'])
})

it('[CF-26.2] comments are one line of at most 160 characters, and HTML is escaped', () => {
  const entry = new Map(
    entryOf(new Yard(), { title: 'Ann & <b>Bob</b>', comments: ['two\nlines\u0007', 'x'.repeat(400)] }),
  )
  const comment = entry.get('text_comment')!
  expect(comment).toMatch(/^Ann & <b>Bob<\/b> - two lines +- xxx/)
  expect(comment).toHaveLength(160)
  expect(entry.get('html_comment')).toContain('Ann &amp; &lt;b&gt;Bob&lt;/b&gt; - two')
})

it("[CF-26.3] the site's list has the format of a metaserver's list", () => {
  const text = serverList.render([entryOf(new Yard()), entryOf(new Yard(), { ...room, title: 'A=B' })], 5_999)
  const servers = parseMetaserverList(text)
  expect(servers).toHaveLength(2)
  expect(servers[0]).toMatchObject({ hostname: 'play.example.org', port: '13327', last_update: '5' })
  expect(servers[1]!.text_comment).toBe('A=B')
  expect(parseMetaserverList(serverList.render([], 0))).toEqual([])
})

it('[CF-26.1] a room is announced only if its owner asks for it', () => {
  expect(serverList.isAnnounced({})).toBe(false)
  expect(serverList.isAnnounced({ announce: false })).toBe(false)
  expect(serverList.isAnnounced({ announce: true })).toBe(true)
})
