// The text client's connection to the room, with the room's own table of packets: joins, reconnects, and keeps the
// received items. Knows no page.
import { Connection, type ConnectionStatus } from '../../../browser/connection/connection.ts'
import { type FromClient, fromServer } from '../packets.ts'
import { stringify } from '../python/json.ts'
import { Tuple } from '../python/values.ts'
import { Names } from './names.ts'

/** The protocol version that this client announces. */
const version = new Tuple('Version', [0, 6, 7])
/** A client that only shows texts and does not play. */
const tags = ['AP', 'TextOnly']
const allItems = 7

export interface Who {
  readonly name: string
  readonly game: string
  readonly password: string | null
}

/** A part of a text, with ids resolved to names. */
export interface NamedPart {
  readonly text: string
  readonly as?: 'player' | 'item' | 'location' | 'entrance'
  readonly flags?: number
  /** Whether it is about this client's own slot. */
  readonly own?: boolean
}

export interface NamedItem {
  readonly name: string
  readonly from: string
  readonly location: string
  readonly flags: number
}

export interface TalkEvents {
  joined(): void
  /** The reason in words; the player may try again. */
  refused(why: string): void
  text(type: string, parts: readonly NamedPart[]): void
  /** All items, newest last. */
  items(items: readonly NamedItem[]): void
  /** Hint points, and the price of a hint. */
  points(points: number, cost: number): void
  stands(standing: ConnectionStatus): void
}

interface Part {
  readonly text: string
  readonly type?: string
  readonly player?: number
  readonly flags?: number
}
interface NetworkItem {
  readonly item: number
  readonly location: number
  readonly player: number
  readonly flags: number
}
interface Packet {
  readonly cmd: string
  readonly [field: string]: unknown
}

const refusals: { readonly [error: string]: string } = {
  InvalidPassword: 'The password is not right.',
  InvalidSlot: 'Nobody may join this slot.',
  InvalidGame: 'The slot plays another game.',
  IncompatibleVersion: 'The room wants clients of another version.',
}

