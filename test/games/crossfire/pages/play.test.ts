// The page on which Crossfire is played, and on whose servers.
import { expect, it } from 'vitest'
import { playPage } from '../../../../games/crossfire/pages/play.tsx'
import { allowedServers } from '../../../../workers/http/response/allowed-servers.ts'

const elsewhere = 'wss://play.example.org/crossfire'
const room = (query: Record<string, string>, servers: readonly string[] = []) => ({
  ...{ path: '/crossfire/harbor', title: 'Harbor', connect: [], now: 0 },
  ...{ query, servers },
})

it('plays in its own room, and speaks with nobody else', () => {
  const { connectsTo, content, fillsWindow } = playPage('', room({}, [elsewhere]))
  expect([connectsTo, fillsWindow]).toEqual([undefined, true])
  expect(String(content)).not.toContain('data-server')
})

it('plays on a server elsewhere only if the site’s host has named exactly that', () => {
  const { connectsTo, content, scripts } = playPage('', room({ server: elsewhere }, [elsewhere]))
  expect([connectsTo, scripts]).toEqual([elsewhere, ['crossfire-play']])
  expect(String(content)).toContain(`data-server="${elsewhere}"`)
  const refused = playPage('', room({ server: 'wss://other.example.org/"><b>' }, [elsewhere]))
  expect([refused.connectsTo, refused.scripts]).toEqual([undefined, undefined])
  expect(String(refused.content)).toContain('wss://other.example.org/&quot;&gt;&lt;b&gt;')
})

it('SERVERS are WebSocket addresses by commas; what could say more in a header is left out', () => {
  expect(allowedServers({})).toEqual([])
  const SERVERS = ` ${elsewhere} ,ws://127.0.0.1:8080,https://a.test,wss://b.test;script-src *,wss://c.test d,wss://`
  expect(allowedServers({ SERVERS })).toEqual([elsewhere, 'ws://127.0.0.1:8080'])
})
