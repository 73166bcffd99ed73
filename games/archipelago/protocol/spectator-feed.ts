// The spectator feed of a multiworld. Spectators get names instead of ids.
import type { SpectatorFeed } from '../../game.ts'
import type { FromServer } from '../packets.ts'
import { type JsonWritable, stringifyJson } from '../python/json.ts'
import type { FeedEvent } from '../room/event-ring.ts'
import type { MessagePart, MessageType } from '../room/messages.ts'
import type { SlotProgressBar } from '../view/progress-picture.ts'
import { playerProgress } from '../view/room-picture.ts'
import type { Multiworld } from '../world.ts'
import type { WelcomeFrames } from './room-info.ts'

/** The types of the messages in the feed, which contains no chat and no hints. */
const feedTypes: ReadonlySet<MessageType | undefined> = new Set<MessageType>([
  ...(['ItemSend', 'ItemCheat', 'Goal', 'Release', 'Collect'] as const),
  ...(['Join', 'Part', 'Countdown'] as const),
])
/** If a release causes thousands of texts, only the last ones are sent. */
const maxTexts = 40

export class ArchipelagoSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 180
  readonly #world: Multiworld
  readonly #welcome: WelcomeFrames
  #sentProgress = new Map<string, SlotProgressBar>()
  /** The `n` of the last event that was sent. */
  #lastEvent = -1
  /** An empty RoomUpdate is sent if only the fingerprint has changed. */
  #sentFingerprint = ''

  constructor(world: Multiworld, welcome: WelcomeFrames) {
    this.#world = world
    this.#welcome = welcome
  }

  snapshot(): readonly string[] {
    const players = this.#players()
    this.#sentProgress = players
    this.#sentFingerprint = this.#fingerprint
    const packets = [retrievedPacket(players), ...this.#printEvents(-1)]
    return [this.#welcome.roomInfo(this.#world), ...packets.map((packet) => `[${stringifyJson(packet)}]`)]
  }

  delta(): readonly string[] {
    const before = this.#sentProgress
    const now = this.#players()
    this.#sentProgress = now
    const changed = [...now].filter(([slot, player]) => !isSameProgress(before.get(slot), player))
    const packets: FromServer[] = [
      ...(changed.length > 0 ? [retrievedPacket(changed)] : []),
      ...this.#printEvents(this.#lastEvent),
    ]
    const seen = this.#sentFingerprint
    this.#sentFingerprint = this.#fingerprint
    if (packets.length === 0 && seen !== this.#sentFingerprint) packets.push({ cmd: 'RoomUpdate' })
    return packets.map((packet) => `[${stringifyJson(packet)}]`)
  }

  get #fingerprint(): string {
    const { feed, hints, slotStates, claims } = this.#world
    return [feed.latest?.n, hints.changes, slotStates.changes, claims.changes].join()
  }

  /** The feed needs no resources while nobody watches. */
  onNoSpectators(): void {}

  #players(): Map<string, SlotProgressBar> {
    return new Map(playerProgress(this.#world).map((player) => [`${player.slot}`, player]))
  }

  #printEvents(after: number): FromServer[] {
    const { events } = this.#world.feed
    this.#lastEvent = events.at(-1)?.n ?? this.#lastEvent
    return events
      .filter(({ n, type }) => n > after && feedTypes.has(type))
      .slice(-maxTexts)
      .map((line) => this.#print(line))
  }

  #print({ type, at, data }: FeedEvent): FromServer {
    return { cmd: 'PrintJSON', data: data.map((part) => this.#resolveNames(part)), type: type!, at }
  }

  #resolveNames({ text, type, player = 0, flags = 0 }: MessagePart): JsonWritable {
    const world = this.#world
    switch (type) {
      case 'player_id':
        return { text: world.displayName(Number(text)) || 'Server', type: 'player_name' }
      case 'item_id':
        return { text: world.itemName(player, Number(text)), type: 'item_name', flags }
      case 'location_id':
        return { text: world.locationName(player, Number(text)), type: 'location_name' }
      default:
        return { text }
    }
  }
}

function retrievedPacket(players: Iterable<readonly [string, SlotProgressBar]>): FromServer {
  return {
    cmd: 'Retrieved',
    keys: new Map<string, JsonWritable>([...players].map(([slot, one]) => [slot, { ...one }])),
  }
}

function isSameProgress(a: SlotProgressBar | undefined, b: SlotProgressBar): boolean {
  return (
    a?.done === b.done && a.total === b.total && a.goal === b.goal && a.here === b.here && a.name === b.name
  )
}
