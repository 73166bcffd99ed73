// Replays a recorded conversation: the same clients send the same packets at the same times, and our replies are
// compared with the recorded replies. The times are scaled so that the recorded ticks match our ticks.
import type { Game, GameContext, Options, RecordStore } from '../../../games/game.ts'
import { soaprun } from '../../../games/soaprun/index.ts'
import { defaultOptions } from '../../../games/soaprun/options.ts'
import { type FromServer, fromServer } from '../../../games/soaprun/packets.ts'
import { SoaprunWorld } from '../../../games/soaprun/world.ts'
import { type Player, type Playtest, playtest, type RawFrame, rawFrames } from '../../playtest.ts'
import { type Files, worldA, zipFiles } from './fixture-world.ts'
import { type RecordedEvent, readTranscript, Streams } from './transcripts.ts'

type Flds = Extract<FromServer, { type: 'Flds' }>
type UnitEntry = Flds['units'][number]

export interface Scenario {
  readonly name: string
  /**
   * `tickMs`: the length of the recorded server's tick in milliseconds, which is 133 ms of sleep plus the time of the
   * work. `firstTick`: the time of the first tick.
   */
  readonly tickMs: number
  readonly firstTick: number
  readonly options?: Options
  readonly map?: (files: Files) => void
  /** The intended differences, by the line of the recorded reply. */
  readonly unlike?: { readonly [line: number]: IntendedDifference }
}

/** Our server replies with a corrected copy of the recorded reply, or closes the connection. */
export type IntendedDifference =
  | { readonly because: string; readonly mend: (recorded: Flds) => Flds }
  | { readonly because: string; readonly closes: RegExp }

export interface Outcome {
  readonly replies: number
  /** The number of unit entries that differ in this tick, but match the recording in the previous or the next tick. */
  readonly aTickOff: number
  readonly faults: readonly string[]
}

/**
 * Options without rate limits, because the recorded clients are faster than a real client. The world still checks
 * walks.
 */
const unhurried = {
  maxPacketsPerSecond: 0,
  maxTilesPerSecond: 0,
  maxRoomRequestsPerSecond: 0,
}

export async function replay(scenario: Scenario): Promise<Outcome> {
  const files = worldA('original-format')
  scenario.map?.(files)
  const history: UnitState[][] = []
  const room = await playtest(watched(history), {
    options: { ...unhurried, ...scenario.options },
    file: { name: 'A.zip', bytes: zipFiles(files) },
    fromClient: rawFrames,
    fromServer: rawFrames,
  })
  return new Replay(scenario, room, history).run()
}

interface UnitState {
  readonly status: number
  readonly generation: number
  readonly param: number
  readonly x: number
  readonly y: number
}