/** Any unique text works; `crypto.randomUUID` exists only on pages served with TLS. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class Talk {
  readonly names: Names
  readonly #events: TalkEvents
  readonly #connection: Connection
  #who: Who
  #greeted = false
  #isIn = false
  #slot = 0
  #players: ReadonlyMap<number, string> = new Map()
  #games: ReadonlyMap<number, string> = new Map()
  #items: NetworkItem[] = []
  #hintPercent = 0
  #locations = 0
  /** Processes packets one at a time, even if one waits for names. */
  #taking: Promise<void> = Promise.resolve()

  /** `room`: the room's path. */
  constructor(room: string, who: Who, events: TalkEvents) {
    this.names = new Names(room)
    this.#who = who
    this.#events = events
    const heard = (frame: string | Uint8Array) => {
      if (typeof frame !== 'string') return
      // A packet that cannot be shown must not block those after it.
      for (const packet of JSON.parse(frame) as Packet[])
        this.#taking = this.#taking.then(() => this.#take(packet)).catch((error) => console.error(error))
    }
    this.#connection = new Connection(
      room,
      {
        opened: () => {
          this.#greeted = false
          this.#isIn = false
        },
        received: heard,
        statusChanged: (standing) => events.stands(standing),
      },
      { staysConnectedWhileHidden: true },
    )
  }

  /** Tries again after a refusal. */
  join(who: Who): void {
    this.#who = who
    if (this.#greeted) this.#connect()
  }

  /** False: not joined at the moment, nothing was sent. */
  say(text: string): boolean {
    return this.#isIn && this.#send({ cmd: 'Say', text })
  }

  /** The player's own game. */
  get game(): string {
    return this.#who.game
  }

  #connect(): void {
    const { name, game, password } = this.#who
    const rest = { uuid: newUuid(), version, tags, items_handling: allItems, slot_data: false }
    this.#connection.send(stringify([{ cmd: 'Connect', password, game, name, ...rest }]))
  }

  #send(packet: FromClient & { cmd: 'Say' | 'Sync' }): boolean {
    return this.#connection.send(stringify([packet]))
  }

  async #take(packet: Packet): Promise<void> {
    if (!Object.hasOwn(fromServer.rows, packet.cmd)) return
    switch (packet.cmd as keyof typeof fromServer.rows) {
      case 'RoomInfo':
        this.names.checksums = packet.datapackage_checksums as { [game: string]: string }
        this.#hintPercent = Number(packet.hint_cost)
        this.#greeted = true
        return this.#connect()
      case 'ConnectionRefused': {
        const [error = ''] = packet.errors as string[]
        return this.#events.refused(refusals[error] ?? `The room says: ${error}`)
      }
      case 'Connected':
        return this.#connected(packet)
      case 'RoomUpdate':
        return this.#updated(packet)
      case 'ReceivedItems':
        return this.#received(packet)
      case 'PrintJSON':
        return this.#print(packet)
      default:
        return undefined
    }
  }

  async #connected(packet: Packet): Promise<void> {
    this.#isIn = true
    this.#slot = Number(packet.slot)
    const slots = packet.slot_info as { [slot: string]: { game: string } }
    this.#games = new Map(Object.entries(slots).map(([slot, { game }]) => [Number(slot), game]))
    this.#setPlayers(packet)
    this.#locations = [packet.missing_locations, packet.checked_locations].flat().length
    this.#items = []
    await this.names.load(this.game)
    this.#events.joined()
    this.#tellPoints(packet)
  }

  #updated(packet: Packet): void {
    if ('players' in packet) this.#setPlayers(packet)
    if ('hint_cost' in packet) this.#hintPercent = Number(packet.hint_cost)
    this.#tellPoints(packet)
  }

  #setPlayers({ players }: Packet): void {
    const all = players as { slot: number; alias: string }[]
    this.#players = new Map(all.map(({ slot, alias }) => [slot, alias]))
  }

  /** [AP-6.1] */
  #tellPoints({ hint_points }: Packet): void {
    if (typeof hint_points !== 'number') return
    const cost = this.#hintPercent && Math.max(1, Math.floor(this.#hintPercent * 0.01 * this.#locations))
    this.#events.points(hint_points, cost)
  }

  /** [AP-4.4] Requests all items if some are missing. */
  async #received({ index, items }: Packet): Promise<void> {
    if (index === 0) this.#items = []
    if (index !== this.#items.length) return void this.#send({ cmd: 'Sync' })
    this.#items.push(...(items as NetworkItem[]))
    await Promise.all(
      [...new Set(this.#items.map(({ player }) => this.#gameOf(player)))].map((game) =>
        this.names.load(game),
      ),
    )
    this.#events.items(
      this.#items.map(({ item, location, player, flags }) => ({
        name: this.#itemName(item, this.#slot),
        from: this.#playerName(player),
        location: location < 0 ? '' : this.#locationName(location, player),
        flags,
      })),
    )
  }

  async #print({ data, type }: Packet): Promise<void> {
    const parts = data as Part[]
    const games = parts.flatMap(({ player }) => (player === undefined ? [] : [this.#gameOf(player)]))
    await Promise.all([...new Set(games)].map((game) => this.names.load(game)))
    this.#events.text(
      String(type ?? ''),
      parts.map((part) => this.#named(part)),
    )
  }

  #named({ text, type, player = 0, flags = 0 }: Part): NamedPart {
    switch (type) {
      case 'player_id':
        return { text: this.#playerName(Number(text)), as: 'player', own: Number(text) === this.#slot }
      case 'item_id':
        return { text: this.#itemName(Number(text), player), as: 'item', flags }
      case 'location_id':
        return { text: this.#locationName(Number(text), player), as: 'location' }
      case 'entrance_name':
        return { text, as: 'entrance' }
      default:
        return { text }
    }
  }

  #gameOf(slot: number): string {
    return this.#games.get(slot) ?? 'Archipelago'
  }

  #playerName(slot: number): string {
    return slot === 0 ? 'the server' : (this.#players.get(slot) ?? `player ${slot}`)
  }

  #itemName(item: number, slot: number): string {
    return this.names.of(this.#gameOf(slot)).items.get(item) ?? `item ${item}`
  }

  #locationName(location: number, slot: number): string {
    return this.names.of(this.#gameOf(slot)).locations.get(location) ?? `location ${location}`
  }
}
