// Checks the scoreboards and deaths that a client receives. Each death must count once, and each reported score must be
// durable.
import type { StoredValue } from '../../../durable-objects/storage/records.ts'
import type { FromServer } from '../../../games/doom-2077/packets.ts'
import { type DurableRecords, readOnlyStore, violate } from '../core/game-model.ts'

type Scores = Extract<FromServer, { readonly type: 'SCOR' }>
type Kill = Extract<FromServer, { readonly type: 'KILL' }>

export interface StoredMatch {
  readonly match: { readonly phase: string; readonly until: number }
  readonly tally: readonly (readonly [name: string, kills: number, deaths: number])[]
}

/** Milliseconds after a PONG, after which no datagram that was sent before the PONG can arrive. */
const settledMs = 5000

export function matchOf(records: DurableRecords): StoredMatch | undefined {
  return readOnlyStore(records).get('match') as StoredMatch | undefined
}

/** Each death increments two numbers on the scoreboard. */
export function checkSums({ tally }: StoredMatch): void {
  const [killed, died] = [1, 2].map((at) => tally.reduce((sum, row) => sum + Number(row[at]), 0))
  if (killed !== died) violate('scores match the announced kills', `${killed} kills, and ${died} deaths`)
}

interface Counts {
  readonly kills: number
  readonly deaths: number
}

export class ReceivedScores {
  readonly #now: () => number
  readonly #isLossy: boolean
  readonly #names = new Map<number, string>()
  #kept: StoredMatch | undefined
  #record: StoredValue | undefined
  /** The number of the first PING sent after the start of the running match. */
  #firstPing = Number.POSITIVE_INFINITY
  /** All datagrams received after this time belong to the running match. */
  #sureFrom = Number.POSITIVE_INFINITY
  /** The kills since the last scoreboard. */
  #deaths: Kill[] = []
  /** The killer's name and number of kills at each announced death. No such pair may occur twice. */
  #counted = new Set<string>()
  /** The last scoreboard of this match, by name. */
  #board: Map<string, Counts> | undefined

  /** `lossy`: messages to the client may be lost or reordered. */
  constructor(now: () => number, lossy: boolean) {
    this.#now = now
    this.#isLossy = lossy
  }

  begin(): void {
    // Datagrams can overtake each other, so a scoreboard may be older than a death in an earlier datagram.
    if (this.#isLossy) this.#deaths = []
  }

  /** Reads the durable state of the match, if it has changed. `pings`: number of PINGs that the client has sent. */
  look(records: DurableRecords, pings: number): void {
    const record = records.get('match')
    if (record !== this.#record) this.#know(matchOf(records), pings)
    this.#record = record
  }

  #know(kept: StoredMatch | undefined, pings: number): void {
    const before = this.#kept
    this.#kept = kept
    if (kept) checkSums(kept)
    if (kept?.match.until !== before?.match.until) this.#beginMatch(pings)
  }

  isCalled(id: number, name: string): void {
    this.#names.set(id, name)
  }

  ponged(ping: number): void {
    if (ping >= this.#firstPing) this.#sureFrom = Math.min(this.#sureFrom, this.#now() + settledMs)
  }

  died(kill: Kill): void {
    this.#deaths.push(kill)
  }

  shown(scores: Scores): void {
    const deaths = this.#deaths
    this.#deaths = []
    const kept = this.#kept
    if (!kept) violate('announced state is durable', 'a scoreboard without a match')
    if (kept.match.phase !== 'running' || this.#now() < this.#sureFrom) return
    const board = read(scores)
    isKept(board, kept)
    for (const death of deaths) this.#count(death, board)
    if (!this.#isLossy && this.#board) this.#follows(board, this.#board, deaths)
    this.#board = board
  }

  #beginMatch(pings: number): void {
    this.#firstPing = pings + 1
    this.#sureFrom = Number.POSITIVE_INFINITY
    this.#counted.clear()
    this.#board = undefined
  }

  /** Each announced death changes the killer's score. */
  #count({ sourceId }: Kill, board: ReadonlyMap<string, Counts>): void {
    const name = this.#names.get(sourceId)
    const row = name === undefined ? undefined : board.get(name)
    if (!row) return
    const score = `${name} ${row.kills}`
    if (this.#counted.has(score))
      violate('scores match the announced kills', `killer and kills: ${score}, twice`)
    this.#counted.add(score)
  }

  /**
   * Without loss, the deaths announced between two scoreboards explain their difference. [DM-2.12] After a restart a
   * client may receive deaths of players whose names follow only when it has loaded the map. These may be deaths of any
   * player.
   */
  #follows(
    board: ReadonlyMap<string, Counts>,
    before: ReadonlyMap<string, Counts>,
    deaths: readonly Kill[],
  ): void {
    const countDeaths = (name: string | undefined, who: 'playerId' | 'sourceId') =>
      deaths.filter((death) => this.#names.get(death[who]) === name).length
    const unnamed = { kills: countDeaths(undefined, 'sourceId'), deaths: countDeaths(undefined, 'playerId') }
    for (const [name, { kills, deaths: died }] of board) {
      const last = before.get(name)
      if (!last) continue
      const announcedKills = last.kills + countDeaths(name, 'sourceId')
      const announcedDeaths = last.deaths + countDeaths(name, 'playerId')
      if (!isOf(kills - announcedKills, unnamed.kills) || !isOf(died - announcedDeaths, unnamed.deaths))
        violate(
          'scores match the announced kills',
          `${name} has ${kills} kills and ${died} deaths; ${announcedKills} and ${announcedDeaths} were announced`,
        )
    }
  }
}

/** Whether unnamed players may account for this increase. */
function isOf(more: number, unnamed: number): boolean {
  return more >= 0 && more <= unnamed
}

function read({ names, kills, deaths }: Scores): Map<string, Counts> {
  return new Map(names.map((name, at) => [name, { kills: kills[at]!, deaths: deaths[at]! }]))
}

function isKept(board: ReadonlyMap<string, Counts>, { tally }: StoredMatch): void {
  const rows = new Map(tally.map(([name, kills, deaths]) => [name, { kills, deaths }]))
  for (const [name, shown] of board) {
    const kept = rows.get(name) ?? { kills: 0, deaths: 0 }
    if (shown.kills > kept.kills || shown.deaths > kept.deaths)
      violate('announced state is durable', `${name} has ${kept.kills} kills, but received ${shown.kills}`)
  }
}
