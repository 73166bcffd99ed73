// Debian's crossfire-server with one player. The player is a dungeon master only while the tests move it, because
// dungeon masters see and pass more than players.
import { setTimeout as pause } from 'node:timers/promises'
import { decodeFromServer, type FromClient } from '../../games/crossfire/protocol/packets/index.ts'
import { SocketConnection } from '../games/crossfire/harness/socket-connection.ts'
import { Client, type ReceivedPacket } from '../games/crossfire/harness/test-client.ts'
import { masterPassword, ReferenceServerProcess } from './reference-server-process.ts'
import {
  type CellPosition,
  characterChoices,
  randomMapName,
  type ServerUnderTest,
  setupOptions,
  viewCells,
} from './server-under-test.ts'

/** Milliseconds of silence after which the server counts as hung. A tick takes 10 ms. */
const answerTimeoutMs = 20_000
/** Number of moves after which the server is restarted, so that the player does not starve and few maps are open. */
const movesPerStart = 50
/** Length of a tick in milliseconds. The server's default is 120, so the server runs faster. */
const tickMs = 10

/** Maximum steps of a walk, including attacks on creatures in the way. */
const maxSteps = 12
/** Direction names by the change of y and x, each -1 to 1. */
const directions = [
  ['northwest', 'north', 'northeast'],
  ['west', 'stay', 'east'],
  ['southwest', 'south', 'southeast'],
] as const

export class NoAnswerError extends Error {}

export class ReferenceServer implements ServerUnderTest {
  readonly name = 'real'
  #name: string
  #choices: readonly string[] = characterChoices
  /** Reason why the server refused the last request. */
  #failure: string | undefined
  #skillNames: ReadonlyMap<number, string> | undefined
  #client: Client
  #line: SocketConnection
  #server: ReferenceServerProcess
  #packet = 0
  /** Tag of the exit through which the player was last moved. */
  #exit: number | undefined
  startCount = 1
  #moveCount = 0

  private constructor(name: string, server: ReferenceServerProcess, line: SocketConnection) {
    this.#name = name
    this.#server = server
    this.#line = line
    this.#client = createClient(line)
  }

  static async start(name: string): Promise<ReferenceServer> {
    const server = await ReferenceServerProcess.start()
    const side = new ReferenceServer(name, server, await SocketConnection.overTcp(server.port, decodePacket))
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

  async restart(): Promise<void> {
    await this.close()
    this.#server = await ReferenceServerProcess.start()
    await this.#connect()
    this.#exit = undefined
    this.#moveCount = 0
    this.startCount++
    await this.#enter()
  }

  async #connect(): Promise<void> {
    this.#line = await SocketConnection.overTcp(this.#server.port, decodePacket)
    this.#client = createClient(this.#line)
    this.#receivedTypes.clear()
    this.#failure = undefined
  }

