// The spectator feed of a multiworld: everybody's progress and the found items. Spectators need names, not ids.
import type { SpectatorFeed } from '../../game.ts'
import type { FromServer } from '../packets.ts'
import { stringify, type Writable } from '../python/json.ts'
import type { FeedLine } from '../room/feed.ts'
import type { MessageType, Part } from '../room/texts.ts'
import { type Progress, progressOf } from '../view/picture.ts'
import type { Multiworld } from '../world.ts'
import type { Welcome } from './room-info.ts'

/** The types of the feed's lines about play, without chat. */
const shown: ReadonlySet<MessageType | undefined> = new Set<MessageType>([
  ...(['ItemSend', 'ItemCheat', 'Goal', 'Release', 'Collect'] as const),
  ...(['Join', 'Part', 'Countdown'] as const),
])
/** Texts per update; of the thousands of a release only the last are sent. */
const mostTexts = 40

export class ArchipelagoShow implements SpectatorFeed {
  readonly minIntervalMs = 500
  readonly #world: Multiworld
  readonly #welcome: Welcome
  #told = new Map<string, Progress>()
  /** `n` of the last line sent. */
  #last = -1
  /** A fingerprint of feed, hints and statuses: if only these change, an empty RoomUpdate is sent. */
  #seen = ''

  constructor(world: Multiworld, welcome: Welcome) {
    this.#world = world
    this.#welcome = welcome
  }

  snapshot(): readonly string[] {
    const players = this.#players()
    this.#told = players
    this.#seen = this.#marks
    const packets = [retrieved(players), ...this.#lines(-1)]
    return [this.#welcome.roomInfo(this.#world), ...packets.map((packet) => `[${stringify(packet)}]`)]
  }

  delta(): readonly string[] {
    const before = this.#told
    const now = this.#players()
    this.#told = now
    const changed = [...now].filter(([slot, player]) => !isSame(before.get(slot), player))
    const packets: FromServer[] = [
      ...(changed.length > 0 ? [retrieved(changed)] : []),
      ...this.#lines(this.#last),
    ]
    const seen = this.#seen
    this.#seen = this.#marks
    if (packets.length === 0 && seen !== this.#seen) packets.push({ cmd: 'RoomUpdate' })
    return packets.map((packet) => `[${stringify(packet)}]`)
  }

  get #marks(): string {
    const { feed, hints, statuses } = this.#world
    return [feed.lines.at(-1)?.n, hints.changes, statuses.changes].join()
  }

  /** There is nothing to release. */
  onNoSpectators(): void {}

  #players(): Map<string, Progress> {
    return new Map(progressOf(this.#world).map((player) => [`${player.slot}`, player]))
  }

  #lines(after: number): FromServer[] {
    const { lines } = this.#world.feed
    this.#last = lines.at(-1)?.n ?? this.#last
    return lines
      .filter(({ n, type }) => n > after && shown.has(type))
      .slice(-mostTexts)
      .map((line) => this.#print(line))
  }

  #print({ type, at, data }: FeedLine): FromServer {
    return { cmd: 'PrintJSON', data: data.map((part) => this.#named(part)), type: type!, at }
  }

  /** Resolves ids to names: the protocol has both kinds of parts. */
  #named({ text, type, player = 0, flags = 0 }: Part): Writable {
    const world = this.#world
    switch (type) {
      case 'player_id':
        return { text: world.shownName(Number(text)) || 'Server', type: 'player_name' }
      case 'item_id':
        return { text: world.itemName(player, Number(text)), type: 'item_name', flags }
      case 'location_id':
        return { text: world.locationName(player, Number(text)), type: 'location_name' }
      default:
        return { text }
    }
  }
}

/** Keyed by slot number. */
function retrieved(players: Iterable<readonly [string, Progress]>): FromServer {
  return {
    cmd: 'Retrieved',
    keys: new Map<string, Writable>([...players].map(([slot, one]) => [slot, { ...one }])),
  }
}

function isSame(a: Progress | undefined, b: Progress): boolean {
  return (
    a?.done === b.done && a.total === b.total && a.goal === b.goal && a.here === b.here && a.name === b.name
  )
}
