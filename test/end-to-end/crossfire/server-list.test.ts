// A client chooses a server from the site's list, as Debian's client does from the list of a metaserver.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { parseMetaserverList } from '../../games/crossfire/protocol/room/metaserver-list.ts'
import { pollOptions, test } from '../running-site.ts'

test('[CF-26.3] a client finds a room in the list and connects to it', async ({ site }) => {
  const answer = await fetch(`${site.url}/metaserver2/meta_client.php`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const servers = parseMetaserverList(await answer.text())
  const { port } = site.ready.listeners.find(({ game }) => game === 'crossfire')!
  const server = servers.find((each) => each.port === String(port))!
  expect(server).toMatchObject({ hostname: '127.0.0.1', codebase: 'Packetboat', mapbase: 'Hollowford' })
  expect(Object.keys(server)).toHaveLength(16)
  const socket = connect(Number(server.port), server.hostname)
  const [greeting] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(greeting.toString('latin1', 2)).toMatch(
    new RegExp(`^version ${server.cs_version} ${server.sc_version} `),
  )
})

test('[CF-26.1] the host page says why a private sidecar announces nothing', async ({ site }) => {
  const { room } = await site.create({ game: 'crossfire', options: { announce: true } })
  const listed = async () => {
    const { addresses } = (await (await site.fetch(`/api/rooms/crossfire/${room}`)).json()) as {
      readonly addresses: readonly { readonly lists?: readonly { readonly error?: string }[] }[]
    }
    return addresses.flatMap(({ lists = [] }) => lists.map(({ error }) => error))
  }
  await expect
    .poll(listed, pollOptions)
    .toEqual(Array.from({ length: 3 }, () => expect.stringContaining('127.0.0.1')))
})
