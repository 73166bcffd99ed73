import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type Site, test } from '../running-site.ts'

/** The rest of a body, larger than the buffers of both sockets. */
const rest = new Uint8Array(24 * 1024 * 1024)
const form = 'multipart/form-data; boundary=x'
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A request with enough of its body to be rejected, and the expected answer. */
const refusals = [
  { what: 'no token', asks: 'POST /api/rooms', type: form, begins: '', says: 401 },
  { what: 'no token, a preview', asks: 'POST /api/preview', type: form, begins: '', says: 401 },
  { what: 'no form', asks: 'POST /api/rooms', token: true, type: 'text/plain', begins: '', says: 415 },
  {
    what: 'no part',
    asks: 'POST /api/rooms',
    token: true,
    type: form,
    begins: `--x\r\n${'a: b\r\n'.repeat(3000)}`,
    says: 400,
  },
  {
    what: 'too many parts',
    asks: 'POST /api/rooms',
    token: true,
    type: form,
    begins: part('game', 'soaprun').repeat(70),
    says: 400,
  },
  { what: 'no such method', asks: 'PUT /api/rooms', type: form, begins: '', says: 405 },
  { what: 'no such path', asks: 'POST /api/nothing', type: form, begins: '', says: 404 },
  {
    what: 'a form without the site',
    asks: 'POST /new',
    type: form,
    begins: part('token', '?').repeat(2),
    says: 401,
  },
  {
    what: 'a look without it',
    asks: 'POST /new/preview',
    type: form,
    begins: part('game', 'soaprun').repeat(2),
    says: 401,
  },
  {
    what: 'a host page without its token',
    asks: 'POST /soaprun/harbor/host',
    type: form,
    begins: part('token', '?').repeat(2),
    says: 401,
  },
  {
    what: 'a change of no host',
    asks: 'PATCH /api/rooms/soaprun/harbor',
    type: 'application/json',
    begins: '{',
    says: 401,
  },
  {
    what: 'a change that is too long',
    asks: 'PATCH /api/rooms/soaprun/harbor',
    token: true,
    type: 'application/json',
    begins: '',
    says: 413,
  },
  {
    what: 'a token of no site',
    asks: 'POST /api/rooms/soaprun/harbor/token',
    type: form,
    begins: '',
    says: 401,
  },
] as const

test.for(refusals)(
  '$asks is rejected for $what before the client has sent everything',
  async (of, { site }) => {
    const asking = new Asking(site)
    asking.begin(of.asks, 'token' in of, of.type, Buffer.from(of.begins))
    expect(await asking.answer()).toBe(of.says)
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
