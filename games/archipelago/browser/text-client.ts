// The text client's connection to the room, independent of the page.
import { Connection, type ConnectionStatus } from '../../../browser/connection/connection.ts'
import { type FromClient, fromServer } from '../packets.ts'
import { stringifyJson } from '../python/json.ts'
import { PyTuple } from '../python/values.ts'
import { DataPackageNames } from './data-package-names.ts'

/** The protocol version that this client announces. */
const clientVersion = new PyTuple('Version', [0, 6, 7])
const clientTags = ['AP', 'TextOnly']
/**
 * The `items_handling` that requests all items: from other worlds, from the slot's own world, and the start inventory.
 */
const allItems = 7

export interface JoinCredentials {
  readonly name: string
  readonly game: string
  readonly password: string | null
}

/** A part of a PrintJSON with names instead of ids. */
export interface RenderedPart {
  readonly text: string
  readonly kind?: 'player' | 'item' | 'location' | 'entrance'
  readonly flags?: number
  /** Whether the part is the name of this client's own slot. */
  readonly isOwn?: boolean
}

export interface NamedItem {
  readonly name: string
  readonly from: string
  readonly location: string
  readonly flags: number
}

export interface TextClientEvents {
  onJoined(): void
  /** `reason`: a text to show to the player, who may try again. */
  onRefused(reason: string): void
  onText(type: string, parts: readonly RenderedPart[]): void
  /** `items`: all items that the slot has received, newest last. */
  onItems(items: readonly NamedItem[]): void
  /** `cost`: the price of one hint. */
  onHintPoints(points: number, cost: number): void
  onConnectionStatus(status: ConnectionStatus): void
}

interface TextPart {
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

const refusalMessages: { readonly [error: string]: string } = {
  InvalidPassword: 'Wrong password.',
  InvalidSlot: 'This slot cannot be joined.',
  InvalidGame: 'The slot plays another game.',
  IncompatibleVersion: 'The room requires another client version.',
}

/** Any unique text is valid. `crypto.randomUUID` is not used, because it exists only on pages served with TLS. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Replaces NaN and Infinity by null. JSON.parse refuses NaN and Infinity, which the tags of another client can contain.
 */
function withStandardNumbers(json: string): string {
  if (!/NaN|Infinity/.test(json)) return json
  return json.replace(/("(?:[^"\\]|\\.)*")|-?Infinity|NaN/g, (_, text?: string) => text ?? 'null')
}

export class TextClient {
  readonly names: DataPackageNames
  readonly #events: TextClientEvents
  readonly #connection: Connection
  #credentials: JoinCredentials
  #hasRoomInfo = false
  #isJoined = false
  #slot = 0
  #players: ReadonlyMap<number, string> = new Map()
  #games: ReadonlyMap<number, string> = new Map()
  #items: NetworkItem[] = []
  #hintPercent = 0
  #locations = 0
  /** Packets are processed one after another, because a packet may wait until names are loaded. */
  #processing: Promise<void> = Promise.resolve()

  /** `room`: the path of the room's page. */
  constructor(room: string, credentials: JoinCredentials, events: TextClientEvents) {
    this.names = new DataPackageNames(room)
    this.#credentials = credentials
    this.#events = events
    const handleFrame = (frame: string | Uint8Array) => {
      if (typeof frame !== 'string') return
      // A packet that cannot be shown must not block later packets.
      for (const packet of JSON.parse(withStandardNumbers(frame)) as Packet[])
        this.#processing = this.#processing
          .then(() => this.#handlePacket(packet))
          .catch((error) => console.error(error))
    }
    this.#connection = new Connection(
      room,
      {
        opened: () => {
          this.#hasRoomInfo = false
          this.#isJoined = false
        },
        received: handleFrame,
        statusChanged: (status) => events.onConnectionStatus(status),
      },
      { staysConnectedWhileHidden: true },
    )
  }

  join(credentials: JoinCredentials): void {
    this.#credentials = credentials
    if (this.#hasRoomInfo) this.#connect()
  }

  /**
   * Unusual spaces and unprintable characters, which the room refuses, become spaces. Returns false if the client has
   * not joined.
   */
  say(text: string): boolean {
    return this.#isJoined && this.#send({ cmd: 'Say', text: text.replaceAll(/[\p{C}\p{Z}]/gu, ' ').trim() })
  }

  get game(): string {
    return this.#credentials.game
  }

  #connect(): void {
    const { name, game, password } = this.#credentials
    const rest = {
      uuid: newUuid(),
      version: clientVersion,
      tags: clientTags,
      items_handling: allItems,
      slot_data: false,
    }
    this.#connection.send(stringifyJson([{ cmd: 'Connect', password, game, name, ...rest }]))
  }

