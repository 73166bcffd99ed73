// The real server as the walker has it. Its player is a master only while he is put somewhere: a master sees and passes
// more than others.
import { setTimeout as pause } from 'node:timers/promises'
import { type FromClient, readFromServer } from '../../games/crossfire/packets.ts'
import { Client, type Heard } from '../games/crossfire/client.ts'
import { SocketLine } from '../games/crossfire/socket-line.ts'
import { masterWord, RealServer } from './real-server.ts'
import { choices, type Side, undrawn, viewSide, wishes } from './side.ts'

const patienceMs = 60_000

export class RealSide implements Side {
  readonly who = 'real'
  readonly client: Client
  readonly #line: SocketLine
  readonly #server: RealServer
  #packet = 0
  /** The one that he was put somewhere by last. */
  #exit: number | undefined

  private constructor(server: RealServer, line: SocketLine) {
    this.#server = server
    this.#line = line
    this.client = new Client(
      'today',
      line,
      () => {},
      () => {},
    )
    this.client.width = this.client.height = viewSide
  }

  static async entered(name: string): Promise<RealSide> {
    const server = await RealServer.started()
    const side = new RealSide(server, await SocketLine.overTcp(server.port, heard))
    try {
      await side.#enter(name)
    } catch (error) {
      await side.end()
      throw error
    }
    return side
  }

  async #enter(name: string): Promise<void> {
    const { client } = this
    const account = { name: `of ${name}`, password: 'secret' }
    this.#send({ type: 'version', cs: 1023, sc: 1029, info: 'beside' })
    this.#send({ type: 'setup', settings: Object.entries(wishes).map(([key, value]) => ({ key, value })) })
    this.#send({ type: 'accountnew', ...account })
    await this.#until(() => this.#heard.has('accountplayers'), 'an account')
    this.#send({ type: 'createplayer', name, password: 'secret', choices })
    await this.#until(() => client.tag > 0 && client.cells.size > 0, 'in the game')
    await this.wait(4)
  }

  async stand(map: string, x: number, y: number): Promise<void> {
    await this.say(`dm ${masterWord}`)
    if (this.#exit !== undefined) await this.say(`remove ${this.#exit}`)
    // It goes to maps and not to places; an exit that a master makes leads anywhere.
    await this.say('goto /HallOfSelection')
    await this.say(`create 1 exit slaying ${map} hp ${x} sp ${y}`)
    await this.say('drop exit')
    this.#exit = this.client.ground.find(({ name }) => name === 'exit')?.tag
    await this.say('nodm')
    await this.say('apply')
    await this.wait(4)
  }

  async setHp(hp: number): Promise<void> {
    await this.say('run_stop')
    await this.say(`dm ${masterWord}`)
    await this.say(`patch me hp ${hp}`)
    await this.say('nodm')
  }

  async foe(arch: string): Promise<void> {
    await this.make(arch)
  }

  async make(arch: string): Promise<void> {
    await this.say(`dm ${masterWord}`)
    await this.say(`create 1 ${arch}`)
    await this.say('nodm')
  }

  async unmake(tag: number): Promise<void> {
    await this.say(`dm ${masterWord}`)
    await this.say(`remove ${tag}`)
    await this.say('nodm')
  }

  async map(): Promise<string> {
    const path = /\(([~/]\S+)\)/.exec((await this.say('mapinfo')).join(' '))?.[1] ?? ''
    if (path.startsWith('/random/')) return undrawn
    // A player's own map is `~Ann/_scorn_inn`.
    return path.startsWith('~') ? path.replace(/^~[^/]*\//, '').replaceAll('_', '/') : path
  }

  /** Milliseconds of a tick, which are 120 otherwise. */
  async hurry(ms: number): Promise<void> {
    await this.say(`dm ${masterWord}`)
    await this.say(`server_speed ${ms}`)
    await this.say('nodm')
  }

  say(text: string): Promise<readonly string[]> {
    this.#packet = (this.#packet % 255) + 1
    const packet = this.#packet
    const before = this.client.done.length
    return this.#told(async () => {
      this.#send({ type: 'ncom', packet, repeat: -1, text })
      await this.#until(() => this.client.done.slice(before).includes(packet), text)
      await this.#ticks(3)
    })
  }

  apply(tag: number): Promise<readonly string[]> {
    return this.#after({ type: 'apply', tag })
  }

  move(to: number, tag: number, count: number): Promise<readonly string[]> {
    return this.#after({ type: 'move', to, tag, nrof: count })
  }

  examine(tag: number): Promise<readonly string[]> {
    return this.#after({ type: 'examine', tag })
  }

  wait(ticks: number): Promise<readonly string[]> {
    return this.#told(() => this.#ticks(ticks))
  }

  async end(): Promise<void> {
    this.#line.hangUp()
    await this.#server.stop()
  }

  #after(packet: FromClient): Promise<readonly string[]> {
    return this.#told(async () => {
      this.#send(packet)
      await this.#ticks(4)
    })
  }

  async #told(deed: () => Promise<void>): Promise<readonly string[]> {
    const before = this.client.texts.length
    await deed()
    return this.client.texts.slice(before)
  }

  readonly #heard = new Set<string>()

  #send(packet: FromClient): void {
    this.#line.send(packet)
  }

  async #ticks(count: number): Promise<void> {
    const from = this.client.ticks
    await this.#until(() => this.client.ticks >= from + count, `${count} ticks`)
  }

  async #until(done: () => boolean, what: string): Promise<void> {
    const late = Date.now() + patienceMs
    for (;;) {
      for (const p of this.client.look()) {
        this.#heard.add(p.type)
        if (p.type === 'failure') console.log(p)
      }
      if (done()) return
      if (this.#line.closed !== undefined) throw new Error(`${what}: ${this.#line.closed}`)
      if (Date.now() > late)
        throw new Error(
          `${what}: not within ${patienceMs} ms; ${[...this.#heard]} ${this.client.texts.slice(-4)}`,
        )
      await pause(5)
    }
  }
}

/** Of more than fifty things in a cell it tells some in another layout than its own document's: these are not needed. */
function heard(frame: Uint8Array): Heard | undefined {
  const packet = readFromServer(frame)
  return packet && packet.type !== 'misread' ? Object.assign(packet, { frame }) : undefined
}
