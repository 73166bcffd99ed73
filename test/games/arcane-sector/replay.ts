// Replays a recorded conversation: the same clients send the same packets at the same time, and each reply is compared
// with the recorded one, byte for byte and in order.
import {
  emptyWireItem,
  type FromServer,
  fromServer,
  type WireItem,
} from '../../../games/arcane-sector/packets.ts'
import { WireError } from '../../../wire/index.ts'
import { type Player, type Playtest, playtest, type RawFrame, rawFrames } from '../../playtest.ts'
import { Hashing } from './harness/hashing.ts'
import { quietOptions } from './harness/island-world.ts'
import {
  type Event,
  passwordOf,
  type RecordedWrite,
  readTranscript,
  Streams,
  worldFile,
} from './transcripts.ts'

export interface IntendedDifference {
  readonly because: string
  /** Returns the packet that we should send in place of the recorded one, or `recorded` if there is no difference. */
  mend(recorded: FromServer, ours: FromServer): FromServer
}

export interface Outcome {
  readonly equalPackets: number
  /** Recorded MOBS that we did not send, because a later MOBS includes them. */
  readonly supersededPackets: number
  readonly intendedDifferences: { readonly [name: string]: number }
  readonly faults: readonly string[]
}

interface Recorded {
  readonly line: number
  readonly packet: FromServer
}

interface Connection {
  readonly player: Player<RawFrame, RawFrame>
  readonly recorded: Recorded[]
  /** The error in the client's stream, after which its sidecar disconnects it. */
  cut?: string
}

/** Replays a recording. `playerIds`: ids of the players whose passwords the recorded server had. */
export async function replay(
  name: string,
  playerIds: readonly number[],
  intendedDifferences: { readonly [name: string]: IntendedDifference },
): Promise<Outcome> {
  const passwords = Object.fromEntries(playerIds.map((id) => [id, passwordOf(id)]))
  const hashing = new Hashing()
  const room = await playtest(hashing.game, {
    options: { ...quietOptions, passwords },
    file: { name: 'map.json', bytes: worldFile() },
    fromClient: rawFrames,
    fromServer: rawFrames,
  })
  return new Replay(name, room, hashing, intendedDifferences).run()
}

class Replay {
  readonly #name: string
  readonly #room: Playtest<RawFrame, RawFrame>
  readonly #hashing: Hashing
  readonly #intendedDifferences: { readonly [name: string]: IntendedDifference }
  readonly #connections = new Map<string, Connection>()
  readonly #streams = new Streams()
  readonly #ids = new Ids()
  readonly #counts = new Map<string, number>()
  readonly #faults: string[] = []
  #elapsed = 0
  #equalPackets = 0
  #supersededPackets = 0

  constructor(
    name: string,
    room: Playtest<RawFrame, RawFrame>,
    hashing: Hashing,
    intendedDifferences: { readonly [name: string]: IntendedDifference },
  ) {
    this.#name = name
    this.#room = room
    this.#hashing = hashing
    this.#intendedDifferences = intendedDifferences
  }

  async run(): Promise<Outcome> {
    for (const entry of readTranscript(this.#name)) {
      this.#passUntil(entry.t)
      if (entry.dir === 'EV') this.#follow(entry)
      else if (entry.dir === 'C2S') await this.#say(entry)
      else if (entry.dir === 'S2C') this.#hear(entry)
    }
    this.#room.tick(2)
    for (const connection of this.#connections.values()) this.#compare(connection)
    return {
      equalPackets: this.#equalPackets,
      supersededPackets: this.#supersededPackets,
      intendedDifferences: Object.fromEntries(this.#counts),
      faults: this.#faults,
    }
  }

  #passUntil(t: number): void {
    if (t <= this.#elapsed) return
    this.#room.pass(t - this.#elapsed)
    this.#elapsed = t
  }

  #connection(conn: string): Connection {
    const known = this.#connections.get(conn)
    if (known) return known
    const connection = { player: this.#room.connect(), recorded: [] }
    this.#connections.set(conn, connection)
    return connection
  }

  #follow({ line, conn, chunk, by }: Event): void {
    const { player, cut } = this.#connection(conn)
    if (chunk === 'CLOSED' && by !== 'server') throw new Error(`${line}: closed by the client`)
    const over = player.closed !== undefined || cut !== undefined
    if (over !== (chunk === 'CLOSED'))
      this.#faults.push(`${line}: recorded ${chunk}, but our close reason is ${player.closed}`)
  }

  async #say(said: RecordedWrite): Promise<void> {
    const connection = this.#connection(said.conn)
    const { player } = connection
    try {
      for (const frame of this.#streams.frames(said)) {
        player.sendFrame(frame)
        if (said.chunk === 'ENTR') await this.#passwordsChecked()
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      connection.cut = error.message
      player.hangUp()
    }
  }

  /** The simulated time that passes is added to the elapsed time of the recording. */
  async #passwordsChecked(): Promise<void> {
    const before = this.#room.harness.clock.now()
    await this.#hashing.done(this.#room)
    this.#elapsed += this.#room.harness.clock.now() - before
  }

  #hear(said: RecordedWrite): void {
    const { recorded } = this.#connection(said.conn)
    for (const frame of this.#streams.frames(said))
      recorded.push({ line: said.line, packet: fromServer.decode(frame) })
  }

  #compare({ player, recorded }: Connection): void {
    const ours: Uint8Array[] = []
    for (let frame = player.next(); frame; frame = player.next()) ours.push(frame.frame)
    let at = 0
    for (let i = 0; i < recorded.length; ) {
      const run = runOfMobs(recorded.slice(i).map(({ packet }) => packet))
      const ourRun = runOfMobs(ours.slice(at).map((frame) => fromServer.decode(frame)))
      if (run === 0) {
        this.#compareOne(recorded[i++]!, ours[at++])
        continue
      }
      this.#compareMobs(recorded.slice(i, i + run), ours.slice(at, at + ourRun))
      i += run
      at += ourRun
    }
    for (const frame of ours.slice(at)) this.#faults.push(`not recorded: ${shown(fromServer.decode(frame))}`)
  }