  #send(packet: FromClient & { cmd: 'Say' | 'Sync' }): boolean {
    return this.#connection.send(stringifyJson([packet]))
  }

  async #handlePacket(packet: Packet): Promise<void> {
    if (!Object.hasOwn(fromServer.rows, packet.cmd)) return
    switch (packet.cmd as keyof typeof fromServer.rows) {
      case 'RoomInfo':
        this.names.checksums = packet.datapackage_checksums as { [game: string]: string }
        this.#hintPercent = Number(packet.hint_cost)
        this.#hasRoomInfo = true
        return this.#connect()
      case 'ConnectionRefused': {
        const [error = ''] = packet.errors as string[]
        return this.#events.onRefused(refusalMessages[error] ?? `The room refused the connection: ${error}`)
      }
      case 'Connected':
        return this.#onConnected(packet)
      case 'RoomUpdate':
        return this.#onRoomUpdate(packet)
      case 'ReceivedItems':
        return this.#onReceivedItems(packet)
      case 'PrintJSON':
        return this.#onPrint(packet)
      default:
        return undefined
    }
  }

  async #onConnected(packet: Packet): Promise<void> {
    this.#isJoined = true
    this.#slot = Number(packet.slot)
    const slots = packet.slot_info as { [slot: string]: { game: string } }
    this.#games = new Map(Object.entries(slots).map(([slot, { game }]) => [Number(slot), game]))
    this.#setPlayers(packet)
    this.#locations = [packet.missing_locations, packet.checked_locations].flat().length
    this.#items = []
    await this.names.load(this.game)
    this.#events.onJoined()
    this.#reportHintPoints(packet)
  }

  #onRoomUpdate(packet: Packet): void {
    if ('players' in packet) this.#setPlayers(packet)
    if ('hint_cost' in packet) this.#hintPercent = Number(packet.hint_cost)
    this.#reportHintPoints(packet)
  }

  #setPlayers({ players }: Packet): void {
    const all = players as { slot: number; alias: string }[]
    this.#players = new Map(all.map(({ slot, alias }) => [slot, alias]))
  }

  /** [AP-6.1] */
  #reportHintPoints({ hint_points }: Packet): void {
    if (typeof hint_points !== 'number') return
    const cost = this.#hintPercent && Math.max(1, Math.floor(this.#hintPercent * 0.01 * this.#locations))
    this.#events.onHintPoints(hint_points, cost)
  }

  /** [AP-4.4] */
  async #onReceivedItems({ index, items }: Packet): Promise<void> {
    if (index === 0) this.#items = []
    if (index !== this.#items.length) return void this.#send({ cmd: 'Sync' })
    for (const item of items as NetworkItem[]) this.#items.push(item)
    await Promise.all(
      [...new Set(this.#items.map(({ player }) => this.#gameOf(player)))].map((game) =>
        this.names.load(game),
      ),
    )
    this.#events.onItems(
      this.#items.map(({ item, location, player, flags }) => ({
        name: this.#itemName(item, this.#slot),
        from: this.#playerName(player),
        location: location < 0 ? '' : this.#locationName(location, player),
        flags,
      })),
    )
  }

  async #onPrint({ data, type }: Packet): Promise<void> {
    const parts = data as TextPart[]
    const games = parts.flatMap(({ player }) => (player === undefined ? [] : [this.#gameOf(player)]))
    await Promise.all([...new Set(games)].map((game) => this.names.load(game)))
    this.#events.onText(
      String(type ?? ''),
      parts.map((part) => this.#renderPart(part)),
    )
  }

  #renderPart({ text, type, player = 0, flags = 0 }: TextPart): RenderedPart {
    switch (type) {
      case 'player_id':
        return { text: this.#playerName(Number(text)), kind: 'player', isOwn: Number(text) === this.#slot }
      case 'item_id':
        return { text: this.#itemName(Number(text), player), kind: 'item', flags }
      case 'location_id':
        return { text: this.#locationName(Number(text), player), kind: 'location' }
      case 'entrance_name':
        return { text, kind: 'entrance' }
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
    return this.names.loadedNames(this.#gameOf(slot)).items.get(item) ?? `item ${item}`
  }

  #locationName(location: number, slot: number): string {
    return this.names.loadedNames(this.#gameOf(slot)).locations.get(location) ?? `location ${location}`
  }
}
