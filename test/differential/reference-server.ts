// The real server as the walker has it. Its player is a master only while he is put somewhere: a master sees and passes
// more than others.
import { setTimeout as pause } from 'node:timers/promises'
import { decodeFromServer, type FromClient } from '../../games/crossfire/protocol/packets/index.ts'
import { SocketLine } from '../games/crossfire/harness/socket-connection.ts'
import { Client, type Heard } from '../games/crossfire/harness/test-client.ts'
import { masterPassword, ReferenceServerProcess } from './reference-server-process.ts'
import {
  type CellPosition,
  characterChoices,
  noMapTitle,
  type ServerUnderTest,
  setupOptions,
  viewCells,
} from './server-under-test.ts'

/** A tick takes hundredths of a second: a server that does not answer for so long does not answer at all. */
const patienceMs = 20_000
/** Then a fresh one is begun: nobody starves, and no more maps are open than in a town where somebody plays. */
const placesEach = 50
/** 120 otherwise. The server is told in microseconds. */
const tickMs = 10

/** Blows at who stands in the way count as steps. */
const mostSteps = 12
/** By how y and x change. */
const directions = [
  ['northwest', 'north', 'northeast'],
  ['west', 'stay', 'east'],
  ['southwest', 'south', 'southeast'],
] as const

/** It gave no answer in time. */
export class NoAnswerError extends Error {}

export class ReferenceServer implements ServerUnderTest {
  readonly name = 'real'
  readonly #name: string
  #client: Client
  #line: SocketLine
  #server: ReferenceServerProcess
  #packet = 0
  /** The one that he was put somewhere by last. */
  #exit: number | undefined
  /** How often the server was begun, and at how many places he was since. */
  begun = 1
  #places = 0

  private constructor(name: string, server: ReferenceServerProcess, line: SocketLine) {
    this.#name = name
    this.#server = server
    this.#line = line
    this.#client = clientOf(line)
  }

  static async entered(name: string): Promise<ReferenceServer> {
    const server = await ReferenceServerProcess.started()
    const side = new ReferenceServer(name, server, await SocketLine.overTcp(server.port, heard))
    try {
      await side.#enter()
    } catch (error) {
      await side.close()
      throw error
    }
    return side
  }

  get client(): Client {
    return this.#client
  }

  /** A fresh server, and a newcomer in it. */
  async again(): Promise<void> {
    await this.close()
    this.#server = await ReferenceServerProcess.started()
    this.#line = await SocketLine.overTcp(this.#server.port, heard)
    this.#client = clientOf(this.#line)
    this.#receivedTexts.clear()
    this.#exit = undefined
    this.#places = 0
    this.begun++
    await this.#enter()
  }

  async #enter(): Promise<void> {
    const { client } = this
    const name = this.#name
    const account = { name: `of ${name}`, password: 'secret' }
    this.#send({ type: 'version', cs: 1023, sc: 1029, info: 'beside' })
    this.#send({
      type: 'setup',
      settings: Object.entries(setupOptions).map(([key, value]) => ({ key, value })),
    })
    this.#send({ type: 'accountnew', ...account })
    await this.#until(() => this.#receivedTexts.has('accountplayers'), 'an account')
    this.#send({ type: 'createplayer', name, password: 'secret', choices: characterChoices })
    await this.#until(() => client.tag > 0 && client.cells.size > 0, 'in the game')
    await this.wait(4)
    await this.#master(`server_speed ${tickMs * 1000}`)
  }

  async movePlayerTo(map: string, x: number, y: number): Promise<void> {
    if (++this.#places > placesEach) await this.again()
    await this.say(`dm ${masterPassword}`)
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

  /** Walks to that cell, as a master, over whoever is in the way; false: in so many steps he did not come there. */
  async stepTo({ x, y }: CellPosition): Promise<boolean> {
    for (let step = 0; step < mostSteps; step++) {
      const here = await this.playerPosition()
      if (here.x === x && here.y === y) return true
      await this.#master(directions[Math.sign(y - here.y) + 1]![Math.sign(x - here.x) + 1]!)
    }
    return false
  }

  async setHp(hp: number): Promise<void> {
    await this.say('run_stop')
    await this.#master(`patch me hp ${hp}`)
  }

  async createMonster(arch: string): Promise<void> {
    await this.createItem(arch)
  }

  async createItem(arch: string): Promise<void> {
    await this.#master(`create 1 ${arch}`)
  }

  async deleteItem(tag: number): Promise<void> {
    await this.#master(`remove ${tag}`)
  }

  async mapName(): Promise<string> {
    const path = /\(([~/]\S+)\)/.exec((await this.say('mapinfo')).join(' '))?.[1] ?? ''
    if (path.startsWith('/random/')) return noMapTitle
    // A player's own map is `~Ann/_scorn_inn`.
    return path.startsWith('~') ? path.replace(/^~[^/]*\//, '').replaceAll('_', '/') : path
  }

  /** The cell that he is on. */
  async playerPosition(): Promise<CellPosition> {
    const told = (await this.#master(`dump ${this.client.tag}`)).join('\n')
    const [x, y] = ['x', 'y'].map((key) => new RegExp(`^${key} (\\d+)$`, 'm').exec(told)?.[1])
    // A coordinate of 0 is not told.
    return { x: Number(x ?? 0), y: Number(y ?? 0) }
  }

  /** Says what only a master may. */
  async #master(text: string): Promise<readonly string[]> {
    await this.say(`dm ${masterPassword}`)
    const told = await this.say(text)
    await this.say('nodm')
    return told
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
    return this.#sendAndCollect({ type: 'apply', tag })
  }

  move(to: number, tag: number, count: number): Promise<readonly string[]> {
    return this.#sendAndCollect({ type: 'move', to, tag, nrof: count })
  }

  examine(tag: number): Promise<readonly string[]> {
    return this.#sendAndCollect({ type: 'examine', tag })
  }

  wait(ticks: number): Promise<readonly string[]> {
    return this.#told(() => this.#ticks(ticks))
  }

  async close(): Promise<void> {
    this.#line.hangUp()
    await this.#server.stop()
  }

  #sendAndCollect(packet: FromClient): Promise<readonly string[]> {
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

  readonly #receivedTexts = new Set<string>()

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
        this.#receivedTexts.add(p.type)
        if (p.type === 'failure') console.log(p)
      }
      if (done()) return
      if (this.#line.closed !== undefined) throw new NoAnswerError(`${what}: ${this.#line.closed}`)
      if (Date.now() > late)
        throw new NoAnswerError(
          `${what}: not within ${patienceMs} ms; ${[...this.#receivedTexts]} ${this.client.texts.slice(-4)}`,
        )
      await pause(5)
    }
  }
}

function clientOf(line: SocketLine): Client {
  const client = new Client(
    'today',
    line,
    () => {},
    () => {},
  )
  client.width = client.height = viewCells
  return client
}

/** Of more than fifty things in a cell it tells some in another layout than its own document's: these are not needed. */
function heard(frame: Uint8Array): Heard | undefined {
  const packet = decodeFromServer(frame)
  return packet && packet.type !== 'misread' ? Object.assign(packet, { frame }) : undefined
}
