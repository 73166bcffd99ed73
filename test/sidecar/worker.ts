// The Worker as a sidecar sees it: one WebSocket door that says what it is told to, and hears what was opened.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { alive, type FromSidecar, type Report, type ToSidecar } from '../../wire/assignment.ts'
import { Arrivals } from './room.ts'

type Opening = Extract<FromSidecar, { type: 'opened' }>

export interface Visit {
  readonly socket: WebSocket
  readonly request: IncomingMessage
  /** Those of `all` too, each by itself. */
  readonly heard: Arrivals<Opening>
  /** What was said at once of everything. */
  readonly whole: Arrivals<readonly Report[]>
  /** Whether it is there was asked; answered only by who is told to. */
  readonly pings: Arrivals<string>
  say(message: ToSidecar | string): void
}

export class TestWorker {
  readonly visits = new Arrivals<Visit>()
  /** The HTTP status of every attempt, in order. */
  readonly attempts = new Arrivals<number>()
  /** Another status than 101 refuses. */
  status = 101
  /** Pings are answered. */
  answers = true
  readonly #http = createServer()
  readonly #sockets = new WebSocketServer({ noServer: true })

  async start(): Promise<URL> {
    this.#http.on('upgrade', (request, socket, head) => {
      this.attempts.push(this.status)
      if (this.status !== 101) return socket.end(`HTTP/1.1 ${this.status} No\r\nContent-Length: 0\r\n\r\n`)
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#visit(webSocket, request))
    })
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return new URL(`http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/base/`)
  }

  stop(): void {
    for (const { socket } of this.visits.seen) socket.terminate()
    this.#http.close()
    this.#http.closeAllConnections()
  }

  #visit(socket: WebSocket, request: IncomingMessage): void {
    const heard = new Arrivals<Opening>()
    const whole = new Arrivals<readonly Report[]>()
    const pings = new Arrivals<string>()
    socket.on('message', (data) => {
      const text = String(data)
      if (text !== alive.ping) {
        const said: FromSidecar = JSON.parse(text)
        if (said.type === 'opened') return heard.push(said)
        whole.push(said.rooms)
        for (const report of said.rooms) heard.push({ type: 'opened', ...report })
        return
      }
      pings.push(text)
      if (this.answers) socket.send(alive.pong)
    })
    const say = (message: ToSidecar | string) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    this.visits.push({ socket, request, heard, whole, pings, say })
  }
}
