import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type Site, test } from '../running-site.ts'

/** The rest of a body, larger than the buffers of both sockets. */
const rest = new Uint8Array(24 * 1024 * 1024)
const form = 'multipart/form-data; boundary=x'
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

interface Refusal {
  readonly asks: string
  readonly what: string
  readonly says: number
  /** Enough of the body to be rejected (default: nothing). */
  readonly begins?: string
  /** Whether the request has the site token. */
  readonly token?: true
  /** The content type (default: a form). */
  readonly type?: string
}

const host = '/soaprun/harbor/host'
const room = '/api/rooms/soaprun/harbor'
const json = 'application/json'
const manyHeaders = `--x\r\n${'a: b\r\n'.repeat(3000)}`
const refusals: readonly Refusal[] = [
  { asks: 'POST /api/rooms', what: 'no token', says: 401 },
  { asks: 'POST /api/preview', what: 'no token', says: 401 },
  { asks: 'POST /api/rooms', what: 'a body that is no form', token: true, type: 'text/plain', says: 415 },
  {
    asks: 'POST /api/rooms',
    what: 'a part with too many headers',
    token: true,
    begins: manyHeaders,
    says: 400,
  },
  {
    ...{ asks: 'POST /api/rooms', what: 'too many parts', token: true, says: 400 },
    begins: part('game', 'soaprun').repeat(70),
  },
  { asks: 'PUT /api/rooms', what: 'an unknown method', says: 405 },
  { asks: 'POST /api/nothing', what: 'an unknown path', says: 404 },
  { asks: 'POST /new', what: 'a wrong token', begins: part('token', '?').repeat(2), says: 401 },
  { asks: 'POST /new/preview', what: 'no token', begins: part('game', 'soaprun').repeat(2), says: 401 },
  { asks: `POST ${host}`, what: 'a wrong token', begins: part('token', '?').repeat(2), says: 401 },
  { asks: `PATCH ${room}`, what: 'no token', type: json, begins: '{', says: 401 },
  { asks: `PATCH ${room}`, what: 'a body that is too long', token: true, type: json, says: 413 },
  { asks: `POST ${room}/token`, what: 'no token', says: 401 },
]

test.for(refusals)(
  '$asks is rejected for $what before the client has sent everything',
  async ({ asks, token = false, type = form, begins = '', says }, { site }) => {
    const asking = new Asking(site)
    asking.begin(asks, token, type, Buffer.from(begins))
    expect(await asking.answer()).toBe(says)
    await asking.finish()
    asking.ask('GET /healthz')
    expect(await asking.answer()).toBe(200)
  },
)

test('a client that sends everything before it reads gets the rejection too, repeatedly on one connection', async ({
  site,
}) => {
  const asking = new Asking(site)
  for (let time = 0; time < 4; time++) {
    asking.begin('POST /api/rooms', false, form, Buffer.alloc(0))
    await asking.finish()
    expect(await asking.answer()).toBe(401)
  }
})

test('a rejection at the end of the form keeps the connection open', async ({ site }) => {
  const asking = new Asking(site)
  for (const [fields, says] of [
    [part('game', 'chess'), 422],
    [part('game', 'soaprun') + part('room', 'harbor'), 409],
    [part('game', 'soaprun') + part('room', 'Not A Name'), 400],
    [part('game', 'soaprun') + part('options', '{"speed":1}'), 422],
  ] as const) {
    asking.whole('POST /api/rooms', form, `${fields}--x--\r\n`)
    expect([fields, await asking.answer()]).toEqual([fields, says])
  }
})

class Asking {
  readonly #site: Site
  readonly #socket: Socket
  #received = ''

  constructor(site: Site) {
    const { hostname, port } = new URL(site.url)
    this.#site = site
    this.#socket = connect(Number(port), hostname)
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text
    })
    onTestFinished(() => void this.#socket.destroy())
  }

  ask(what: string, headers = ''): void {
    this.#socket.write(`${what} HTTP/1.1\r\nHost: ${new URL(this.#site.url).host}\r\n${headers}\r\n`)
  }

  /** Sends the head and these bytes of a body that has `rest` more bytes. */
  begin(what: string, token: boolean, type: string, bytes: Uint8Array): void {
    this.#head(what, token, type, bytes.length + rest.length)
    this.#socket.write(bytes)
  }

  whole(what: string, type: string, body: string): void {
    this.#head(what, true, type, body.length)
    this.#socket.write(body)
  }

  #head(what: string, token: boolean, type: string, length: number): void {
    const authorization = token ? `Authorization: Bearer ${this.#site.ready.adminToken}\r\n` : ''
    this.ask(what, `${authorization}Content-Type: ${type}\r\nContent-Length: ${length}\r\n`)
  }

  /** Writes the rest of the body. Resolves when the platform has accepted the whole rest. */
  async finish(): Promise<void> {
    await new Promise<void>((resolve, reject) =>
      this.#socket.write(rest, (error) => (error ? reject(error) : resolve())),
    )
  }

  async answer(): Promise<number> {
    for (;;) {
      const [head = ''] = /^.*?\r\n\r\n/s.exec(this.#received) ?? []
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (head && this.#received.length >= head.length + length) {
        this.#received = this.#received.slice(head.length + length)
        return Number(head.split(' ')[1])
      }
      await Promise.race([once(this.#socket, 'data'), this.#ended()])
    }
  }

  async #ended(): Promise<never> {
    await once(this.#socket, 'close')
    throw new Error('the connection was closed')
  }
}
