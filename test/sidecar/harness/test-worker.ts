// A fake Worker for sidecars: a WebSocket server that sends the messages of a test and records the sidecar's reports.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  keepaliveTexts,
  type MessageFromSidecar,
  type MessageToSidecar,
} from '../../../wire/link/control-messages.ts'
import { ReceivedQueue } from './test-room.ts'

type Opening = Extract<MessageFromSidecar, { type: 'opened' }>

export interface WorkerConnection {
  readonly socket: WebSocket
  readonly request: IncomingMessage
  /** All reports of single rooms, including those inside a full report. */
  readonly reports: ReceivedQueue<Opening>
  /** The sidecar's pings, which are answered while `answersPings` is true. */
  readonly pings: ReceivedQueue<string>
  send(message: MessageToSidecar | string): void
}

export class TestWorker {
  readonly connections = new ReceivedQueue<WorkerConnection>()
  /** The HTTP status of each connection attempt, in order. */
  readonly attempts = new ReceivedQueue<number>()
  /** The HTTP status of the next connection attempts. Any status except 101 rejects the upgrade. */
  status = 101
  answersPings = true
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
    for (const { socket } of this.connections.seen) socket.terminate()
    this.#http.close()
    this.#http.closeAllConnections()
  }

  #visit(socket: WebSocket, request: IncomingMessage): void {
    const received = new ReceivedQueue<Opening>()
    const pings = new ReceivedQueue<string>()
    socket.on('message', (data, isBinary) => {
      // The messages of a room's link are binary.
      if (isBinary) return
      const text = String(data)
      if (text !== keepaliveTexts.ping) {
        const said: MessageFromSidecar = JSON.parse(text)
        if (said.type === 'opened') return received.push(said)
        for (const report of said.rooms) received.push({ type: 'opened', ...report })
        return
      }
      pings.push(text)
      if (this.answersPings) socket.send(keepaliveTexts.pong)
    })
    const say = (message: MessageToSidecar | string) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    this.connections.push({ socket, request, reports: received, pings, send: say })
  }
}
