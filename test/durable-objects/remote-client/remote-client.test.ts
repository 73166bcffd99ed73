import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { remoteClientHeaders } from '../../../durable-objects/remote-client/remote-client-object.ts'
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import { applyScreenMessage } from '../../../games/arcane-sector/remote-client/frame-decoder.ts'
import type { Game, Options } from '../../../games/game.ts'
import { createApp } from '../../../workers/app.ts'
import map from '../../games/arcane-sector/fixtures/world.json?url&inline'
import { resetStorage, TimedRoom } from '../room/timed-room.ts'

afterEach(resetStorage)

const app = createApp({ games: [arcaneSector as Game], version: '1.2.3', listedMs: 0 })
const name = 'arcane-sector/pixels'

const createRoom = (options: Options = {}) =>
  TimedRoom.fromFile(name, 'map.json', map, { monsters: false, regeneration: false, thin: true, ...options })

function connect(headers: Record<string, string> = {}, query = '', bound: object = {}): Promise<Response> {
  const upgrade = { upgrade: 'websocket', 'sec-websocket-protocol': 'game', ...headers }
  const request = new Request(`https://play.test/${name}/thin${query}`, { headers: upgrade })
  return Promise.resolve(
    app.fetch(request, { ...env, ROOM: env.TIMED as never, STALE_SECONDS: '0', ...bound }),
  )
}

/** A client that acknowledges each picture as a browser does, until a test stops the acknowledgements. */
class Screen {
  readonly #socket: WebSocket
  readonly picture = new Uint8Array(428 * 240 * 4)
  readonly messages: Uint8Array[] = []
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  #arrived: (() => void) | undefined

  constructor({ webSocket }: Response) {
    this.#socket = webSocket!
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('message', ({ data }) => {
      const message = new Uint8Array(data as ArrayBuffer)
      this.messages.push(message)
      if (!applyScreenMessage(message, this.picture)) this.#socket.send(Uint8Array.of(0))
      this.#arrived?.()
    })
    this.closed = new Promise((resolve) =>
      this.#socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
    )
    this.#socket.accept()
  }

  say(message: string | Uint8Array): void {
    this.#socket.send(message)
  }

  close(): void {
    this.#socket.close(1000, 'bye')
  }

