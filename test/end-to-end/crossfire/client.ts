// A Crossfire client over TCP or WebSocket, built on the tests' session client. The client does not depend on the rules
// of the world.
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { defaultSetup } from '../../games/crossfire/harness/room-harness.ts'
import { SocketConnection } from '../../games/crossfire/harness/socket-connection.ts'
import { Client } from '../../games/crossfire/harness/test-client.ts'
import { pollOptions } from '../running-site.ts'

export class CrossfireClient extends Client {
  readonly #line: SocketConnection
  #command = 0

  private constructor(dialect: Client['dialect'], line: SocketConnection) {
    super(dialect, line, () => {})
    this.#line = line
    onTestFinished(() => line.hangUp())
  }

  static async overTcp(dialect: Client['dialect'], port: number): Promise<CrossfireClient> {
    return new CrossfireClient(dialect, await SocketConnection.overTcp(port))
  }

  /** Connects by WebSocket, where each message is one packet without a length field. */
  static async overWebSocket(url: string): Promise<CrossfireClient> {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const line = new SocketConnection(
      (frame) => socket.send(frame),
      () => socket.terminate(),
    )
    socket.on('message', (data) => line.came(new Uint8Array(data as Buffer)))
    socket.on('error', (error) => line.ended(error.message))
    socket.on('close', () => line.ended('closed by the server'))
    await once(socket, 'open')
    return new CrossfireClient('today', line)
  }

  /** Rejects when the connection ends or on a timeout. */
  until(done: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      try {
        this.look()
        if (done()) resolve()
        else if (this.#line.closed !== undefined) reject(new Error(`${what}: ${this.#line.closed}`))
      } catch (error) {
        reject(error)
      }
    }
    const late = setTimeout(
      () => reject(new Error(`${what}: not within ${pollOptions.timeout} ms`)),
      pollOptions.timeout,
    )
    this.#line.waiting.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(late)
      this.#line.waiting.delete(look)
    })
  }

  /** Enters the game, with a new account or an existing one. */
  async join(name: string, isNew = true): Promise<void> {
    this.#line.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    const settings = Object.entries({ ...defaultSetup, mapsize: '11x11' }).map(([key, value]) => ({
      key,
      value,
    }))
    this.#line.send({ type: 'setup', settings })
    const account = { name: `of ${name}`, password: 'secret' }
    this.#line.send({ type: isNew ? 'accountnew' : 'accountlogin', ...account })
    if (isNew) this.#line.send({ type: 'createplayer', name, password: 'secret', choices: [] })
    else this.#line.send({ type: 'accountplay', name })
    await this.until(() => this.name === name && this.ground.length > 0, `${name} in the game`)
  }

  /** Logs in with the question-and-answer dialog of old clients. */
  async joinOld(name: string): Promise<void> {
    this.#line.send({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' })
    this.#line.send({ type: 'addme' })
    for (const text of [name, 'secret', 'secret', 'n', 'd']) this.#line.send({ type: 'reply', text })
    await this.until(() => this.name === name && this.ground.length > 0, `${name} in the game`)
  }

  /** Waits until the room has processed the command. */
  async doing(text: string): Promise<void> {
    this.#command = (this.#command % 255) + 1
    const packet = this.#command
    this.#line.send({ type: 'ncom', packet, repeat: -1, text })
    await this.until(() => this.done.includes(packet), text)
  }
}
