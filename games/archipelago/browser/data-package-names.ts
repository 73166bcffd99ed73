// The names of items and locations by game, which are fetched on first use. The browser caches the responses for an
// hour.

export interface LoadedGameNames {
  readonly items: ReadonlyMap<number, string>
  readonly locations: ReadonlyMap<number, string>
}

interface DataPackage {
  readonly item_name_to_id: { readonly [name: string]: number }
  readonly location_name_to_id: { readonly [name: string]: number }
}

const noNames: LoadedGameNames = { items: new Map(), locations: new Map() }

export class DataPackageNames {
  readonly #room: string
  #checksums: { readonly [game: string]: string } = {}
  readonly #games = new Map<string, Promise<LoadedGameNames>>()
  readonly #loaded = new Map<string, LoadedGameNames>()

  /** `room`: the path of the room's page. */
  constructor(room: string) {
    this.#room = room
  }

  set checksums(checksums: { readonly [game: string]: string }) {
    this.#checksums = checksums
  }

  /**
   * Loads the names of a game. The result has no names if the seed has no data package for the game, or if the request
   * fails.
   */
  async load(game: string): Promise<LoadedGameNames> {
    const loading = this.#games.get(game) ?? this.#fetch(game)
    this.#games.set(game, loading)
    return loading
  }

  /** The result is empty until the names are loaded. */
  loadedNames(game: string): LoadedGameNames {
    return this.#loaded.get(game) ?? noNames
  }

  async #fetch(game: string): Promise<LoadedGameNames> {
    const checksum = Object.hasOwn(this.#checksums, game) ? this.#checksums[game]! : ''
    const data = checksum ? await this.#fetchPackage(checksum) : undefined
    if (!data) {
      // A failed request is not cached, so that the next text that needs a name repeats it.
      this.#games.delete(game)
      return noNames
    }
    const names = { items: invertIds(data.item_name_to_id), locations: invertIds(data.location_name_to_id) }
    this.#loaded.set(game, names)
    return names
  }

  /** Undefined if the request failed or the response is incomplete. */
  async #fetchPackage(checksum: string): Promise<DataPackage | undefined> {
    try {
      const answer = await fetch(`${this.#room}/api/datapackage/${encodeURIComponent(checksum)}`)
      return answer.ok ? await answer.json() : undefined
    } catch {
      // The page shows ids instead of names until a later request succeeds.
      return undefined
    }
  }
}

/** If an id has several names, the last one applies. */
function invertIds(ids: { readonly [name: string]: number }): Map<number, string> {
  return new Map(Object.entries(ids).map(([name, id]) => [id, name]))
}
