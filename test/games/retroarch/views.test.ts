import { expect, it } from 'vitest'
import { roomPageContent } from '../../../games/retroarch/pages/room.tsx'
import { drawPicture } from '../../../games/retroarch/view/picture.ts'
import { expectCompletePicture, isSame } from '../pictures.ts'
import { host, joinGuest, relayRoom } from './relay-room.ts'

const facts = {
  ...{ path: '/retroarch/harbor', title: 'Harbor', connect: [], servers: [], assets: {}, query: {}, now: 0 },
  websocket: 'wss://play.test/retroarch/harbor',
  addresses: [{ transport: 'tcp', host: 'play.test', port: 55_435 }],
} as const

it('the picture is complete for any number of sessions, and shows their players', () => {
  for (const sessions of [[], [1], [2, 8], Array(40).fill(16)])
    expectCompletePicture(() => drawPicture(sessions))
  expect(isSame(drawPicture([1]), drawPicture([2]))).toBe(false)
})

it('[RA-5.1] the page lists the sessions without ids and addresses, and shows the settings for RetroArch', async () => {
  const room = await relayRoom()
  const hosted = host(room, { address: '192.0.2.50' })
  joinGuest(room, hosted, { address: '192.0.2.51' })
  const html = String(roomPageContent(JSON.stringify(room.view), facts).content)
  expect(html).toContain('netplay_custom_mitm_server = &quot;play.test|55435&quot;')
  expect(html).toContain('<td class="number">2</td>')
  expect(html).not.toMatch(/192\.0\.2/)
  expect(html + JSON.stringify(room.view)).not.toContain(Buffer.from(hosted.session).toString('hex'))
})

it('the page reports that nobody plays, or that the room has no address', () => {
  const html = String(roomPageContent('{"players":0,"sessions":[]}', { ...facts, addresses: [] }).content)
  expect(html).toContain('Nobody plays through this relay')
  expect(html).toContain('No sidecar serves this room')
})
