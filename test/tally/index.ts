// A game for tests alone: it counts. Uses every door once, over every transport, with a command a byte.
import { sliceSteps } from '../../durable-objects/frames.ts'
import type {
  CreateRoomResult,
  Frame,
  Game,
  GameContext,
  Options,
  Peer,
  ReceiveResult,
  Refusal,
  Session,
  SpectatorFeed,
  RecordStore,
  World,
} from '../../games/game.ts'
import { findRefusal } from '../../games/shared/options/read.ts'
import type { OptionTable } from '../../games/shared/options/table.ts'
import { WireError } from '../../wire/error.ts'

const parts = 3

/** `+` durable, `m` durable in three parts, `.` written behind, `w` durable after a wait, `s` to all, `p` to the others, `b` big, `n` silent, `h` heard. */
export type Command = '+' | 'm' | '.' | 'w' | 's' | 'p' | 'b' | 'n' | 'q' | 'x' | 'e' | 'd' | 'h'

export class TallyWorld implements World {
  readonly tickMs: number
  readonly capacity = 100
  readonly peers = new Set<Peer>()
  readonly context: GameContext
  ticks = 0
  /** That are shown to somebody. */
  shows = 0
  soft: number
  wakeAt: number | undefined
  readonly #store: RecordStore

  constructor(store: RecordStore, context: GameContext, options: Options) {
    this.#store = store
    this.context = context
    this.tickMs = Number(options.tickMs ?? 0)
    this.soft = Number(store.get('soft') ?? 0)
  }

  get players(): number {
    return this.peers.size
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  total(name: string): number {
    return Number(this.#store.get(keyOf(name)) ?? 0)
  }

  add(name: string, amount: number): number {
    const total = this.total(name) + amount
    this.#store.put(keyOf(name), total)
    return total
  }

  totals(): { [name: string]: number } {
    const totals: { [name: string]: number } = {}
    for (const [key, value] of this.#store.list('total/')) totals[key.slice(6)] = Number(value)
    return totals
  }

  tick(): void {
    this.ticks++
  }

  wake(now: number): void {
    if (this.wakeAt === undefined || now < this.wakeAt) return
    this.wakeAt = undefined
    this.add('alarm', 1)
  }

  save(): void {
    this.#store.put('soft', this.soft)
  }
}

interface Remembered {
  readonly name: string
  readonly op: number
}

class TallySession implements Session {
  readonly #world: TallyWorld
  readonly #peer: Peer
  #remembered: Remembered

  constructor(world: TallyWorld, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#peer = peer
    const text = new TextDecoder().decode(resumeState)
    this.#remembered = text ? (JSON.parse(text) as Remembered) : { name: `p${peer.id}`, op: 0 }
    world.peers.add(peer)
    if (!resumeState) peer.send(bytes('W'))
  }

  get resumeState(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.#remembered))
  }

  /** Who has said `i`. */
  get name(): string | undefined {
    const { name } = this.#remembered
    return /^p\d+$/.test(name) ? undefined : name
  }

  receive(frame: Frame, from: number): ReceiveResult | Promise<() => void> {
    const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
    const [command, ...rest] = text
    const argument = rest.join('')
    if (command === 'i') return this.#identify(argument)
    if (command === 'm') return this.#addInParts(from)
    this.#remembered = { ...this.#remembered, op: this.#remembered.op + 1 }
    return this.#obey(command as Command, argument)
  }

  onResumed(): void {
    this.#peer.send(bytes(`R${this.#world.total(this.#remembered.name)}`))
  }

  onClosed(): void {
    this.#world.peers.delete(this.#peer)
  }

  #identify(name: string): void {
    this.#remembered = { ...this.#remembered, name }
    this.#reply(`I${name}`)
  }

  /** Each part costs so much that others have their turns before the next. */
  #addInParts(from: number): ReceiveResult {
    const { name, op } = this.#remembered
    if (from === 0) this.#remembered = { name, op: op + 1 }
    this.#world.context.chargeSteps(sliceSteps)
    this.#reply(`m${this.#remembered.op} ${this.#world.add(name, 1)}`)
    return from + 1 < parts ? from + 1 : undefined
  }

  #obey(command: Command, argument: string): void | Promise<() => void> {
    const { name, op } = this.#remembered
    switch (command) {
      case '+':
        return this.#reply(`+${op} ${this.#world.add(name, Number(argument || 1))}`)
      case '.':
        return this.#reply(`.${op} ${++this.#world.soft}`)
      case 'w':
        return this.#world.context.delay(10).then(() => () => this.#reply(`w${op} ${this.#world.add(name, 1)}`))
      case 's':
        return this.#world.context.multicast(this.#world.peers, bytes(`s${name}: ${argument}`))
      case 'p':
        for (const peer of this.#world.peers) if (peer !== this.#peer) peer.send(bytes(`p${argument}`))
        return this.#reply(`p${op}`)
      case 'b':
        return this.#reply('b'.repeat(Number(argument)))
      case 'n':
        return
      case 'h':
        this.#peer.markAddressValidated()
        if (argument) throw new Error('a fault on purpose')
        return this.#reply(`h${op}`)
      case 'd':
        this.#world.wakeAt = this.#world.context.now() + Number(argument)
        return this.#reply(`d${op}`)
      case 'q':
        this.#reply('bye')
        return this.#peer.close('asked for')
      case 'x':
        this.#world.add(name, 1000)
        this.#world.context.multicast(this.#world.peers, bytes('never said'))
        throw new Error('a fault on purpose')
      case 'e':
        this.#world.add(name, 1000)
        throw new WireError('e: not a command')
      default:
        throw new WireError(`no command ${command}`)
    }
  }

  #reply(text: string): void {
    this.#peer.send(bytes(text))
  }
}