  async another(): Promise<Uint8Array> {
    const had = this.messages.length
    while (this.messages.length === had) await new Promise<void>((resolve) => (this.#arrived = resolve))
    return this.messages.at(-1)!
  }
}

const ann = '{"id":7,"password":"of Ann","name":"Ann"}'
const cookie = 'player_id=7; password=of Ann; name=Ann'
const players = async (room: TimedRoom) =>
  ((await room.state()).view as unknown as { players: { id: number }[] }).players.map(({ id }) => id)

describe('a remote client', () => {
  it('[AS-17.5] plays in the room under the name in its first message, and survives an eviction of the room', async () => {
    const room = await createRoom()
    const answer = await connect()
    expect([answer.status, answer.headers.get('sec-websocket-protocol')]).toEqual([101, 'game'])
    const screen = new Screen(answer)
    screen.say(ann)
    expect((await screen.another()).length).toBe(410_880)
    expect(await players(room)).toEqual([7])
    await room.evict()
    screen.say(Uint8Array.of(0x10, 0x41, 0))
    expect((await screen.another())[0]).toBe(1)
    expect(await players(room)).toEqual([7])
    screen.close()
    await screen.closed
    await expect.poll(() => players(room)).toEqual([])
  })

  it('[AS-17.5] gets its cookies and query in ASCII, because the platform logs a line for headers with other characters', async () => {
    await createRoom()
    let asked = ''
    const taken = async ({ headers }: Request) => {
      asked = headers.get(remoteClientHeaders.query)!
      return new Response('taken', { status: 409 })
    }
    const REMOTE_CLIENT = { getByName: () => ({ fetch: taken }) } as never
    await connect({ cookie }, '?b=%E2%82%AC%0A%7F', { REMOTE_CLIENT })
    expect(asked).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(asked)).toEqual({
      cookies: { player_id: '7', password: 'of Ann', name: 'Ann' },
      query: { b: '€\n\x7f' },
    })
  })

  it('[AS-17.9] whose object was aborted loses its connection, and after reconnecting is the same player and gets a full picture', async () => {
    const room = await createRoom()
    const screen = new Screen(await connect({ cookie }))
    await screen.another()
    // Open sockets prevent an eviction, so the object is aborted as by a deployment or a fault of the machine.
    const gone = runInDurableObject(env.REMOTE_CLIENT.getByName(`${name}/0`), (_, state) =>
      state.abort('gone'),
    )
    await expect(gone).rejects.toThrow('gone')
    await screen.closed
    const again = new Screen(await connect({ cookie }))
    expect((await again.another()).length).toBe(410_880)
    expect(await players(room)).toEqual([7])
    again.close()
    await again.closed
  })

  it('[AS-17.9] is closed with a reason if the password is wrong, or the room is closed or deleted', async () => {
    const room = await createRoom({ passwords: { 7: 'hazel' } })
    const wrong = new Screen(await connect({ cookie }))
    expect(await wrong.closed).toEqual({ code: 1008, reason: 'Wrong password for this number.' })
    const screen = new Screen(await connect({ cookie: 'player_id=7; password=hazel; name=Ann' }))
    await screen.another()
    await room.calls.patch({ status: 'closed' })
    const late = new Screen(await connect({ cookie: 'player_id=8; password=x; name=Bob' }))
    expect(await late.closed).toEqual({ code: 1008, reason: 'This room is closed to new players.' })
    await room.calls.deleteRoom()
    expect(await screen.closed).toMatchObject({ code: 4004, reason: 'the room is gone' })
    expect((await connect()).status).toBe(404)
  })
})

describe('the endpoint for remote clients', () => {
  it('[AS-17.8] admits four clients of one address, and further ones only from other addresses', async () => {
    await createRoom()
    const from = (address: string) => connect({ 'cf-connecting-ip': address })
    const screens = []
    for (let n = 0; n < 4; n++) screens.push(new Screen(await from('192.0.2.1')))
    const fifth = await from('192.0.2.1')
    expect([fifth.status, await fifth.json()]).toMatchObject([
      429,
      { detail: 'your address already uses 4 remote clients of this room: try again in 10 s' },
    ])
    screens.push(new Screen(await from('192.0.2.2')))
    for (const screen of screens) {
      screen.close()
      await screen.closed
    }
  })

  it('[AS-17.9] is absent without the option `thin`, and admits eight clients with this option', async () => {
    const room = await createRoom({ thin: false })
    const off = await connect()
    expect([off.status, await off.json()]).toMatchObject([404, { error: 'not-found' }])
    await room.calls.patch({ options: { thin: true } })
    const screens = []
    for (let n = 0; n < 8; n++) screens.push(new Screen(await connect()))
    const full = await connect()
    expect([full.status, full.headers.get('retry-after'), await full.json()]).toEqual([
      429,
      '10',
      { error: 'slow-down', detail: 'all 8 remote clients of this room are in use: try again in 10 s' },
    ])
    screens[3]!.close()
    await screens[3]!.closed
    screens[3] = new Screen(await connect())
    for (const screen of screens) {
      screen.say('nonsense')
      expect(await screen.closed).toEqual({ code: 1008, reason: 'the first message is not JSON' })
    }
  })

  it('requires a WebSocket, its subprotocol, and a known dialect', async () => {
    await createRoom()
    expect((await connect({ upgrade: '' })).status).toBe(426)
    const other = await connect({ 'sec-websocket-protocol': 'chat' })
    expect([other.status, await other.json()]).toMatchObject([400, { field: 'sec-websocket-protocol' }])
    const dialect = new Screen(await connect({ 'sec-websocket-protocol': 'chat, game' }, '?dialect=1997'))
    expect(await dialect.closed).toEqual({ code: 1008, reason: 'dialect: must be 2019 or document' })
  })

  it('closes the socket with a reason for a page of another site, which could not read an HTTP refusal', async () => {
    await createRoom()
    const screen = new Screen(await connect({ origin: 'https://elsewhere.test' }))
    const reason = "this page's origin is not allowed: the site's operator can add it to ORIGINS"
    expect(await screen.closed).toEqual({ code: 1008, reason })
  })

  it('[AS-17.5] ignores cookies sent from a page of another site', async () => {
    const room = await createRoom()
    const screen = new Screen(await connect({ cookie, origin: 'http://localhost:8000' }))
    screen.say('{"id":8,"password":"x","name":"Bob"}')
    await screen.another()
    expect(await players(room)).toEqual([8])
    screen.close()
    await screen.closed
  })
})
