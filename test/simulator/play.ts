// What a game brings to its simulation: clients that play by chance, and what must hold of what they were told and of
// the records. One file a game in clients/, one in models/.
import type { Stored } from '../../durable-objects/store.ts'
import type { Frame, Game, Options } from '../../games/game.ts'
import type { Transport } from '../../wire/framing.ts'
import type { Chance } from './chance.ts'

/** What is on the room's disk for good, by the game's own keys. */
export interface DurableRecords {
  get(key: string): Stored | undefined
  keys(prefix: string): readonly string[]
}

/** One client's mind. It knows nothing of sockets: what to say next, and what to make of what it hears. */
export interface Mind {
  /** What it says now; undefined: it has nothing to say yet. */
  next(): Frame | undefined
  /** A frame of the room, with what is durable at this moment. Throws a Broken if it must not come, or not now. */
  hears(frame: Frame, records: DurableRecords): void
  /** It waits for an answer to something that it said. */
  readonly waits: boolean
  /** Whether the room may end the session for this reason now: it was asked for, or deserved. */
  deserves(reason: string): boolean
}

/** How a client's session came to its end, for the model. */
export interface Life {
  readonly mind: Mind
  /** Everything that it said was handed to a room, or to a sidecar that lived. */
  readonly heard: boolean
}

/** A game in the simulator. */
export interface Play<M extends Mind = Mind> {
  readonly game: Game
  readonly options: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly transports: readonly Transport[]
  /** The `n`th client of the run. */
  mind(n: number, chance: Chance): M
  /** When everything has come to rest: throws a Broken if what is durable is not what these lives must have made. */
  judge(lives: readonly (Life & { readonly mind: M })[], records: DurableRecords): void
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
