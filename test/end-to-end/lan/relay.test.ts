// A LAN room on a running site: UDP and WebSocket nodes together, a killed room, and a restarted site.
import { expect } from 'vitest'
import { udpPort } from '../doom-2077/room.ts'
import { pollOptions, Site, test } from '../running-site.ts'
import { LanNode } from './client.ts'

const name = 'lan/party'
const listen = [{ transport: 'udp', port: 0 }] as const

/**
 * Each node broadcasts its number until all nodes have received the numbers of all other nodes. Datagrams to a room
 * that restarts are lost, and a restarted room recognizes a node by its first packet.
 */
async function expectAllHear(nodes: readonly LanNode[], from: number): Promise<void> {
  const hasHeardAll = (node: LanNode) =>
    nodes.every((other, n) => other === node || node.numbers.includes(from + n))
  const areHeard = () => {
    if (nodes.every(hasHeardAll)) return true
    for (const [n, node] of nodes.entries()) node.say(from + n)
    return false
  }
  await expect.poll(areHeard, pollOptions).toBe(true)
}

test('nodes over UDP and WebSocket are on one LAN, and a kill of workerd removes no UDP node', async ({
  site,
}) => {
  const { websocket } = await site.create({ game: 'lan', room: 'party', listen })
  const port = await udpPort(site, name)
  const nodes = [await LanNode.overUdp(port), await LanNode.overUdp(port)]
  await expectAllHear([...nodes, await LanNode.overWebSocket(websocket)], 10)
  expect((await site.room(name)).view).toMatchObject({ players: 3, game: 'Doom, Heretic, Hexen or Strife' })

  const addresses = nodes.map(({ address }) => address)
  await site.killRuntime()
  await expectAllHear(nodes, 20)
  expect(nodes.map(({ address }) => address)).toEqual(addresses)
})

test('[LAN-5.2] after a site is stopped and started again, its nodes play on without a new registration', async () => {
  const first = await Site.start()
  await first.create({ game: 'lan', room: 'party', listen })
  const port = await udpPort(first, name)
  const nodes = [await LanNode.overUdp(port), await LanNode.overUdp(port)]
  await expectAllHear(nodes, 10)
  await first.program.stop()
  const again = await Site.start({ state: first.state })
  expect(await udpPort(again, name)).toBe(port)
  await expectAllHear(nodes, 20)
})
