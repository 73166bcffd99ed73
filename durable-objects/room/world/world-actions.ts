// Changes of the world that no session causes, each in a transaction of its own.
import type { ActionDone, ActionRefusal, ActionRequest } from '../../../games/actions.ts'
import type { ForkInput, ForkOrigin, Game, Options, Refusal, World } from '../../../games/game.ts'
import { isRefusal, refusal } from '../../../games/refusal.ts'
import type { RoomContext } from '../context/room-context.ts'
import { addRoomMetadata, type RoomMetadata } from '../context/room-metadata.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Transactions } from './transactions.ts'

export interface WorldActionRuntime {
  readonly world: World | undefined
  readonly options: Options
  readonly version: number
  readonly players: number
  ensureOpen(): boolean
  /** Call when the options are stored. */
  setOptions(options: Options): void
}

export class WorldActions {
  readonly #context: RoomContext
  readonly #game: Game
  readonly #transactions: Transactions
  readonly #runtime: WorldActionRuntime

  constructor(context: RoomContext, game: Game, transactions: Transactions, runtime: WorldActionRuntime) {
    this.#context = context
    this.#game = game
    this.#transactions = transactions
    this.#runtime = runtime
  }

  /** Stores the options in the room's own record `meta`, durably. A refusal or an error changes nothing. */
  applyOptions(changed: Options, meta: RoomMetadata = this.#context.meta!): Refusal | undefined {
    const applyToWorld = this.#game.applyOptions
    if (!applyToWorld) return refusal('options', 'this game has no options to change')
    const runtime = this.#runtime
    if (!runtime.ensureOpen()) return refusal('options', 'the world could not be opened')
    let answer: Options | Refusal = {}
    let updated = meta
    const done = this.#transactions.run(undefined, 'configure', () => {
      answer = applyToWorld.call(this.#game, runtime.world!, { ...runtime.options, ...changed })
      if (isRefusal(answer)) return
      updated = { ...meta, version: runtime.version, options: answer }
      addRoomMetadata(this.#transactions.changes, updated)
    })
    if (!done) return refusal('options', 'could not be applied')
    if (isRefusal(answer)) return answer
    this.#context.meta = updated
    runtime.setOptions(answer)
    return undefined
  }

  /** Runs a line of the owner's console; undefined if it failed or the game has no console. */
  runConsoleCommand(line: string): readonly string[] | undefined {
    const { ownerConsole } = this.#game
    return ownerConsole && this.#run('console', (world) => ownerConsole.execute(world, line))
  }

  /** Returns the number of players who can see the text; undefined if it failed. */
  broadcast(text: string): number | undefined {
    return this.#run('broadcast', (world) => {
      if (this.#game.notify) return this.#game.notify(world, text)
      this.#game.broadcast?.(world, text)
      return this.#runtime.players
    })
  }

  showText({ game }: ClientSession, text: string): void {
    this.#run('broadcast', () => game?.showText?.(text))
  }

  runAction(name: string, request: ActionRequest): ActionDone | ActionRefusal | undefined {
    const actions = this.#game.actions ?? {}
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) return { refused: 'not-found', detail: 'this is not possible in the stage of this room' }
    return this.#run('action', (world) => action.run(world, request))
  }

  /** The names of the erased players have already been replaced by these pseudonyms. Returns false if it failed. */
  removeErased(pseudonyms: readonly string[]): boolean {
    return (
      this.#run('erasure', (world) => {
        this.#game.personalData?.remove?.(world, pseudonyms)
        return true
      }) ?? false
    )
  }

  fork(from: ForkOrigin): ForkInput | undefined {
    const { world } = this.#runtime
    return world && this.#game.fork?.(world, from)
  }

  #run<T>(kind: 'console' | 'broadcast' | 'action' | 'erasure', act: (world: World) => T): T | undefined {
    if (!this.#runtime.ensureOpen()) return undefined
    let result: T | undefined
    const done = this.#transactions.run(undefined, kind, () => {
      result = act(this.#runtime.world!)
    })
    return done ? result : undefined
  }
}
