// Clients of Arcane Sector. Some clients stay at the start, each with a switch of its own, whose state must match the
// number of its toggles. The other clients walk. All clients carry items, brew, cast and talk.

import { groundKey } from '../../../games/arcane-sector/items/ground.ts'
import type { Item } from '../../../games/arcane-sector/items/items.ts'
import {
  emptyWireItem,
  type FromClient,
  fromClient,
  fromServer,
  type WireItem,
  wireIdOffset,
} from '../../../games/arcane-sector/packets.ts'
import type { Frame } from '../../../games/game.ts'
import {
  type ClientModel,
  changesAreDurable,
  type DurableRecords,
  oneAnswer,
  violate,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import { CharacterTakeover } from './character-takeovers.ts'

type FromServer = ReturnType<typeof fromServer.decode>
type Stage = 'outside' | 'entering' | 'naming' | 'named' | 'playing'
type ServerPacket<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>
type ClientPacket = FromClient extends infer P
  ? P extends { readonly packetId: bigint }
    ? Omit<P, 'packetId'>
    : never
  : never

export const startPosition = { x: 185, y: 428 } as const
/**
 * Number of switches at `startPosition`. The `n`th switch belongs to the `n`th client. The ids of the switches start at
 * 0.
 */
export const switchCount = 24

/** Number of characters that walk, and number of characters that stay. Several clients share a character. */
export const walkers = 3
const stayers = 3
const passwd = 'secret'

const actions = [
  [12, 'turn the switch'],
  [10, 'hold'],
  [10, 'drop'],
  [8, 'move'],
  [4, 'use'],
  [3, 'choose'],
  [3, 'turn'],
  [3, 'ping'],
  [2, 'cast'],
  [2, 'say'],
  [0.3, 'goodbye'],
  [0.3, 'end'],
] as const

const spells = [
  [0x4a, 0x5a],
  [0x76, 0x77, 0x78, 0x79],
  [1, 2, 3],
] as const

export class ArcaneSectorClient implements ClientModel {
  readonly playerId: number
  readonly #n: number
  readonly #stays: boolean
  readonly #random: SeededRandom
  #at: Stage = 'outside'
  /** Pending answers, in order: the text of a switch, or PONG. */
  readonly #awaited: ('switch' | 'PONG')[] = []
  #selections: bigint[] = []
  #over = false
  #place = { x: 0, y: 0 }
  #underfoot: readonly WireItem[] = []
  #slots: readonly WireItem[] = []
  #held: WireItem = emptyWireItem
  /** `sent`: number of toggles that the client has sent. `acknowledged`: number of answers. */
  sent = 0
  acknowledged = 0
  readonly entry: CharacterTakeover

  constructor(n: number, random: SeededRandom, now: () => number) {
    this.entry = new CharacterTakeover(now)
    this.#n = n
    this.#random = random
    this.#stays = n < switchCount && random.happens(0.6)
    this.playerId = this.#stays ? walkers + random.integerBelow(stayers) : random.integerBelow(walkers)
  }

  get name(): string {
    return `client ${this.#n} as ${this.playerId}`
  }

  get isIn(): boolean {
    return this.#at === 'playing'
  }

  get isWaiting(): boolean {
    return this.#awaited.length > 0 || this.#over || this.#at === 'entering' || this.#at === 'named'
  }

  mayBeClosedFor(reason: string): boolean {
    if (reason === 'logged in again' || reason === 'the character no longer exists') {
      this.entry.displaced = true
      return true
    }
    if (reason === 'another client was first' || reason === 'the password has changed') return !this.isIn
    return this.#over && ['bye', 'ENTR while playing'].includes(reason)
  }

  // ---- Requests ----------------------------------------------------------------------------------------------------

  nextFrame(): Frame | undefined {
    if (this.#over) return undefined
    switch (this.#at) {
      case 'outside':
        this.#at = 'entering'
        this.entry.asks()
        return frame({ type: 'ENTR', passwd, playerId: this.playerId })
      case 'naming':
        this.#at = 'named'
        return frame({ type: 'MYPC', pcName: `P${this.playerId}`, portrait: 0 })
      case 'playing': {
        const selection = this.#selections.shift()
        if (selection === undefined) return this.#action(this.#random.chooseWeighted(actions))
        return frame({ type: 'THIS', kind: 'item', selectedId: this.#anything() }, selection)
      }
      default:
        return undefined
    }
  }

  #action(action: (typeof actions)[number][1]): Frame {
    const chance = this.#random
    switch (action) {
      case 'turn the switch':
        return this.#stays ? this.#turnSwitch() : this.#ping()
      case 'hold':
        return frame({ type: 'HOLD', itemId: this.#anything() })
      case 'drop':
        return frame({ type: 'DROP', dst: chance.integerBelow(14) })
      case 'move':
        return this.#stays
          ? this.#ping()
          : frame({ type: 'MOVE', direction: chance.choose([0, 0, 0, 1, 2, 3]) })
      case 'use':
        return frame({ type: 'USEI', itemId: this.#usable() })
      case 'choose':
        return frame({
          type: 'THIS',
          kind: chance.choose(['item', 'mob', 'ground', 'slot'] as const),
          selectedId: 1n,
        })
      case 'turn':
        return frame({ type: 'DIRE', direction: chance.integerBelow(5) })
      case 'ping':
        return this.#ping()
      case 'cast': {
        const spell = new Uint8Array(8)
        spell.set(chance.choose(spells))
        return frame({ type: 'CAST', spell })
      }
      case 'say':
        return frame({ type: 'SAYS', text: 'hello' })
      case 'goodbye':
        this.#over = true
        return frame({ type: 'GBYE', payload: new Uint8Array(0) })
      case 'end':
        this.#over = true
        return frame({ type: 'ENTR', passwd, playerId: this.playerId })
    }
  }

  #ping(): Frame {
    this.#awaited.push('PONG')
    return frame({ type: 'PING', payload: new Uint8Array(0) })
  }

  #turnSwitch(): Frame {
    this.sent++
    this.#awaited.push('switch')
    return frame({ type: 'USEI', itemId: wireIdOffset + BigInt(this.#n) })
  }

  /** The id of a movable item in reach, or an id that no item has. */
  #anything(): bigint {
    const near = [...this.#underfoot, ...this.#slots].filter(({ movable }) => movable)
    return this.#random.choose([...near, emptyWireItem]).id
  }

  /**
   * The id of an item in reach, or an id that no item has. Switches are excluded, because each belongs to one client.
   */
  #usable(): bigint {
    const near = [...this.#underfoot, ...this.#slots].filter(({ gfxId = '' }) => !gfxId.startsWith('switch'))
    return this.#random.choose([...near, emptyWireItem]).id
  }

  // ---- Frames from the room ----------------------------------------------------------------------------------------

  onFrame(received: Frame, records: DurableRecords): void {
    if (typeof received === 'string') violate('frames are bytes', received)
    const packet = fromServer.decode(received)
    switch (packet.type) {
      case 'NOPC':
        return this.#came('entering', 'naming', packet.type)
      case 'GAME':
        return this.#came(this.#at === 'named' ? 'named' : 'entering', 'playing', packet.type)
      case 'POSI':
        this.#place = { x: packet.x, y: packet.y }
        return
      case 'GRND':
        this.#underfoot =
          packet.lists.find(({ x, y }) => x === this.#place.x && y === this.#place.y)?.items ?? []
        return this.#own(packet.lists.flatMap(({ items }) => items))
      case 'INVT':
        this.#slots = [...packet.inventory, ...packet.equipment]
        return this.#own(this.#slots)
      case 'HLDI':
        this.#held = packet.item
        return
      case 'SLCT':
        this.#selections.push(packet.packetId)
        return
      case 'MOBS':
        return this.#see(packet)
      case 'PONG':
        return this.#answer('PONG')
      case 'TEXT':
        return this.#read(packet.text, records)
    }
  }

  #came(from: Stage, to: Stage, acknowledged: string): void {
    if (this.#at !== from) violate(oneAnswer, `${this.name}: ${acknowledged} while ${this.#at}`)
    this.#at = to
    if (to === 'playing') this.entry.comes()
  }

  /** [AS-13.5] */
  #own(items: readonly WireItem[]): void {
    const ids = items.filter(({ id }) => id !== emptyWireItem.id).map(({ id }) => id)
    if (new Set(ids).size < ids.length) violate('no item has two owners', `${this.name} received ${ids}`)
  }

  #see({ mobs }: ServerPacket<'MOBS'>): void {
    const ids = mobs.map(({ id }) => id)
    if (new Set(ids).size < ids.length || ids.includes(BigInt(this.playerId)))
      violate('one body per character', `${this.name} received ${ids}`)
  }

  #answer(what: 'switch' | 'PONG'): void {
    const [first] = this.#awaited
    if (first !== what) violate(oneAnswer, `${this.name} received ${what}, expected ${first}`)
    this.#awaited.shift()
  }

  #read(text: string, records: DurableRecords): void {
    const turned = /^The switch is (on|off) now\.$/.exec(text)
    if (!turned) return
    this.#answer('switch')
    const on = ++this.acknowledged % 2 === 1
    if ((turned[1] === 'on') !== on)
      violate('exactly once', `${this.name}: toggle ${this.acknowledged} of the switch left it ${turned[1]}`)
    // While another toggle is pending, the state of the switch is unknown.
    if (this.sent === this.acknowledged && isSwitchOn(this.#n, records) !== on)
      violate(changesAreDurable, `${this.name} received ${turned[1]}, but the record differs`)
  }

  get switch(): number | undefined {
    return this.#stays ? this.#n : undefined
  }

  /** The client's inventory according to the room: ids by slot, and the held item. */
  get carried(): readonly (number | undefined)[] {
    return [...this.#slots, this.#held].map(({ id }) =>
      id === emptyWireItem.id ? undefined : Number(id - wireIdOffset),
    )
  }
}

export function isSwitchOn(n: number, records: DurableRecords): boolean {
  const item = itemsOf(records.get(groundKey(startPosition))).find(({ id }) => id === n)
  if (item?.type !== 'switch') violate('nothing is lost', `switch ${n} is not where it was`)
  return item.on
}

export function itemsOf(record: ReturnType<DurableRecords['get']>): readonly Item[] {
  return record === undefined ? [] : JSON.parse(String(record))
}

function frame(packet: ClientPacket, packetId = 0n): Frame {
  return fromClient.encode({ ...packet, packetId } as FromClient)
}
