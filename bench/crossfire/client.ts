// A fast client with the current protocol, which decodes little more than the first word of a message.
import { connect, type Socket } from 'node:net'
import { framing } from '../../games/crossfire/protocol/framing.ts'
import { type FromClient, fromClient } from '../../games/crossfire/protocol/packets/index.ts'
import { addLengthField, frameLength } from '../../wire/net/framing.ts'
import { newCharacterChoices, setupSettings, testPassword } from './new-client.ts'

const timeoutMs = 15_000

/** A check whether a message is the expected answer. */
type Heard = (word: string, data: Buffer) => boolean

export class LoadClient {
  bytes = 0
  ticks = 0
  /** The reason why the connection ended. Undefined while it is open. */
  lost: string | undefined
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #ended = false
  #heard: Heard = () => false
  #done: () => void = () => {}
  #sequence = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#lose(error.message))
    socket.on('close', () => this.#lose('closed by the server'))
  }

  /** Connects, and resolves after the server's greeting and its answer to `setup`. */
  static async connected(port: number): Promise<LoadClient> {
    const client = new LoadClient(connect({ port, host: '127.0.0.1' }))
    await client.#until((word) => word === 'version')
    client.send({ type: 'version', cs: 1023, sc: 1029, info: 'bench' })
    await client.ask({ type: 'setup', settings: setupSettings }, (word) => word === 'setup')
    return client
  }

  /** Creates an account and its character. Returns the duration in milliseconds. */
  async enter(name: string, choices: readonly string[] = newCharacterChoices): Promise<number> {
    const began = performance.now()
    await this.ask({ type: 'accountnew', name, password: testPassword }, (word) => word === 'accountplayers')
    await this.ask(
      { type: 'createplayer', name, password: testPassword, choices },
      (word) => word === 'addme_success',
    )
    return performance.now() - began
  }

  async enterAgain(name: string): Promise<void> {
    await this.ask(
      { type: 'accountlogin', name, password: testPassword },
      (word) => word === 'accountplayers',
    )
    await this.ask({ type: 'accountplay', name }, (word) => word === 'addme_success')
  }

  command(text: string): Promise<void> {
    const packet = this.#sequence++ % 256
    return this.ask(
      { type: 'ncom', packet, repeat: -1, text },
      (word, data) => word === 'comc' && data.readUInt16BE(0) === packet,
    )
  }

  send(packet: FromClient): void {
    if (this.lost === undefined) this.#socket.write(addLengthField(framing, fromClient.encode(packet)))
  }

  /** Rejects if no answer arrives in time, or if the server refuses. */
  async ask(packet: FromClient, answer: Heard): Promise<void> {
    const answered = this.#until((word, data) => {
      if (word === 'failure') this.#lose(data.toString('latin1'))
      return answer(word, data)
    })
    this.send(packet)
    await answered
  }

  end(): void {
    this.#ended = true
    this.#socket.destroy()
  }

  #until(heard: Heard): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = () => {
        clearTimeout(late)
        this.#heard = () => false
        this.#done = () => {}
        if (this.lost === undefined) resolve()
        else reject(new Error(this.lost))
      }
      const late = setTimeout(() => {
        this.#lose('no answer')
      }, timeoutMs)
      this.#heard = heard
      this.#done = give
      if (this.lost !== undefined) give()
    })
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length
    let bytes = this.#held.length ? Buffer.concat([this.#held, chunk]) : chunk
    for (;;) {
      const length = frameLength(framing, bytes)
      if (length === undefined || bytes.length < length) break
      this.#packet(bytes.subarray(2, length))
      bytes = bytes.subarray(length)
    }
    this.#held = bytes
  }

  #packet(packet: Buffer): void {
    const space = packet.subarray(0, 20).findIndex((byte) => byte === 0x20 || byte === 0x0a)
    const word = packet.toString('latin1', 0, space < 0 ? packet.length : space)
    if (word === 'tick') this.ticks++
    if (this.#heard(word, packet.subarray(word.length + 1))) this.#done()
  }

  #lose(why: string): void {
    if (this.#ended) return
    this.end()
    this.lost = why
    this.#done()
  }
}