/** The game, with a change: `history` records the units at every tick. */
function watched(history: UnitState[][]): Game<SoaprunWorld> {
  class WatchedWorld extends SoaprunWorld {
    readonly #records: RecordStore

    constructor(store: RecordStore, context: GameContext, options: Options) {
      super(store, context, { ...defaultOptions, ...options })
      this.#records = store
    }

    /** The recorded server ticked even without players. */
    override get isOccupied(): boolean {
      return true
    }

    override tick(now: number): void {
      super.tick(now)
      this.save()
      history.push(this.#records.get('units') as unknown as UnitState[])
    }
  }
  return { ...soaprun, openWorld: (store, host, options) => new WatchedWorld(store, host, options) }
}

interface Client {
  readonly player: Player<RawFrame, RawFrame>
  readonly asked: Uint8Array[]
  /** Whether our server has closed this connection, although the recorded server kept it open. */
  gone: boolean
}

class Replay {
  readonly #scenario: Scenario
  readonly #room: Playtest<RawFrame, RawFrame>
  readonly #history: readonly UnitState[][]
  readonly #clients = new Map<number, Client>()
  readonly #streams = new Streams()
  readonly #late: (() => boolean)[] = []
  readonly #faults: string[] = []
  readonly #met = new Set<number>()
  #elapsed = 0
  #replies = 0

  constructor(scenario: Scenario, room: Playtest<RawFrame, RawFrame>, history: readonly UnitState[][]) {
    this.#scenario = scenario
    this.#room = room
    this.#history = history
  }

  run(): Outcome {
    // The world ticks only with clients, so this silent client makes it tick before the first recorded client joins.
    this.#room.connect()
    for (const event of readTranscript(this.#scenario.name)) {
      this.#passUntil(event.t)
      this.#follow(event)
    }
    this.#room.tick(2)
    for (const line of Object.keys(this.#scenario.unlike ?? {}))
      if (!this.#met.has(Number(line))) this.#faults.push(`${line}: is listed as unlike, and no reply`)
    const aTickOff = this.#late.filter((agrees) => agrees()).length
    if (aTickOff < this.#late.length) this.#faults.push(`${this.#late.length - aTickOff} units are elsewhere`)
    return { replies: this.#replies, aTickOff, faults: this.#faults }
  }

  /** Our clock starts one tick before the recorded server's first tick. */
  #passUntil(t: number): void {
    const { tickMs, firstTick } = this.#scenario
    const elapsed = ((t - firstTick + tickMs) * soaprunTickMs) / tickMs
    this.#room.pass(elapsed - this.#elapsed)
    this.#elapsed = elapsed
  }

  #follow(event: RecordedEvent): void {
    if (event.d === 'open') {
      this.#clients.set(event.c, { player: this.#room.connect(), asked: [], gone: false })
      return
    }
    const client = this.#clients.get(event.c)
    if (!client || client.gone) return
    if (event.d === 'c2s') client.asked.push(...this.#streams.frames(event))
    else if (event.d === 's2c') this.#answer(event, client)
    else if (event.d === 'close') this.#close(event, client)
  }

  /**
   * The recorded server checked for requests every 10 ms, so a request was processed shortly before its reply.
   * Therefore each request is sent at the time of its reply.
   */
  #answer(event: RecordedEvent, client: Client): void {
    const { player, asked } = client
    const unlike = this.#scenario.unlike?.[event.line]
    if (unlike) this.#met.add(event.line)
    for (const recorded of this.#streams.frames(event)) {
      const request = event.type === 'WLCM' ? undefined : asked.shift()
      if (request) player.sendFrame(request)
      if (unlike && 'closes' in unlike) return this.#expectClosed(event, client, unlike.closes)
      const ours = player.next()?.frame
      this.#replies++
      if (ours) this.#compare(event, request, fromServer.decode(recorded), ours, unlike)
      else this.#faults.push(`${event.line}: ${event.type} wanted, nothing came (${player.closed})`)
    }
  }

  #expectClosed(event: RecordedEvent, client: Client, why: RegExp): void {
    client.gone = true
    if (!why.test(client.player.closed ?? '')) this.#faults.push(`${event.line}: not closed for ${why}`)
  }

  #close(event: RecordedEvent, { player, asked }: Client): void {
    if (event.by === 'client') return player.hangUp()
    for (const request of asked.splice(0)) player.sendFrame(request)
    if (player.closed === undefined) this.#faults.push(`${event.line}: not closed`)
  }

  #compare(
    event: RecordedEvent,
    request: Uint8Array | undefined,
    recorded: FromServer,
    bytes: Uint8Array,
    unlike: IntendedDifference | undefined,
  ): void {
    const ours = fromServer.decode(bytes)
    const wanted = unlike && 'mend' in unlike && recorded.type === 'Flds' ? unlike.mend(recorded) : recorded
    if (unlike && Buffer.compare(fromServer.encode(recorded), bytes) === 0)
      this.#faults.push(`${event.line}: is as recorded, though listed as unlike`)
    if (Buffer.compare(fromServer.encode(wanted), bytes) === 0) return
    if (wanted.type === 'Flds' && ours.type === 'Flds') this.#compareFields(event, wanted, ours)
    // The recorded server replied with stale memory, so only the type is compared.
    else if (
      wanted.type === 'Test' &&
      ours.type === 'Test' &&
      request &&
      Buffer.compare(request, bytes) === 0
    )
      return
    // The recording has 16x2 attributes. Our server sends 16x16, because the client stores 16x16.
    else if (wanted.type === 'mAtt' && ours.type === 'mAtt' && startsAlike(wanted, ours)) return
    else this.#faults.push(`${event.line}: ${JSON.stringify(ours)} for ${JSON.stringify(wanted)}`)
  }

  /** Compares two Flds. They must be equal, except that units may differ by a tick. */
  #compareFields(event: RecordedEvent, recorded: Flds, ours: Flds): void {
    const { units: theirs, ...rest } = recorded
    const { units, ...others } = ours
    const place = `${event.line} (${event.t} ms)`
    if (JSON.stringify(rest) !== JSON.stringify(others))
      this.#faults.push(`${place}: ${JSON.stringify(others)} for ${JSON.stringify(rest)}`)
    const indexes = (list: readonly UnitEntry[]) => list.map(({ index }) => index).join()
    if (indexes(theirs) !== indexes(units))
      this.#faults.push(`${place}: units ${indexes(units)} for ${indexes(theirs)}`)
    const now = this.#history.length
    theirs.forEach((unit, i) => {
      if (JSON.stringify(unit) !== JSON.stringify(units[i]))
        this.#late.push(() => this.#wasSo(unit, now, place))
    })
  }

  /** Whether the unit matches the recording in the previous, the current or the next tick. */
  #wasSo(unit: UnitEntry, ticks: number, place: string): boolean {
    const last = unit.nodes.at(-1)
    const around = this.#history.slice(Math.max(0, ticks - 2), ticks + 1)
    const agrees = around.some((states) => {
      const state = states[unit.index]
      return (
        state?.status === unit.status &&
        state.generation === unit.generation &&
        state.param === unit.param &&
        state.x === last?.x &&
        state.y === last.y
      )
    })
    if (!agrees) this.#faults.push(`${place}: no ${JSON.stringify(unit)} within a tick`)
    return agrees
  }
}

const soaprunTickMs = 133

type Attributes = Extract<FromServer, { type: 'mAtt' }>

function startsAlike(recorded: Attributes, ours: Attributes): boolean {
  const { width, height, attributes } = recorded
  return (
    width === 16 &&
    height === 2 &&
    ours.width === 16 &&
    ours.height === 16 &&
    Buffer.compare(attributes, ours.attributes.subarray(0, attributes.length)) === 0
  )
}
