// What of a world is shown to who does not play in it: its state, its picture, its readings and files, and what who
// watches is told.
import type { Game, GameFile, Json, Picture, ReadRoom, Show, World } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'

/** Who asks for a picture so soon after another has the same. */
const drawnForMs = 1000

export interface ShownWorldSettings {
  readonly game: Game
  readonly clock: Clock
  /** Undefined while it cannot be opened: nothing is shown. */
  world(): World | undefined
}

export class ShownWorld {
  readonly #settings: ShownWorldSettings
  /** Of who watches; made when somebody does. */
  #show: Show | undefined
  #drawn: { readonly at: number; readonly picture: Picture } | undefined

  constructor(settings: ShownWorldSettings) {
    this.#settings = settings
  }

  get view(): Json {
    const world = this.#world
    return world ? this.#settings.game.view(world) : null
  }

  /** Drawn once a second at most: however many ask for it, those who play do not wait. */
  get picture(): Picture | undefined {
    const { game, clock } = this.#settings
    const world = this.#world
    if (!world || !game.picture) return undefined
    const now = clock.now()
    const age = now - (this.#drawn?.at ?? Number.NEGATIVE_INFINITY)
    if (!this.#drawn || age < 0 || age >= drawnForMs) this.#drawn = { at: now, picture: game.picture(world) }
    return this.#drawn.picture
  }

  /** What is shown to who watches; another one after the world was opened again. Undefined: this game shows nothing. */
  get show(): Show | undefined {
    const world = this.#world
    if (world) this.#show ??= this.#settings.game.watch?.(world)
    return world && this.#show
  }

  /** Nobody watches any more. */
  endShow(): void {
    this.#show?.end()
    this.#show = undefined
  }

  /** The world that was shown is no more; another takes its place. */
  forgetShow(): void {
    this.#show = undefined
  }

  /** The JSON of one of the game's readings; undefined: there is none, or nothing by these parameters. */
  read(name: string, params: { readonly [name: string]: string }, room: ReadRoom): string | undefined {
    const { readings = {} } = this.#settings.game
    const world = this.#world
    if (!world || !Object.hasOwn(readings, name)) return undefined
    return readings[name]!.read(world, params, room)
  }

  get files(): readonly GameFile[] {
    const world = this.#world
    return (world && this.#settings.game.files?.(world)) ?? []
  }

  get #world(): World | undefined {
    return this.#settings.world()
  }
}
