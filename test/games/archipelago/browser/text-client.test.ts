import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type NamedItem,
  type RenderedPart,
  TextClient,
} from '../../../../games/archipelago/browser/text-client.ts'
import { isPrintableText } from '../../../../games/archipelago/python/repr.ts'
import { pollOptions } from '../../../timeouts.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = FakeSocket.OPEN
  readonly sent: string[] = []

  constructor() {
    super()
    sockets.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  receive(...packets: object[]): void {
    this.receiveText(JSON.stringify(packets))
  }

  receiveText(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

let sockets: FakeSocket[]
/** Answers to the client's requests for data packages, in the order of the requests. */
let answers: (() => Promise<unknown>)[]

beforeEach(() => {
  sockets = []
  answers = [async () => ({ item_name_to_id: {}, location_name_to_id: {} })]
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('location', { href: 'http://192.0.2.1:8787/archipelago/tiny/play' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async () => ({ ok: true, json: answers.shift() }))
  // Browsers do not have `randomUUID` in pages that were loaded without TLS.
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const welcome = { cmd: 'RoomInfo', hint_cost: 0, datapackage_checksums: { Clique: 'a/b' } }
const connected = {
  cmd: 'Connected',
  ...{ slot: 1, missing_locations: [], checked_locations: [] },
  slot_info: { 1: { game: 'Clique' } },
  players: [{ slot: 1, alias: 'Ann' }],
}
const found = { cmd: 'PrintJSON', data: [{ text: '5', type: 'item_id', player: 1 }] }

function joinClient() {
  const texts: (readonly RenderedPart[])[] = []
  const items: (readonly NamedItem[])[] = []
  const noop = () => {}
  const client = new TextClient(
    '/archipelago/tiny',
    { name: 'Ann', game: 'Clique', password: null },
    {
      ...{ onJoined: noop, onRefused: noop, onHintPoints: noop, onConnectionStatus: noop },
      onText: (_type, parts) => texts.push(parts),
      onItems: (all) => items.push(all),
    },
  )
  return { client, socket: sockets[0]!, texts, items }
}

test('[AP-12.5] the client joins from a page that was loaded without TLS', async () => {
  const { socket } = joinClient()
  socket.receive(welcome)
  await vi.waitFor(() => expect(socket.sent).toHaveLength(1), pollOptions)
  expect(JSON.parse(socket.sent[0]!)[0]).toMatchObject({
    cmd: 'Connect',
    uuid: expect.stringMatching(/^.{8,}$/),
  })
})

test('[AP-12.5] the client repeats failed requests for a data package, and shows names instead of ids once one succeeds', async () => {
  const names = { item_name_to_id: { Button: 5 }, location_name_to_id: {} }
  const failRequest = () => Promise.reject(new TypeError('the connection was lost'))
  answers = [failRequest, failRequest, async () => names]
  const { socket, texts } = joinClient()
  socket.receive(welcome, connected, found, found)
  await vi.waitFor(() => expect(texts).toHaveLength(2), pollOptions)
  expect(texts.map(([part]) => part!.text)).toEqual(['item 5', 'Button'])
})

test('[AP-12.5] a packet that the client cannot decode does not end the session', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { socket, texts } = joinClient()
  socket.receive(welcome, connected, { cmd: 'PrintJSON' }, { cmd: 'ConnectionRefused' }, found)
  await vi.waitFor(() => expect(texts).toHaveLength(1), pollOptions)
  expect(consoleError).toHaveBeenCalledTimes(2)
})

test('[AP-12.5] the client shows all texts of a frame even if a tag in it is NaN or Infinity', async () => {
  const { socket, texts } = joinClient()
  socket.receive(welcome, connected)
  const join = '{"cmd":"PrintJSON","type":"Join","tags":[NaN,-Infinity],"data":[{"text":"NaN \\" joined"}]}'
  socket.receiveText(`[${join},${JSON.stringify(found)}]`)
  await vi.waitFor(() => expect(texts).toHaveLength(2), pollOptions)
  expect(texts[0]).toEqual([{ text: 'NaN " joined' }])
})

test('[AP-12.5] the client replaces unprintable characters of pasted text, so that the room accepts the text', async () => {
  const { client, socket, texts } = joinClient()
  socket.receive(welcome, connected, found)
  await vi.waitFor(() => expect(texts).toHaveLength(1), pollOptions)
  expect(client.say('bonjour\u202f! \u{1f468}\u200d\u{1f469}\u2028')).toBe(true)
  const { text } = JSON.parse(socket.sent[1]!)[0]
  expect(text).toBe('bonjour ! \u{1f468} \u{1f469}')
  expect(isPrintableText(text)).toBe(true)
})

test('[AP-4.4] the client shows 200,000 items of one packet, more than a function call can have arguments', async () => {
  const { socket, items } = joinClient()
  const item = { item: 5, location: -1, player: 1, flags: 0 }
  socket.receive(welcome, connected, { cmd: 'ReceivedItems', index: 0, items: Array(200_000).fill(item) })
  await vi.waitFor(() => expect(items.map(({ length }) => length)).toEqual([200_000]), pollOptions)
})
