import type { EndpointRoom, Game, GameFile, Picture, SpectatorFeed, World } from '../../../games/game.ts'
import type { RoomContext } from '../context/room-context.ts'

const pictureMaxAgeMs = 1000

export class WorldViews {
  readonly #context: RoomContext
  readonly #game: Game
  readonly #source: { readonly world: World | undefined }
  /** The spectators' feed of `#feedWorld`, created on demand. */
  #feed: SpectatorFeed | undefined
  #feedWorld: World | undefined
  #cachedPicture: { readonly at: number; readonly picture: Picture } | undefined

  /** `source.world`: undefined while the world cannot be opened. The views are empty then. */
  constructor(context: RoomContext, game: Game, source: { readonly world: World | undefined }) {
    this.#context = context
    this.#game = game
    this.#source = source
  }

  /** Drawn at most once a second, so that requests do not delay players. */
  get picture(): Picture | undefined {
    const { world } = this.#source
    if (!world || !this.#game.drawPicture) return undefined
    const { now } = this.#context
    const age = now - (this.#cachedPicture?.at ?? Number.NEGATIVE_INFINITY)
    if (!this.#cachedPicture || age < 0 || age >= pictureMaxAgeMs)
      this.#cachedPicture = { at: now, picture: this.#game.drawPicture(world) }
    return this.#cachedPicture.picture
  }

  get spectatorFeed(): SpectatorFeed | undefined {
    const { world } = this.#source
    if (world && world !== this.#feedWorld) {
      this.#feed = this.#game.createSpectatorFeed?.(world)
      this.#feedWorld = world
    }
    return world && this.#feed
  }

  closeSpectatorFeed(): void {
    if (this.#source.world === this.#feedWorld) this.#feed?.onNoSpectators()
    this.#feed = undefined
    this.#feedWorld = undefined
  }

  /** The response is JSON; undefined if the endpoint does not exist or has no result for these parameters. */
  readEndpoint(
    name: string,
    params: { readonly [name: string]: string },
    room: EndpointRoom,
  ): string | undefined {
    const { endpoints = {} } = this.#game
    const { world } = this.#source
    if (!world || !Object.hasOwn(endpoints, name)) return undefined
    return endpoints[name]!.respond(world, params, room)
  }

  get files(): readonly GameFile[] {
    const { world } = this.#source
    return (world && this.#game.files?.(world)) ?? []
  }
}
