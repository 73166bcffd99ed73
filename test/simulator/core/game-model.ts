// The interface between the simulator and a game: clients that play at random, and checks of the frames that they
// received against the records. Each game has a file in clients/ and one in models/.
import type { StoryPlayer } from '../../../durable-objects/model/story.ts'
import { type StoredValue, TransactionStore } from '../../../durable-objects/storage/records.ts'
import type { Frame, Game, Options, RecordStore } from '../../../games/game.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface DurableRecords {
  get(key: string): StoredValue | undefined
  keys(prefix: string): readonly string[]
}

export function readOnlyStore(records: DurableRecords): RecordStore {
  const read = {
    get: (key: string) => records.get(key),
    list: (prefix: string) =>
      records.keys(prefix).map((key): [string, StoredValue] => [key, records.get(key) as StoredValue]),
    write() {
      throw new Error('the durable records are read-only')
    },
  }
  return new TransactionStore(read, '', new Map())
}

/** The game with one cached room creation for all runs, because a creation may take longer than a run. */
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

/** The behaviour of one client, independent of sockets: it chooses frames and checks the room's frames. */
export interface ClientModel {
  /** The next frame to send, or undefined if there is none yet. */
  nextFrame(): Frame | undefined
  /** A frame that is sent every few seconds to keep the session alive, or undefined if none is due. */
  idleFrame?(): Frame | undefined
  /** The immediate answer to the frame that has just arrived. */
  replyFrame?(): Frame | undefined
  /** The last frame when the client quits and its transport has no close. */
  leaveFrame?(): Frame | undefined
  /** Processes a frame from the room. Throws an `InvariantError` if the durable records do not allow it now. */
  onFrame(frame: Frame, records: DurableRecords): void
  /**
   * Called when an instance of the room is lost. [LINK-5] The next instance may repeat answers to requests that wrote
   * nothing.
   */
  onInstanceLost?(): void
  readonly isWaiting: boolean
  readonly isDone?: boolean
  /** Whether the room may end the session for this reason now, because the client requested or deserved it. */
  mayBeClosedFor(reason: string): boolean
}

export interface SessionOutcome<M extends ClientModel = ClientModel> {
  readonly clientModel: M
  /** Whether all messages of the client reached a room, or a sidecar that kept running. */
  readonly allFramesDelivered: boolean
  /** Whether the client stayed connected until the run was idle, and so has received all messages. */
  readonly stayedToEnd: boolean
}

export interface GameModel<M extends ClientModel = ClientModel> {
  readonly game: Game
  readonly options: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly transports: readonly Transport[]
  /** Creates the `n`th client of the run, for this transport. `now`: simulated milliseconds. */
  createClient(n: number, random: SeededRandom, now: () => number, transport: Transport): M
  /** Returns the `n`th choice of options that do not affect play. The owner switches between these choices. */
  optionChanges?(n: number): Options
  /** Collections in a room's memory (`Class.field`) that keep entries after all clients have left. */
  readonly lastingCollections?: readonly string[]
  /** A datagram with a forged source address. Its sender does not receive answers. */
  forgedFrame?(random: SeededRandom): Frame
  /**
   * Runs repeatedly while the remaining clients are still connected. Throws an `InvariantError` if the clients' state
   * differs from the durable state.
   */
  checkPresent?(clients: readonly M[], records: DurableRecords): void
  /**
   * Runs at the end. Throws an `InvariantError` if the durable records contradict the outcomes of the clients'
   * sessions. `isCalm`: whether no instance, alarm or write was lost.
   */
  checkFinal(outcomes: readonly SessionOutcome<M>[], records: DurableRecords, isCalm: boolean): void
  /**
   * Runs at the end, with the texts of the timeline and the players of all stories. Throws an `InvariantError` if the
   * durable records contradict the timeline or the stories.
   */
  checkTimeline?(texts: readonly string[], players: readonly StoryPlayer[], records: DurableRecords): void
}

/** A violated invariant. `rule`: a name of the invariant in a few words that do not depend on the seed. */
export class InvariantError extends Error {
  override name = 'InvariantError'
  readonly rule: string

  constructor(rule: string, detail: string) {
    super(detail)
    this.rule = rule
  }
}

/** Throws an `InvariantError`. */
export function violate(rule: string, detail: string): never {
  throw new InvariantError(rule, detail)
}

/** Rules that several games have. */
export const oneAnswer = 'each request has one answer, in order'
export const changesAreDurable = 'acknowledged changes are durable'

/** Whether the room, the sidecar or DOOM-2077 closed the client because it was idle. */
export function isIdleTimeout(reason: string): boolean {
  return reason === 'idle for too long' || reason === 'idle timeout'
}