  async becomeNewCharacter(name: string, choices: readonly string[]): Promise<string | undefined> {
    this.#line.hangUp()
    this.#name = name
    this.#choices = choices
    await this.#connect()
    try {
      await this.#enter()
    } catch (error) {
      if (this.#failure === undefined) throw error
    }
    return this.#failure
  }

  async skillNames(): Promise<ReadonlyMap<number, string>> {
    if (this.#skillNames) return this.#skillNames
    this.#reply = undefined
    this.#send({ type: 'requestinfo', info: 'skill_info', options: '1' })
    await this.#until(() => this.#reply !== undefined, 'skill_info')
    const reply = this.#reply as ReceivedPacket | undefined
    const lines = reply?.type === 'replyinfo' && 'data' in reply ? (reply.data as readonly string[]) : []
    this.#skillNames = new Map(
      lines.map((line) => {
        const [number, name] = line.split(':')
        return [Number(number), name!] as const
      }),
    )
    return this.#skillNames
  }

  async giveExperience(amount: number, skill: string): Promise<void> {
    await this.#runAsDungeonMaster(`addexp ${this.#name} ${amount} ${skill}`)
    await this.wait(4)
  }

  async #enter(): Promise<void> {
    const { client } = this
    const name = this.#name
    const account = { name: `of ${name}`, password: 'secret' }
    this.#send({ type: 'version', cs: 1023, sc: 1029, info: 'differential' })
    this.#send({
      type: 'setup',
      settings: Object.entries(setupOptions).map(([key, value]) => ({ key, value })),
    })
    this.#send({ type: 'accountnew', ...account })
    await this.#until(() => this.#receivedTypes.has('accountplayers'), 'creating an account')
    this.#send({ type: 'createplayer', name, password: 'secret', choices: this.#choices })
    await this.#until(
      () => this.#failure !== undefined || (client.tag > 0 && client.cells.size > 0),
      'entering the game',
    )
    if (this.#failure !== undefined) throw new NoAnswerError(this.#failure)
    await this.wait(4)
    await this.#runAsDungeonMaster(`server_speed ${tickMs * 1000}`)
  }

  async movePlayerTo(map: string, x: number, y: number): Promise<void> {
    if (++this.#moveCount > movesPerStart) await this.restart()
    await this.runCommand(`dm ${masterPassword}`)
    if (this.#exit !== undefined) await this.runCommand(`remove ${this.#exit}`)
    // `goto` takes a map without a position, but a created exit leads to any cell.
    await this.runCommand('goto /HallOfSelection')
    await this.runCommand(`create 1 exit slaying ${map} hp ${x} sp ${y}`)
    await this.runCommand('drop exit')
    this.#exit = this.client.ground.find(({ name }) => name === 'exit')?.tag
    await this.runCommand('nodm')
    await this.runCommand('apply')
    await this.wait(4)
  }

  /**
   * Walks to the cell as a dungeon master, who passes creatures. Returns false if the walk takes more than `maxSteps`
   * steps.
   */
  async stepTo({ x, y }: CellPosition): Promise<boolean> {
    for (let step = 0; step < maxSteps; step++) {
      const here = await this.playerPosition()
      if (here.x === x && here.y === y) return true
      await this.#runAsDungeonMaster(directions[Math.sign(y - here.y) + 1]![Math.sign(x - here.x) + 1]!)
    }
    return false
  }

  async setHp(hp: number): Promise<void> {
    await this.runCommand('run_stop')
    await this.#runAsDungeonMaster(`patch me hp ${hp}`)
  }

  async createMonster(arch: string): Promise<void> {
    await this.createItem(arch)
  }

  async setGrace(grace: number): Promise<void> {
    await this.#runAsDungeonMaster(`patch me grace ${grace}`)
  }

  async createItem(arch: string, count = 1): Promise<void> {
    await this.#runAsDungeonMaster(`create ${count} ${arch}`)
  }

  async deleteItem(tag: number): Promise<void> {
    await this.#runAsDungeonMaster(`remove ${tag}`)
  }

  async mapName(): Promise<string> {
    const path = /\(([~/]\S+)\)/.exec((await this.runCommand('mapinfo')).join(' '))?.[1] ?? ''
    if (path.startsWith('/random/')) return randomMapName
    // A player's own map is `~Ann/_scorn_inn`.
    return path.startsWith('~') ? path.replace(/^~[^/]*\//, '').replaceAll('_', '/') : path
  }

  async playerPosition(): Promise<CellPosition> {
    const dump = (await this.#runAsDungeonMaster(`dump ${this.client.tag}`)).join('\n')
    const [x, y] = ['x', 'y'].map((key) => new RegExp(`^${key} (\\d+)$`, 'm').exec(dump)?.[1])
    // A missing coordinate is 0, because the server's dump omits coordinates that are 0.
    return { x: Number(x ?? 0), y: Number(y ?? 0) }
  }

  async #runAsDungeonMaster(text: string): Promise<readonly string[]> {
    await this.runCommand(`dm ${masterPassword}`)
    const messages = await this.runCommand(text)
    await this.runCommand('nodm')
    return messages
  }

  runCommand(text: string): Promise<readonly string[]> {
    this.#packet = (this.#packet % 255) + 1
    const packet = this.#packet
    const before = this.client.done.length
    return this.#collectMessages(async () => {
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
    return this.#collectMessages(() => this.#ticks(ticks))
  }

  async close(): Promise<void> {
    this.#line.hangUp()
    await this.#server.stop()
  }

  #sendAndCollect(packet: FromClient): Promise<readonly string[]> {
    return this.#collectMessages(async () => {
      this.#send(packet)
      await this.#ticks(4)
    })
  }

  async #collectMessages(action: () => Promise<void>): Promise<readonly string[]> {
    const before = this.client.texts.length
    await action()
    return this.client.texts.slice(before)
  }

  readonly #receivedTypes = new Set<string>()
  /** The last reply to a request for information. */
  #reply: ReceivedPacket | undefined

  #send(packet: FromClient): void {
    this.#line.send(packet)
  }

  async #ticks(count: number): Promise<void> {
    const from = this.client.ticks
    await this.#until(() => this.client.ticks >= from + count, `${count} ticks`)
  }

  async #until(done: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + answerTimeoutMs
    for (;;) {
      for (const p of this.client.look()) {
        this.#receivedTypes.add(p.type)
        if (p.type === 'replyinfo') this.#reply = p
        if (p.type === 'failure') this.#failure = p.text
      }
      if (done()) return
      if (this.#line.closed !== undefined) throw new NoAnswerError(`${what}: ${this.#line.closed}`)
      if (Date.now() > deadline)
        throw new NoAnswerError(
          `${what}: no answer within ${answerTimeoutMs} ms; ${[...this.#receivedTypes]} ${this.client.texts.slice(-4)}`,
        )
      await pause(5)
    }
  }
}

function createClient(line: SocketConnection): Client {
  const client = new Client(
    'today',
    line,
    () => {},
    () => {},
  )
  client.width = client.height = viewCells
  return client
}

/**
 * Decodes a packet. Undefined for item lists of more than fifty things, whose layout differs from the protocol
 * document.
 */
function decodePacket(frame: Uint8Array): ReceivedPacket | undefined {
  const packet = decodeFromServer(frame)
  return packet && packet.type !== 'misread' ? Object.assign(packet, { frame }) : undefined
}
