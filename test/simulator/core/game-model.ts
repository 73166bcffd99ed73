// What a game brings to its simulation: clients that play by chance, and what must hold of what they were told and of
// the records. One file a game in clients/, one in models/.
import { type Stored, TransactionStore } from '../../../durable-objects/storage/records.ts'
import type { Frame, Game, Options, RecordStore } from '../../../games/game.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What is on the room's disk for good, by the game's own keys. */
export interface DurableRecords {
  get(key: string): Stored | undefined
  keys(prefix: string): readonly string[]
}

/** The same for the game's own code, to be read. */
export function readOnlyStore(records: DurableRecords): RecordStore {
  const read = {
    get: (key: string) => records.get(key),
    list: (prefix: string) =>
      records.keys(prefix).map((key): [string, Stored] => [key, records.get(key) as Stored]),
    write() {
      throw new Error('what is durable is only looked at')
    },
  }
  return new TransactionStore(read, '', new Map())
}

/** The game as it is, but for its founding, which is done once for all runs: it may take longer than they do. */
export function cacheRoomCreation(game: Game): Game {
  const parts = new Map<string, ReturnType<Game['createRoom']>>()
  return {
    ...game,
    createRoom(input, host) {
      const since = JSON.stringify(input.continuation ?? null)
      const part =
        parts.get(since) ??
        game
          .createRoom(input, host)
          .then((answer) => ('refused' in answer ? answer : { ...answer, records: [...answer.records] }))
      parts.set(since, part)
      return part
    },
  }
}

/** One client's mind. It knows nothing of sockets: what to say next, and what to make of what it hears. */
export interface ClientModel {
  /** What it says now; undefined: it has nothing to say yet. */
  nextFrame(): Frame | undefined
  /** What it says by itself, every few seconds, so as not to be taken for dead; undefined: nothing now. */
  idleFrame?(): Frame | undefined
  /** What its program answers to what it has just heard, at once. */
  replyFrame?(): Frame | undefined
  /** What its program says when it is closed and nobody could see that it is gone. */
  leaveFrame?(): Frame | undefined
  /** A frame of the room, with what is durable at this moment. Throws a Broken if it must not come, or not now. */
  onFrame(frame: Frame, records: DurableRecords): void
  /** An instance of the room was lost. [LINK-5] What put nothing may be said again. */
  onInstanceLost?(): void
  /** It waits for an answer to something that it said. */
  readonly isWaiting: boolean
  /** It has taken its leave, and says nothing more. */
  readonly isDone?: boolean
  /** Whether the room may end the session for this reason now: it was asked for, or deserved. */
  mayBeClosedFor(reason: string): boolean
}

/** How a client's session came to its end, for the model. */
export interface SessionOutcome<M extends ClientModel = ClientModel> {
  readonly clientModel: M
  /** Everything that it said was handed to a room, or to a sidecar that lived. */
  readonly allFramesDelivered: boolean
  /** It was there, and was told all, until everything had come to rest. */
  readonly stayedToEnd: boolean
}

/** A game in the simulator. */
export interface GameModel<M extends ClientModel = ClientModel> {
  readonly game: Game
  readonly options: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly transports: readonly Transport[]
  /** The `n`th client of the run, and how it comes. `now`: simulated milliseconds. */
  createClient(n: number, random: SeededRandom, now: () => number, transport: Transport): M
  /** Options that its owner may change and that change nothing of play: the `n`th choice of them. */
  optionChanges?(n: number): Options
  /** What somebody says who writes another's address under it, and never reads what is answered. */
  forgedFrame?(random: SeededRandom): Frame
  /** While those who stayed are still there, tried for a while: throws a Broken if they do not know what is durable. */
  checkPresent?(clients: readonly M[], records: DurableRecords): void
  /**
   * When everything has come to rest: throws a Broken if what is durable is not what these outcomes must have made. `isCalm`:
   * neither an instance, nor an alarm, nor a write was lost.
   */
  checkFinal(outcomes: readonly SessionOutcome<M>[], records: DurableRecords, isCalm: boolean): void
}

/** Something that must hold does not. `rule` names it, in few words that stay the same from seed to seed. */
export class InvariantError extends Error {
  override name = 'Broken'
  readonly rule: string

  constructor(rule: string, detail: string) {
    super(detail)
    this.rule = rule
  }
}
