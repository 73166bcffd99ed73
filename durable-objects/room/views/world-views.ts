// Read-only views of a world: its state, its picture, its endpoints and files, and the spectators' feed.
import type {
  EndpointRoom,
  Game,
  GameFile,
  Json,
  Picture,
  SpectatorFeed,
  World,
} from '../../../games/game.ts'
import type { Clock } from '../../../wire/util/clock.ts'

/** A picture is reused for this long. */
const pictureMaxAgeMs = 1000

export interface WorldViewsSettings {
  readonly game: Game
  readonly clock: Clock
  /** Undefined while it cannot be opened: all views are empty. */
  world(): World | undefined
}

export class WorldViews {
  readonly #settings: WorldViewsSettings
  /** The spectators' feed, created on demand. */
  #feed: SpectatorFeed | undefined
  #cachedPicture: { readonly at: number; readonly picture: Picture } | undefined

  constructor(settings: WorldViewsSettings) {
    this.#settings = settings
  }

  get view(): Json {
    const world = this.#world
    return world ? this.#settings.game.publicState(world) : null
  }

  /** Drawn once a second at most, so that requests do not delay players. */
  get picture(): Picture | undefined {
    const { game, clock } = this.#settings
    const world = this.#world
    if (!world || !game.drawPicture) return undefined
    const now = clock.now()
    const age = now - (this.#cachedPicture?.at ?? Number.NEGATIVE_INFINITY)
    if (!this.#cachedPicture || age < 0 || age >= pictureMaxAgeMs)
      this.#cachedPicture = { at: now, picture: game.drawPicture(world) }
    return this.#cachedPicture.picture
  }

  /** The spectators' feed; a new one after the world was reopened. Undefined: this game has none. */
  get spectatorFeed(): SpectatorFeed | undefined {
    const world = this.#world
    if (world) this.#feed ??= this.#settings.game.createSpectatorFeed?.(world)
    return world && this.#feed
  }

  /** The last spectator has left. */
  closeSpectatorFeed(): void {
    this.#feed?.onNoSpectators()
    this.#feed = undefined
  }

  /** The world was replaced by another. */
  dropSpectatorFeed(): void {
    this.#feed = undefined
  }

  /** The JSON of one of the game's endpoints; undefined: there is none, or no result for these parameters. */
  readEndpoint(
    name: string,
    params: { readonly [name: string]: string },
    room: EndpointRoom,
  ): string | undefined {
    const { endpoints = {} } = this.#settings.game
    const world = this.#world
    if (!world || !Object.hasOwn(endpoints, name)) return undefined
    return endpoints[name]!.respond(world, params, room)
  }

  get files(): readonly GameFile[] {
    const world = this.#world
    return (world && this.#settings.game.files?.(world)) ?? []
  }

  get #world(): World | undefined {
    return this.#settings.world()
  }
}
