// Clients of a multiworld. Each client has a sum of its own in the data storage, and all clients share one more sum.
// Clients check locations, pay for hints, and send Bounces. Some requests without an answer are followed by a Get,
// whose answer shows their effect.

import type { Command } from '../../../games/archipelago/packets.ts'
import type { Seed } from '../../../games/archipelago/seed/seed.ts'
import { LocationChecks } from '../../../games/archipelago/slots/location-checks.ts'
import { ReceivedItems } from '../../../games/archipelago/slots/received-items.ts'
import { DataStorage } from '../../../games/archipelago/storage/data-storage.ts'
import type { Frame, RecordStore } from '../../../games/game.ts'
import {
  type ClientModel,
  changesAreDurable,
  type DurableRecords,
  oneAnswer,
  readOnlyStore,
  violate,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

type Packet = { readonly cmd: Command; readonly [field: string]: unknown }
interface Heard {
  readonly cmd: string
  readonly [field: string]: unknown
}
/** The fields of a NetworkItem without its class. */
export interface ReceivedItem {
  readonly item: number
  readonly location: number
  readonly player: number
}

interface Awaited {
  readonly cmd: string
  readonly op?: number
  readonly proves?: (packet: Heard, store: RecordStore) => void
}

export const sharedKey = 'pot'
/** Whether clients pay for hints of this location. Hints of other locations are created free of charge. */
export const hasPaidHints = (location: number) => location % 2 === 1

const goal = 30
const playing = 20

const commands = [
  [20, 'add'],
  [6, 'add unanswered'],
  [8, 'add in common'],
  [10, 'check'],
  [5, 'get'],
  [4, 'scout'],
  [3, 'hint for nothing'],
  [3, 'pay for a hint'],
  [3, 'bounce'],
  [2, 'watch'],
  [2, 'sync'],
  [1, 'say'],
  [1, 'names'],
  [0.3, 'goal'],
  [0.5, 'end with bytes'],
  [0.5, 'end with another slot'],
  [0.5, 'end with no operation'],
] as const

const ends = [
  'expected a text frame, got bytes',
  'the client has joined another slot already',
  'Set: KeyError: unknown operation',
]

export class ArchipelagoClient implements ClientModel {
  readonly key: string
  readonly slot: number
  readonly itemsHandling: number
  readonly #n: number
  readonly #seed: Seed
  readonly #random: SeededRandom
  readonly #awaited: Awaited[] = []
  #came: 'silent' | 'greeted' | 'joining' | 'joined' = 'silent'
  #ops = 0
  #over = false
  /**
   * For each other client, its last Bounce that this client received, and how often an earlier Bounce arrived after a
   * later one.
   */
  readonly #bounced = new Map<number, { readonly op: number; readonly wentBack: number }>()
  #losses = 0
  #common = 0
  /** `sent`: the sum that the client has sent. `acknowledged`: the sum that the room has acknowledged. */
  sent = 0
  acknowledged = 0
  saidInCommon = 0
  toldInCommon = 0
  /** Locations that the client has checked, and locations that the room has acknowledged. */
  readonly checked = new Set<number>()
  readonly toldChecked = new Set<number>()
  sentGoal = false
  items: readonly ReceivedItem[] = []
  /** Whether the client has received items beyond the next index, and no full list after that. */
  missesItems = false

  constructor(n: number, seed: Seed, random: SeededRandom) {
    const players = [...seed.slots.keys()]
    this.key = `own ${n}`
    this.slot = random.choose(players)
    this.itemsHandling = random.choose([7, 7, 3, 1])
    this.#n = n
    this.#seed = seed
    this.#random = random
  }

  get joined(): boolean {
    return this.#came === 'joined'
  }

  get isWaiting(): boolean {
    return this.#awaited.length > 0 || this.#over || this.#came === 'silent'
  }

  mayBeClosedFor(reason: string): boolean {
    // [AP-2.2]
    if (reason === 'the client did not join in time') return this.#came !== 'joined'
    return this.#over && ends.includes(reason)
  }

  onInstanceLost(): void {
    this.#losses++
  }

  nextFrame(): Frame | undefined {
    if (this.#over || this.#came === 'silent' || this.#came === 'joining') return undefined
    return this.#came === 'greeted' ? this.#join() : this.#command(this.#random.chooseWeighted(commands))
  }

  #join(): Frame {
    this.#came = 'joining'
    this.#awaited.push({ cmd: 'Connected' })
    return frame(this.#connect(this.slot))
  }

  #connect(slot: number): Packet {
    const { name, game } = this.#seed.slots.get(slot)!
    return {
      cmd: 'Connect',
      password: null,
      uuid: this.key,
      version: { major: 0, minor: 6, build: 7, class: 'Version' },
      items_handling: this.itemsHandling,
      tags: ['AP'],
      slot_data: false,
      name,
      game,
    }
  }

  // ---- Requests --------------------------------------------------------------------------------------------------

  #command(command: (typeof commands)[number][1]): Frame {
    switch (command) {
      case 'add':
        return frame(this.#add())
      case 'add unanswered':
        this.sent++
        return frame(set(this.key, { want_reply: false }))
      case 'add in common':
        return frame(this.#addInCommon())
      case 'check':
        return this.#check()
      case 'get':
        return frame(this.#get())
      case 'scout':
      case 'hint for nothing':
        return frame(this.#scout(command === 'scout' ? 0 : 2))
      case 'pay for a hint':
        return frame({ cmd: 'Say', text: `!hint_location ${this.#location(hasPaidHints)}` }, this.#get())
      case 'bounce':
        return frame(this.#bounce())
      case 'watch':
        return frame({ cmd: 'SetNotify', keys: [sharedKey] })
      case 'sync':
        return frame({ cmd: 'Sync' }, this.#get())
      case 'say':
        return frame({ cmd: 'Say', text: 'hello' })
      case 'names':
        this.#awaited.push({ cmd: 'DataPackage' })
        return frame({ cmd: 'GetDataPackage', games: ['Archipelago'] })
      case 'goal':
        this.sentGoal = true
        return frame({ cmd: 'StatusUpdate', status: this.#random.choose([goal, goal, playing]) }, this.#get())
      default:
        return this.#end(command)
    }
  }

  /**
   * The client leaves with a message for which the room ends the session, so the room must have applied all earlier
   * messages.
   */
  #end(how: 'end with bytes' | 'end with another slot' | 'end with no operation'): Frame {
    this.#over = true
    if (how === 'end with bytes') return Uint8Array.of(1)
    const add = this.#add()
    if (how === 'end with no operation') return frame(add, set(this.key, { operations: [{}] }))
    const other = [...this.#seed.slots.keys()].find((slot) => slot !== this.slot)!
    return frame(add, this.#connect(other))
  }

  #add(): Packet {
    const op = ++this.#ops
    const sum = ++this.sent
    this.#awaited.push({
      cmd: 'SetReply',
      op,
      proves: ({ value, original_value }, store) => {
        if (value !== sum || original_value !== sum - 1)
          violate('exactly once', `${this.key} received ${original_value} and ${value} instead of ${sum}`)
        this.acknowledged = sum
        isDurable(store, this.key, sum)
      },
    })
    return set(this.key, { want_reply: true, by: this.#n, op })
  }

  #addInCommon(): Packet {
    const op = ++this.#ops
    this.saidInCommon++
    this.#awaited.push({
      cmd: 'SetReply',
      op,
      proves: ({ value, original_value }, store) => {
        if (Number(value) !== Number(original_value) + 1)
          violate('exactly once', `one more than ${original_value} is ${value}`)
        this.toldInCommon++
        isDurable(store, sharedKey, Number(value))
      },
    })
    return set(sharedKey, { want_reply: true, by: this.#n, op })
  }

  #check(): Frame {
    const locations = Array.from({ length: this.#random.integerBetween(1, 3) }, () => this.#location())
    for (const location of locations) this.checked.add(location)
    const get = this.#get((store) => {
      const checks = new LocationChecks(this.#seed, store)
      for (const location of locations) {
        if (!checks.has(this.slot, location))
          violate(changesAreDurable, `${location} of slot ${this.slot} is not checked`)
        this.toldChecked.add(location)
      }
    })
    return frame({ cmd: 'LocationChecks', locations }, get)
  }

  #get(proves: (store: RecordStore) => void = () => {}): Packet {
    const op = ++this.#ops
    const sum = this.sent
    this.#awaited.push({
      cmd: 'Retrieved',
      op,
      proves: ({ keys }, store) => {
        const value = Number((keys as { [key: string]: unknown })[this.key] ?? 0)
        if (value !== sum) violate('exactly once', `${this.key} is ${value}, not ${sum}`)
        this.acknowledged = sum
        isDurable(store, this.key, sum)
        proves(store)
      },
    })
    return { cmd: 'Get', keys: [this.key], by: this.#n, op }
  }

  #scout(create_as_hint: number): Packet {
    this.#awaited.push({ cmd: 'LocationInfo' })
    const location = this.#location((id) => !hasPaidHints(id))
    return { cmd: 'LocationScouts', locations: [location], create_as_hint }
  }

  #bounce(): Packet {
    const op = ++this.#ops
    this.#awaited.push({ cmd: 'Bounced', op })
    return { cmd: 'Bounce', slots: [...this.#seed.slots.keys()], data: { by: this.#n, op } }
  }

  #location(which: (location: number) => boolean = () => true): number {
    return this.#random.choose([...this.#seed.locations(this.slot).ids].filter(which))
  }

  // ---- Frames from the room --------------------------------------------------------------------------------------

  onFrame(received: Frame, records: DurableRecords): void {
    if (typeof received !== 'string') violate('frames are text', `${received.length} bytes`)
    const store = readOnlyStore(records)
    for (const packet of JSON.parse(received) as Heard[]) this.#hear(packet, store)
  }

  #hear(packet: Heard, store: RecordStore): void {
    switch (packet.cmd) {
      case 'RoomInfo':
        if (this.#came !== 'silent') violate(oneAnswer, `${this.key}: received two greetings`)
        this.#came = 'greeted'
        return
      case 'ReceivedItems':
        return this.#receive(Number(packet.index), packet.items as ReceivedItem[], store)
      case 'RoomUpdate':
        return this.#seeChecked((packet.checked_locations ?? []) as number[], store)
      case 'SetReply':
        if (packet.key === sharedKey) this.#seeCommon(Number(packet.value))
        return packet.by === this.#n ? this.#answer(packet, packet.op, store) : undefined
      case 'Bounced':
        return this.#hearBounced(packet, store)
      case 'PrintJSON':
        return
      default:
        return this.#answer(packet, packet.op, store)
    }
  }

  #answer(packet: Heard, op: unknown, store: RecordStore): void {
    const [first] = this.#awaited
    if (first?.cmd !== packet.cmd || first.op !== op) {
      const wanted = first ? `${first.cmd} ${first.op ?? ''}` : 'nothing'
      violate(oneAnswer, `${this.key} received ${packet.cmd} ${op}, expected ${wanted}`)
    }
    this.#awaited.shift()
    if (packet.cmd === 'Connected') this.#came = 'joined'
    first.proves?.(packet, store)
  }

  #hearBounced(packet: Heard, store: RecordStore): void {
    const { by, op } = packet.data as { by: number; op: number }
    if (by === this.#n) return this.#answer(packet, op, store)
    const last = this.#bounced.get(by) ?? { op: 0, wentBack: 0 }
    // [LINK-5] A Bounce writes nothing, so the room applies it again if the instance and its answer were lost.
    const wentBack = last.wentBack + (op <= last.op ? 1 : 0)
    if (wentBack > this.#losses)
      violate('broadcasts arrive once', `${this.key} received ${op} of client ${by} again`)
    this.#bounced.set(by, { op, wentBack })
  }

  #seeCommon(value: number): void {
    if (value < this.#common)
      violate('broadcasts arrive in order', `${this.key} received ${value} after ${this.#common}`)
    this.#common = value
  }

  /**
   * A list from index 0 replaces the earlier list. Any other list must continue it. A reply that an instance stored
   * before it was lost may continue a list that the client never received: the client ignores this reply, and the full
   * list follows. [AP-9.2]
   */
  #receive(index: number, items: readonly ReceivedItem[], store: RecordStore): void {
    const before = this.items
    if (index > before.length) {
      this.missesItems = true
      return
    }
    if (index !== 0 && (index !== before.length || this.missesItems))
      violate(
        'indices without gaps',
        `${this.key} has ${before.length} items, and receives a list from ${index}`,
      )
    this.missesItems = false
    const after = index === 0 ? items : [...before, ...items]
    const differs = before.findIndex((item, i) => !isSame(item, after[i]))
    if (differs >= 0) violate('a received item stays', `${this.key}: item ${differs} has changed`)
    this.items = after
    const there = expectedItems(this.#seed, store, this.slot, this.itemsHandling)
    if (there.length < after.length)
      violate(changesAreDurable, `${after.length} items, ${there.length} of them stored`)
  }

  #seeChecked(locations: readonly number[], store: RecordStore): void {
    const checks = new LocationChecks(this.#seed, store)
    const lost = locations.find((location) => !checks.has(this.slot, location))
    if (lost !== undefined)
      violate('announced state is durable', `${lost} of slot ${this.slot} is not checked`)
  }
}

/** All items that a client of the slot must have, from durable records. */
export function expectedItems(
  seed: Seed,
  store: RecordStore,
  slot: number,
  itemsHandling: number,
): readonly ReceivedItem[] {
  const items = new ReceivedItems(store)
  const found = itemsHandling & 2 ? items.all(slot) : items.fromOthers(slot)
  const start = itemsHandling & 4 ? seed.precollectedItems(slot) : []
  return [
    ...start.map((item) => ({ item, location: -2, player: 0 })),
    ...found.map(({ item, location, finder }) => ({ item, location, player: finder })),
  ]
}

export function isSame(one: ReceivedItem, other: ReceivedItem | undefined): boolean {
  return one.item === other?.item && one.location === other.location && one.player === other.player
}

function isDurable(store: RecordStore, key: string, least: number): void {
  const there = readSum(store, key)
  if (there < least) violate(changesAreDurable, `${key} is ${there}, but a client received ${least}`)
}

export function readSum(store: RecordStore, key: string): number {
  return Number(new DataStorage(store).get(key)?.text ?? 0)
}

function set(key: string, fields: object): Packet {
  return { cmd: 'Set', key, default: 0, operations: [{ operation: 'add', value: 1 }], ...fields }
}

function frame(...packets: readonly Packet[]): Frame {
  return JSON.stringify(packets)
}
