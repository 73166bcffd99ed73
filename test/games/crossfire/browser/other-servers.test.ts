// The browser client with other servers, which have no accounts, smaller views or other packets.
import { expect, it } from 'vitest'
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import type { Query } from '../../../../games/crossfire/browser/client/core/client-event.ts'
import {
  type FromClient,
  fromClient,
  fromServer,
} from '../../../../games/crossfire/protocol/packets/index.ts'

function conversation() {
  const said: FromClient[] = []
  const client = new Client({ send: (frame) => said.push(fromClient.decode(frame)), now: () => 0 })
  const says = (packet: Parameters<typeof fromServer.encode>[0]) =>
    client.handleFrame(fromServer.encode(packet))
  const look = () => said.splice(0)
  return { client, says, look }
}

const settings = (given: { readonly [key: string]: string }) =>
  Object.entries(given).map(([key, value]) => ({ key, value }))

it("[CF-2.1] the client sends its version at once and requests nothing before the server's version arrives", () => {
  const { client, says, look } = conversation()
  client.onConnected()
  expect(look()).toMatchObject([{ type: 'version', cs: 1023, sc: 1030 }])
  says({ type: 'version', cs: 1023, sc: 1029, info: 'Elsewhere\n' })
  expect(look().map(({ type }) => type)).toContain('setup')
})

it('[CF-4.1] [CF-4.2] [CF-4.3] the client logs in by questions on a server without accounts', () => {
  const { client, says, look } = conversation()
  const asked: (Query | undefined)[] = []
  client.events.on('query', (query) => asked.push(query))
  client.onConnected()
  says({ type: 'version', cs: 1023, sc: 1029 })
  look()
  says({ type: 'setup', settings: settings({ map2cmd: '1', tick: '1', loginmethod: '0' }) })
  expect([client.login.stage, look()]).toEqual(['asked', [{ type: 'addme' }]])
  says({ type: 'query', flags: 4, text: 'What is your password?\n:' })
  expect(asked.at(-1)).toMatchObject({ text: 'What is your password?\n:', hidden: true, yesNo: false })
  client.login.answer('secret')
  expect([asked.at(-1), look()]).toEqual([undefined, [{ type: 'reply', text: 'secret' }]])
  // An empty text repeats the previous question.
  says({ type: 'query', flags: 2, text: '' })
  expect(asked.at(-1)).toMatchObject({ text: 'What is your password?\n:', oneCharacter: true })
  says({ type: 'player', tag: 7, weight: 0, face: 1, name: 'Ann' })
  expect(client.login.stage).toBe('playing')
})

it('[CF-3.10] the client requests the answered view size from a server that ignores too large a size', () => {
  const { client, says, look } = conversation()
  client.onConnected()
  says({ type: 'version', cs: 1023, sc: 1029 })
  client.requestViewSize(25, 21)
  look()
  says({ type: 'setup', settings: settings({ mapsize: '19x19' }) })
  expect(look()).toEqual([{ type: 'setup', settings: settings({ mapsize: '19x19' }) }])
  says({ type: 'setup', settings: settings({ mapsize: '19x19' }) })
  expect([look(), client.map.width, client.map.height]).toEqual([[], 19, 19])
})

it('[CF-9.1] the client sends commands without numbers to a server older than 1021', () => {
  const { client, says, look } = conversation()
  client.onConnected()
  says({ type: 'version', cs: 1020, sc: 1029 })
  look()
  client.commands.send('take', 3)
  client.commands.send('north')
  expect(look()).toEqual([
    { type: 'command', count: 3, text: 'take' },
    { type: 'command', text: 'north' },
  ])
})

it('the client reports a server that is too old or sends goodbye, and does not log in again', () => {
  const { client, says, look } = conversation()
  const ended: string[] = []
  client.events.on('ended', (why) => ended.push(why))
  client.onConnected()
  says({ type: 'version', cs: 1023, sc: 1029 })
  says({ type: 'setup', settings: settings({ map2cmd: 'FALSE' }) })
  says({ type: 'goodbye' })
  expect(ended).toEqual([
    'This server’s protocol is too old for this client.',
    'The server ended the session.',
  ])
  look()
  client.onDisconnected()
  client.onConnected()
  says({ type: 'version', cs: 1023, sc: 1029 })
  says({ type: 'setup', settings: settings({ loginmethod: '2' }) })
  expect(look().map(({ type }) => type)).not.toContain('accountlogin')
  expect(client.login.stage).toBe('account')
})
