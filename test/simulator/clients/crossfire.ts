// Clients of Crossfire, in both dialects. Clients put silver down and never pick it up, so each `move` of silver
// changes the inventory once. Clients move, apply and take off all other objects at random.

import { builtinCharacterRules } from '../../../games/crossfire/builtin/characters/index.ts'
import { characterKey } from '../../../games/crossfire/model/records/player-record.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../games/crossfire/protocol/packets/index.ts'
import type { Frame } from '../../../games/game.ts'
import { latin1 } from '../../../wire/index.ts'
import {
  type ClientModel,
  changesAreDurable,
  type DurableRecords,
  oneAnswer,
  violate,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import { CharacterTakeover } from './character-takeovers.ts'

type ServerMessage<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

export interface StoredObject {
  readonly tag: number
  readonly id: string
  readonly count?: number
  readonly inside?: readonly StoredObject[]
}

/** `location`: 0 for the ground, or the tag of a player or container. */
interface SeenObject {
  readonly location: number
  readonly name: string
  readonly count: number
}

export const silver = 'coin_silver'
const silverName = /\bsilver coin/
const password = 'secret'
/** Number of characters per dialect, which the clients share. */
const characters = 3
const wishes = { map2cmd: '1', spellmon: '2', loginmethod: '2', mapsize: '9x9' } as const

/** Types of packets that the client decodes. The client ignores maps, pictures and sounds. */
const decodedTypes: ReadonlySet<string> = new Set<FromServer['type']>([
  'version',
  'query',
  'accountplayers',
  'failure',
  'player',
  'comc',
  'item',
  'item1',
  'item2',
  'upditem',
  'delitem',
  'delinv',
])

const commands = [
  'north, east, south, west, northeast, southwest, stay, search, run 3, run 1, run_stop',
  'take sword, take dagger, take gold coin, take 1 gold coin, take bag, take apple, take torch',
  'drop sword, drop shield, drop 2 gold coin, drop 1 bread, drop bag, drop leather, drop dagger',
  'apply, apply sword, apply bag, apply leather, apply bread, apply torch, apply chest, pray',
  'throw dagger, fire 3, fire_stop, invoke light, cast magic missile, say hello, who, examine',
  'party form Blue, party leave, party join Blue, help, nonsense',
].flatMap((some) => some.split(', '))

const actions = [
  [10, 'lay down silver'],
  [20, 'command'],
  [6, 'move'],
  [3, 'apply'],
  [1, 'lock'],
  [1, 'mark'],
  [1, 'examine'],
  [0.3, 'quit'],
  [0.2, 'end'],
] as const

export class CrossfireClient implements ClientModel {
  readonly character: string
  readonly #dialect: '1997' | 'today'
  readonly #random: SeededRandom
  readonly #things = new Map<number, SeenObject>()
  /** Messages of the login that the client can send before it has received any answer. */
  #ready: FromClient[] = []
  #hasGreeting = false
  /** Whether the client has sent a request during its login. */
  #asked = false
  /** The tag of its player, once it has joined. */
  #self: number | undefined
  readonly #unanswered: number[] = []
  #answered: number | undefined
  #commands = 0
  #over = false
  /** Number of silver coins that the client has put down if the room has applied every command. */
  sent = 0
  readonly entry: CharacterTakeover

  constructor(n: number, random: SeededRandom, now: () => number) {
    this.entry = new CharacterTakeover(now)
    this.#random = random
    this.#dialect = random.happens(0.3) ? '1997' : 'today'
    this.character = `${this.#dialect === 'today' ? 'New' : 'Old'}${n % characters}`
  }

  get isWaiting(): boolean {
    return !this.#hasGreeting || this.#asked || this.#unanswered.length > 0 || this.#over
  }

  get isIn(): boolean {
    return this.#self !== undefined
  }

  mayBeClosedFor(reason: string): boolean {
    if (reason === 'you logged in from another client' || reason === 'replaced by a newer login') {
      this.entry.displaced = true
      return true
    }
    if (reason === 'login timeout') return !this.isIn
    return this.#over
  }

  // ---- Requests ----------------------------------------------------------------------------------------------------

  nextFrame(): Frame | undefined {
    if (!this.#hasGreeting || this.#over) return undefined
    const ready = this.#ready.shift()
    if (ready) return this.#ask(ready)
    if (this.#asked || this.#self === undefined) return undefined
    const action = this.#action(this.#self)
    return action === 'text' ? action : fromClient.encode(action)
  }

  #ask(packet: FromClient): Frame {
    this.#asked = this.#ready.length === 0
    this.entry.asks()
    return fromClient.encode(packet)
  }

  #action(self: number): FromClient | 'text' {
    const any = () => this.#random.choose([...this.#things.keys(), 1])
    switch (this.#random.chooseWeighted(actions)) {
      case 'lay down silver':
        return this.#layDown(self)
      case 'move':
        return this.#move(self)
      case 'apply':
        return { type: 'apply', tag: any() }
      case 'lock':
        return { type: 'lock', locked: this.#random.happens(0.5), tag: any() }
      case 'mark':
        return { type: 'mark', tag: any() }
      case 'examine':
        return { type: 'examine', tag: any() }
      case 'quit':
        this.#over = true
        return { type: 'command', text: 'quit' }
      case 'end':
        this.#over = true
        // [CF-1.2]
        return 'text'
      case 'command':
        return this.#command(this.#random.choose(commands))
    }
  }

  #command(text: string): FromClient {
    const packet = ++this.#commands
    this.#unanswered.push(packet)
    return { type: 'ncom', packet, repeat: -1, text }
  }

  #layDown(self: number): FromClient {
    const own = [...this.#things].find(([, { location, name }]) => location === self && silverName.test(name))
    if (!own || own[1].count === 0) return this.#command('stay')
    this.sent++
    return { type: 'move', to: 0, tag: own[0], nrof: 1 }
  }

  #move(self: number): FromClient {
    const others = [...this.#things].filter(([, { name }]) => !silverName.test(name))
    const containers = others.filter(([, { name }]) => /bag|chest/.test(name)).map(([tag]) => tag)
    if (others.length === 0) return this.#command('stay')
    const [tag] = this.#random.choose(others)
    return {
      type: 'move',
      to: this.#random.choose([0, self, self, ...containers]),
      tag,
      nrof: this.#random.integerBelow(4),
    }
  }

  // ---- Frames from the room ----------------------------------------------------------------------------------------

  onFrame(frame: Frame, records: DurableRecords): void {
    if (typeof frame === 'string') violate('frames are bytes', frame)
    if (!decodedTypes.has(wordOf(frame))) return
    const packet = fromServer.decode(frame)
    switch (packet.type) {
      case 'version':
        return this.#greet()
      case 'query':
        return this.#reply(packet)
      case 'accountplayers':
        return this.#choose(packet)
      case 'failure':
        return this.#fail(packet)
      case 'player':
        this.#asked = false
        this.#self = packet.tag
        this.entry.comes()
        return
      case 'comc':
        return this.#answer(packet.packet)
      default:
        return this.#see(packet, records)
    }
  }

  #greet(): void {
    if (this.#hasGreeting) violate(oneAnswer, `${this.character} received two greetings`)
    this.#hasGreeting = true
    const today = this.#dialect === 'today'
    this.#ready.push({ type: 'version', cs: 1023, sc: today ? 1029 : 1022, info: 'simulated' })
    if (!today) return void this.#ready.push({ type: 'addme' })
    const settings = Object.entries(wishes).map(([key, value]) => ({ key, value }))
    this.#ready.push({ type: 'setup', settings }, { type: 'accountnew', name: this.#account, password })
  }

  /**
   * The name of the account. It does not contain the character's name as a separate word, because an erasure of the
   * character may keep the account's name: after a room has gone back, no record shows that account and character
   * belong together.
   */
  get #account(): string {
    return `of${this.character}`
  }

  #reply({ text }: ServerMessage<'query'>): void {
    this.#asked = false
    if (text.includes('your name')) this.#ready.push({ type: 'reply', text: this.character })
    else if (text.includes('password')) this.#ready.push({ type: 'reply', text: password })
    else if (text.includes('Roll')) this.#ready.push({ type: 'reply', text: 'n' })
    else if (text.includes('choose')) this.#ready.push({ type: 'reply', text: 'd' })
  }

  #choose({ characters: there }: ServerMessage<'accountplayers'>): void {
    this.#asked = false
    const name = this.character
    const choices = [`class ${this.#random.choose(builtinCharacterRules.classes).id}`]
    if (there.length > 0) this.#ready.push({ type: 'accountplay', name })
    else this.#ready.push({ type: 'createplayer', name, password, choices })
  }

  /** Another client has created a character of this name first. */
  #fail({ command, text }: ServerMessage<'failure'>): void {
    if (!/already/.test(text)) violate('no client is rejected', `${this.character}: ${command}: ${text}`)
    this.#asked = false
    this.#ready.push({ type: 'accountlogin', name: this.#account, password })
  }

  /**
   * After the loss of an instance, the next one answers the waiting commands, even if they were answered before.
   * [CF-16.6]
   */
  #answer(packet: number): void {
    if (packet > this.#commands)
      violate(oneAnswer, `${this.character} received an answer to ${packet}, sent ${this.#commands}`)
    const at = this.#unanswered.indexOf(packet)
    this.#unanswered.splice(0, at + 1)
    this.#answered = packet
  }

  get isAnswered(): boolean {
    return this.#answered === undefined || this.#answered === this.#commands
  }

  // ---- Objects -----------------------------------------------------------------------------------------------------

  #see(packet: FromServer, records: DurableRecords): void {
    switch (packet.type) {
      case 'item':
      case 'item1':
      case 'item2':
        for (const item of packet.items) {
          const { tag, name } = item
          this.#things.set(tag, { location: packet.location, name, count: 'nrof' in item ? item.nrof : 1 })
        }
        return
      case 'upditem': {
        const had = this.#things.get(packet.tag)
        if (!had) break
        const { location = had.location, nrof: count = had.count, name = had.name } = packet
        this.#things.set(packet.tag, { location, name, count })
        if (silverName.test(had.name) && location === this.#self) this.#believe(count, records)
        return
      }
      case 'delitem':
        for (const tag of packet.tags) this.#things.delete(tag)
        return
      case 'delinv':
        for (const [tag, { location }] of this.#things) if (location === packet.tag) this.#things.delete(tag)
    }
  }

  /** The player's inventory, each pile as `TAGxCOUNT`. */
  get pack(): readonly string[] {
    return [...this.#things].flatMap(([tag, { location, count }]) =>
      location === this.#self ? [`${tag}x${count}`] : [],
    )
  }

  /** Silver only decreases, so the client never sees less than is durable. */
  #believe(received: number, records: DurableRecords): void {
    const there = silverOf(this.character, records)
    if (received >= there) return
    violate(changesAreDurable, `${this.character} received ${received} silver, but has ${there}`)
  }
}

function wordOf(frame: Uint8Array): string {
  const end = frame.indexOf(32)
  return latin1.decode(end < 0 ? frame : frame.subarray(0, end))
}

export function silverOf(character: string, records: DurableRecords): number {
  return inventoryOf(character, records).reduce(
    (sum, { id, count = 1 }) => sum + (id === silver ? count : 0),
    0,
  )
}

export function inventoryOf(character: string, records: DurableRecords): readonly StoredObject[] {
  const record = records.get(characterKey(character))
  return record === undefined ? [] : JSON.parse(String(record)).inventory
}
