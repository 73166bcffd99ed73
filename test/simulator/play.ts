// What a game brings to its simulation: clients that play by chance, and what must hold of what they were told and of
// the records. One file a game in clients/, one in models/.
import { type Stored, TurnStore } from '../../durable-objects/store.ts'
import type { Frame, Game, Options, Store } from '../../games/game.ts'
import type { Transport } from '../../wire/framing.ts'
import type { Chance } from './chance.ts'

/** What is on the room's disk for good, by the game's own keys. */
export interface DurableRecords {
  get(key: string): Stored | undefined
  keys(prefix: string): readonly string[]
}

/** The same for the game's own code, to be read. */
export function storeOf(records: DurableRecords): Store {
  const read = {
    get: (key: string) => records.get(key),
    list: (prefix: string) =>
      records.keys(prefix).map((key): [string, Stored] => [key, records.get(key) as Stored]),
    write() {
      throw new Error('what is durable is only looked at')
    },
  }
  return new TurnStore(read, '', new Map())
}

/** The game as it is, but for its founding, which is done once for all runs: it may take longer than they do. */
export function foundedOnce(game: Game): Game {
  const parts = new Map<string, ReturnType<Game['found']>>()
  return {
    ...game,
    found(input, host) {
      const since = JSON.stringify(input.since ?? null)
      const part =
        parts.get(since) ??
        game
          .found(input, host)
          .then((answer) => ('refused' in answer ? answer : { ...answer, records: [...answer.records] }))
      parts.set(since, part)
      return part
    },
  }
}

/** One client's mind. It knows nothing of sockets: what to say next, and what to make of what it hears. */
export interface Mind {
  /** What it says now; undefined: it has nothing to say yet. */
  next(): Frame | undefined
  /** What it says by itself, every few seconds, so as not to be taken for dead; undefined: nothing now. */
  idles?(): Frame | undefined
  /** What its program answers to what it has just heard, at once. */
  answers?(): Frame | undefined
  /** What its program says when it is closed and nobody could see that it is gone. */
  leaves?(): Frame | undefined
  /** A frame of the room, with what is durable at this moment. Throws a Broken if it must not come, or not now. */
  hears(frame: Frame, records: DurableRecords): void
  /** An instance of the room was lost. [LINK-5] What put nothing may be said again. */
  instanceLost?(): void
  /** It waits for an answer to something that it said. */
  readonly waits: boolean
  /** It has taken its leave, and says nothing more. */
  readonly done?: boolean
  /** Whether the room may end the session for this reason now: it was asked for, or deserved. */
  deserves(reason: string): boolean
}

/** How a client's session came to its end, for the model. */
export interface Life {
  readonly mind: Mind
  /** Everything that it said was handed to a room, or to a sidecar that lived. */
  readonly heard: boolean
  /** It was there, and was told all, until everything had come to rest. */
  readonly stayed: boolean
}

/** A game in the simulator. */
export interface Play<M extends Mind = Mind> {
  readonly game: Game
  readonly options: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly transports: readonly Transport[]
  /** The `n`th client of the run, and how it comes. `now`: simulated milliseconds. */
  mind(n: number, chance: Chance, now: () => number, transport: Transport): M
  /** Options that its owner may change and that change nothing of play: the `n`th choice of them. */
  changes?(n: number): Options
  /** What somebody says who writes another's address under it, and never reads what is answered. */
  forged?(chance: Chance): Frame
  /** While those who stayed are still there, tried for a while: throws a Broken if they do not know what is durable. */
  present?(minds: readonly M[], records: DurableRecords): void
  /**
   * When everything has come to rest: throws a Broken if what is durable is not what these lives must have made. `isCalm`:
   * neither an instance, nor an alarm, nor a write was lost.
   */
  judge(lives: readonly (Life & { readonly mind: M })[], records: DurableRecords, isCalm: boolean): void
}

/** Something that must hold does not. `rule` names it, in few words that stay the same from seed to seed. */
export class Broken extends Error {
  override name = 'Broken'
  readonly rule: string

  constructor(rule: string, detail: string) {
    super(detail)
    this.rule = rule
  }
}