  /**
   * Compares MOBS. We may send fewer MOBS than recorded if each of ours is in the recording, in the same order, and the
   * last ones match.
   */
  #compareMobs(recorded: readonly Recorded[], ours: readonly Uint8Array[]): void {
    this.#supersededPackets += recorded.length - ours.length
    const left = [...recorded]
    const last = left.pop()!
    for (const frame of ours.slice(0, -1)) {
      while (left.length > 0 && Buffer.compare(fromServer.encode(left[0]!.packet), frame) !== 0) left.shift()
      const like = left.shift()
      if (like) this.#equalPackets++
      else this.#faults.push(`${last.line}: no recorded MOBS equals ${shown(fromServer.decode(frame))}`)
    }
    this.#compareOne(last, ours.at(-1))
  }

  #compareOne({ line, packet }: Recorded, frame: Uint8Array | undefined): void {
    if (!frame) return void this.#faults.push(`${line}: ${packet.type} recorded, but none received`)
    const ours = fromServer.decode(frame)
    if (ours.type === 'ANIM' || (ours.type === 'TEXT' && ours.text === ''))
      this.#faults.push(`${line}: clients cannot read ${shown(ours)}`)
    const wanted = this.#ids.translated(this.#mended(packet, ours), ours)
    if (Buffer.compare(fromServer.encode(wanted), frame) === 0) this.#equalPackets++
    else this.#faults.push(`${line}: ${shown(ours)} instead of ${shown(wanted)}`)
  }

  #mended(recorded: FromServer, ours: FromServer): FromServer {
    let packet = recorded
    for (const [name, difference] of Object.entries(this.#intendedDifferences)) {
      const mended = difference.mend(packet, ours)
      if (mended !== packet) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
      packet = mended
    }
    return packet
  }
}

/** Maps our ids to recorded ids, one to one. */
class Ids {
  readonly #ours = new Map<bigint, bigint>()
  readonly #theirs = new Map<bigint, bigint>()

  translated(packet: FromServer, ours: FromServer): FromServer {
    const ids = itemsOf(ours).map(({ id }) => id)
    let at = 0
    return withItems(packet, (item) => ({ ...item, id: this.#translate(item.id, ids[at++]) }))
  }

  #translate(theirs: bigint, ours: bigint | undefined): bigint {
    if (theirs === emptyWireItem.id) return theirs
    const known = this.#ours.get(theirs)
    if (known !== undefined) return known
    if (ours === undefined || this.#theirs.has(ours)) return theirs
    this.#ours.set(theirs, ours)
    this.#theirs.set(ours, theirs)
    return ours
  }
}

export function withItems(packet: FromServer, change: (item: WireItem) => WireItem): FromServer {
  switch (packet.type) {
    case 'GRND': {
      const lists = packet.lists.map((list) => ({ ...list, items: list.items.map(change) }))
      return { ...packet, lists }
    }
    case 'INVT':
      return {
        ...packet,
        inventory: packet.inventory.map(change),
        equipment: packet.equipment.map(change),
      }
    case 'HLDI':
      return { ...packet, item: change(packet.item) }
    default:
      return packet
  }
}

export function itemsOf(packet: FromServer): readonly WireItem[] {
  const items: WireItem[] = []
  withItems(packet, (item) => {
    items.push(item)
    return item
  })
  return items
}

function runOfMobs(packets: readonly FromServer[]): number {
  const end = packets.findIndex(({ type }) => type !== 'MOBS')
  return end < 0 ? packets.length : end
}

function shown(packet: FromServer): string {
  return JSON.stringify(packet, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).slice(0, 400)
}
