// Names of items and locations, by game: fetched when the first of them is wanted, and kept by the browser for an hour.

export interface GameNames {
  readonly items: ReadonlyMap<number, string>
  readonly locations: ReadonlyMap<number, string>
}

interface DataPackage {
  readonly item_name_to_id: { readonly [name: string]: number }
  readonly location_name_to_id: { readonly [name: string]: number }
}

const none: GameNames = { items: new Map(), locations: new Map() }

export class Names {
  readonly #room: string
  #checksums: { readonly [game: string]: string } = {}
  readonly #games = new Map<string, Promise<GameNames>>()
  readonly #known = new Map<string, GameNames>()

  /** `room`: its path. */
  constructor(room: string) {
    this.#room = room
  }

  /** As RoomInfo has them. */
  set checksums(checksums: { readonly [game: string]: string }) {
    this.#checksums = checksums
  }

  /** Of a game; empty where the seed has no package of it, or it cannot be had now. */
  async load(game: string): Promise<GameNames> {
    const loading = this.#games.get(game) ?? this.#fetch(game)
    this.#games.set(game, loading)
    return loading
  }

  /** What is there already. */
  of(game: string): GameNames {
    return this.#known.get(game) ?? none
  }

  async #fetch(game: string): Promise<GameNames> {
    const checksum = Object.hasOwn(this.#checksums, game) ? this.#checksums[game]! : ''
    const data = checksum ? await this.#packageOf(checksum) : undefined
    if (!data) {
      // Away: asked again with the next text that names something.
      this.#games.delete(game)
      return none
    }
    const names = { items: byId(data.item_name_to_id), locations: byId(data.location_name_to_id) }
    this.#known.set(game, names)
    return names
  }

  /** Undefined: it did not come, or not as a whole. */
  async #packageOf(checksum: string): Promise<DataPackage | undefined> {
    try {
      const answer = await fetch(`${this.#room}/api/datapackage/${encodeURIComponent(checksum)}`)
      return answer.ok ? await answer.json() : undefined
    } catch {
      // Ids stand where names would: the room may be away, and names are asked for again with the next id.
      return undefined
    }
  }
}

/** Of several names of one id the last one is its name. */
function byId(ids: { readonly [name: string]: number }): Map<number, string> {
  return new Map(Object.entries(ids).map(([name, id]) => [id, name]))
}