/** All totals to begin with, then those that are another. Who is called `blot` cannot be shown. */
class TallyShow implements SpectatorFeed {
  readonly #world: TallyWorld
  #shown: { readonly [name: string]: number } = {}

  constructor(world: TallyWorld) {
    this.#world = world
    world.shows++
  }

  snapshot(): readonly Uint8Array[] {
    this.#shown = this.#world.totals()
    if ('blot' in this.#shown) throw new Error('a fault on purpose')
    return [bytes(`T${JSON.stringify(this.#shown)}`)]
  }

  delta(): readonly Uint8Array[] {
    const before = this.#shown
    this.#shown = this.#world.totals()
    return Object.entries(this.#shown)
      .filter(([name, total]) => before[name] !== total)
      .map(([name, total]) => bytes(`${name}=${total}`))
  }

  onNoSpectators(): void {
    this.#world.shows--
  }
}

/** A record's key is short, a name need not be. */
function keyOf(name: string): string {
  return `total/${name.slice(0, 40)}`
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const framing = { at: 0, length: 'u16be', plus: 2, max: 65_537, bare: true } as const

const amount = { type: 'whole', defaultValue: 0, min: 0, max: 1_000_000_000 } as const

/** What is not given is not stored either, so that tests see what they put in. */
export const optionTable = {
  tickMs: { ...amount, description: 'The length of a tick.' },
  messagesPerSecond: { ...amount, description: 'As `Limits` has it.' },
  messageBurst: { ...amount, defaultValue: 10, description: 'As `Limits` has it.' },
  windowBytes: { ...amount, defaultValue: 65_536, description: 'As `Limits` has it.' },
  peers: { ...amount, description: 'As `Limits` has it.' },
  peersPerAddress: { ...amount, description: 'As `Limits` has it.' },
  idleMs: { ...amount, description: 'As `Limits` has it.' },
  watchers: { ...amount, defaultValue: 200, description: 'As `Limits` has it.' },
  password: {
    type: 'text',
    min: 1,
    max: 128,
    nullable: true,
    defaultValue: null,
    secret: true,
    description: 'Nobody asks for it.',
  },
} as const satisfies OptionTable

export const tally: Game<TallyWorld> = {
  slug: 'tally',
  title: 'Tally',
  version: 2,
  readableVersions: [1],
  listeners: [
    { transport: 'tcp', port: 4001, framing },
    { transport: 'udp', port: 4002, supersedePrefix: bytes('n') },
    { transport: 'websocket', port: 4003 },
  ],
  options: optionTable,
  limits: (options) => ({
    messagesPerSecond: Number(options.messagesPerSecond ?? 0),
    messageBurst: Number(options.messageBurst ?? 10),
    bytesPerSecond: 0,
    maxFrameBytes: 65_535,
    windowBytes: Number(options.windowBytes ?? 65_536),
    maxSessions: Number(options.peers ?? 0),
    maxSessionsPerAddress: Number(options.peersPerAddress ?? 0),
    idleTimeoutMs: Number(options.idleMs ?? 0),
    ...(options.watchers !== undefined && { maxSpectators: Number(options.watchers) }),
  }),
  async createRoom({ options, files }): Promise<CreateRoomResult | Refusal> {
    const refused = findRefusal(optionTable, options)
    if (refused) return refused
    const file = files.get('file')
    const records: [string, string][] = file ? [['file', file.name]] : []
    return { options, records, warnings: file ? [`kept ${file.name}`] : [] }
  },
  openWorld(store, host, options, version) {
    // Version 1 kept one number for everybody.
    if (version === 1) {
      store.put('total/everybody', store.get('count') ?? 0)
      store.delete('count')
    }
    return new TallyWorld(store, host, options)
  },
  openSession: (world, _host, peer, note) => new TallySession(world, peer, note),
  rejectFrame: (why) => bytes(`no: ${why}`),
  publicState: (world) => ({
    totals: world.totals(),
    soft: world.soft,
    ticks: world.ticks,
    shows: world.shows,
  }),
  createSpectatorFeed: (world) => new TallyShow(world),
  drawPicture: (world) => ({ width: 1, height: 1, rgb: new Uint8Array([world.soft, 0, 0]) }),
  applyOptions: (_world, options) => findRefusal(optionTable, options) ?? options,
  files: (world) => [
    { name: 'totals.txt', type: 'text/plain', body: () => JSON.stringify(world.totals()) },
    { name: 'secret.txt', type: 'text/plain', secret: true, body: () => 'hush' },
  ],
}
