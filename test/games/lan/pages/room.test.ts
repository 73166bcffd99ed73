import { describe, expect, it } from 'vitest'
import type { PageRoom } from '../../../../games/game.ts'
import { roomPageContent } from '../../../../games/lan/pages/room.tsx'
import { join, lanRoom, packet } from '../lan-room.ts'
import { facts } from './facts.ts'

async function page(nodes: number, changed: Partial<PageRoom> = {}) {
  const room = await lanRoom()
  for (let n = 0; n < nodes; n++) {
    const { client, address } = join(room)
    client.send(packet({ from: address, data: new Uint8Array(70) }))
  }
  return String(roomPageContent(JSON.stringify(room.view), { ...facts, ...changed }).content)
}

describe('the page of a LAN', () => {
  it('[LAN-6.4] explains how to connect DOSBox, IPXWrapper and browsers', async () => {
    const html = await page(0)
    expect(html).toContain('ipxnet connect play.test 2130')
    expect(html).toContain('href="/lan/harbor/dosbox.conf"')
    expect(html).toContain('wss://play.test/lan/harbor')
    expect(html).toContain('Nobody is connected')
  })

  it('reports that the room has no UDP address', async () => {
    expect(await page(0, { addresses: [] })).toContain('it has no UDP address')
  })

  it('[LAN-7.2] links to DOS in the browser only if the site has the emulator', async () => {
    expect(await page(0)).toContain('This site has no DOS emulator')
    const html = await page(0, { assets: { 'lan/wdosbox.js': '/assets/wdosbox.js' } })
    expect(html).toContain('<a href="/lan/harbor/dos">Run a DOS program</a>')
  })

  it('[LAN-6.1] [LAN-6.2] has a row for each node, with its rates and its game', async () => {
    const html = await page(2)
    expect(html.match(/<code>02:[0-9a-f:]+<\/code>/g)).toHaveLength(2)
    expect(html).toContain('2 computers, which seem to play Doom, Heretic, Hexen or Strife')
  })
})
