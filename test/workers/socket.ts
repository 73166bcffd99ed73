// A WebSocket of the tests: what came over it, in order, each awaited when it is wanted.
import { exports } from 'cloudflare:workers'
import type { MessageFromSidecar, ListenerReport, MessageToSidecar } from '../../wire/assignment.ts'

export class TestSocket {
  readonly #socket: WebSocket
  readonly #messages: string[] = []
  #wakeReader: (() => void) | undefined
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      this.#messages.push(String(data))
      this.#wakeReader?.()
    })
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
    })
    socket.accept()
  }

  /** The next message, when it comes. */
  async text(): Promise<string> {
    while (this.#messages.length === 0) await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    return this.#messages.shift()!
  }

  /** How many messages have come and were not asked for. */
  get unreadCount(): number {
    return this.#messages.length
  }

  send(text: string | Uint8Array): void {
    this.#socket.send(text)
  }

  close(): void {
    this.#socket.close(1000, 'done')
  }
}

export class TestSidecar extends TestSocket {
  async message(): Promise<MessageToSidecar> {
    return JSON.parse(await this.text())
  }

  /** The assignment that the next message is about. */
  async assignment() {
    const message = await this.message()
    if (message.type !== 'room') throw new Error(`a room was wanted: ${JSON.stringify(message)}`)
    return message.assignment
  }

  report(name: string, listeners: readonly ListenerReport[]): void {
    this.send(JSON.stringify({ type: 'opened', name, doors: listeners } satisfies MessageFromSidecar))
  }
}

export async function upgrade(path: string, token?: string): Promise<Response> {
  const headers = new Headers({ upgrade: 'websocket' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return exports.default.fetch(`https://play.test${path}`, { headers })
}

/** A sidecar that has come in by the Worker; its first message is `all`. */
export async function connectSidecar(id: string, advertise = `${id}.test`): Promise<TestSidecar> {
  const answer = await upgrade(`/api/sidecar?id=${id}&advertise=${advertise}`, 'sidecar-token')
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status} ${await answer.text()}`)
  return new TestSidecar(answer.webSocket)
}
