import { expect, it } from 'vitest'
import { playPage } from '../../../../games/crossfire/pages/play.tsx'
import { parseAllowedServers } from '../../../../workers/http/response/allowed-servers.ts'

const elsewhere = 'wss://play.example.org/crossfire'
const room = (query: Record<string, string>, servers: readonly string[] = []) => ({
  ...{ path: '/crossfire/harbor', title: 'Harbor', connect: [], assets: {}, now: 0 },
  ...{ query, servers, addresses: [], websocket: '' },
})

it('without the query `server`, the play page connects only to its own room', () => {
  const { connectsTo, content, fillsWindow } = playPage('', room({}, [elsewhere]))
  expect([connectsTo, fillsWindow]).toEqual([undefined, true])
  expect(String(content)).not.toContain('data-server')
})

it('the play page connects to another server only if the site allows that exact address', () => {
  const { connectsTo, content, scripts } = playPage('', room({ server: elsewhere }, [elsewhere]))
  expect([connectsTo, scripts]).toEqual([elsewhere, ['crossfire-play']])
  expect(String(content)).toContain(`data-server="${elsewhere}"`)
  const refused = playPage('', room({ server: 'wss://other.example.org/"><b>' }, [elsewhere]))
  expect([refused.connectsTo, refused.scripts]).toEqual([undefined, undefined])
  expect(String(refused.content)).toContain('wss://other.example.org/&quot;&gt;&lt;b&gt;')
})

it('SERVERS accepts comma-separated WebSocket addresses and drops entries that could inject headers', () => {
  expect(parseAllowedServers({})).toEqual([])
  const SERVERS = ` ${elsewhere} ,ws://127.0.0.1:8080,https://a.test,wss://b.test;script-src *,wss://c.test d,wss://`
  expect(parseAllowedServers({ SERVERS })).toEqual([elsewhere, 'ws://127.0.0.1:8080'])
})
