// Random maps as maps of the atlas: their exits' parameters, and the imported styles to build from. [CF-20.20]
import type { AtlasPlan } from '../../places/atlas.ts'
import { kindId } from '../kinds/kind-id.ts'
import type { LoreKinds } from '../kinds/kinds.ts'
import { Said } from '../kinds/said.ts'
import type { LoreObject } from '../objects.ts'
import { type Dungeon, type DungeonPlace, dungeonName, readDungeon } from '../random/dungeon.ts'
import { furnished, type Styles } from '../random/furnishing.ts'
import type { LoreMap } from './map.ts'

const folder = '/styles/'
/** Required for all floors. A world without floor styles has no random maps. */
const needed = `${folder}floorstyles/`
/** Cache sizes. */
const mostKnown = { dungeons: 64, styles: 64 } as const
/** [CF-20.6] Seconds. */
const resets = 7200
/** Crossfire's darkness goes to 5, this world's to 4. */
const mostDarkness = 4

export class Dungeons implements Styles {
  readonly #names: ReadonlySet<string>
  readonly #kinds: LoreKinds
  readonly #read: (path: string) => LoreMap
  readonly #known = new Map<string, Dungeon>()
  readonly #styles = new Map<string, readonly LoreObject[]>()
  readonly #styleNames: readonly string[]

  constructor(names: ReadonlySet<string>, kinds: LoreKinds, read: (path: string) => LoreMap) {
    this.#names = names
    this.#kinds = kinds
    this.#read = read
    this.#styleNames = [...names].filter((name) => name.startsWith(folder))
  }

  get hasStyles(): boolean {
    return this.#styleNames.some((name) => name.startsWith(needed))
  }

  plan(place: DungeonPlace): AtlasPlan {
    const { title, darkness } = this.#dungeonOf(place)
    return {
      title: `${title ?? 'A Place Nobody Drew'}, floor ${place.floor}`,
      darkness: Math.min(mostDarkness, darkness),
      song: 'NONE',
      resets: { after: resets },
    }
  }

  /** `seed` selects creatures and items. */
  floor(place: DungeonPlace, seed: number): LoreMap {
    const dungeon = this.#dungeonOf(place)
    const { layout, objects } = furnished(dungeon, place, this, seed)
    const says = new Map([['difficulty', String(dungeon.difficulty + place.floor - 1)]])
    return { head: new Said('map', says), width: layout.width, height: layout.height, objects }
  }

  // ---- Building material -----------------------------------------------------------------------------------------

  objects(path: string): readonly LoreObject[] | undefined {
    const name = `${folder}${path}`
    if (!this.#names.has(name)) return undefined
    const known = this.#styles.get(name)
    if (known) return known
    const objects = [...this.#read(name).objects]
    remember(this.#styles, name, objects, mostKnown.styles)
    return objects
  }

  under(within: string): readonly string[] {
    const head = `${folder}${within}/`
    return this.#styleNames.filter((name) => name.startsWith(head)).map((name) => name.slice(head.length))
  }

  archetype(name: string): LoreObject | undefined {
    return this.#kinds.archetype(name)
  }

  stops(object: LoreObject): boolean {
    return this.#kinds.named(kindId(object)).stops === true
  }

  #wantedAt(place: DungeonPlace): string {
    for (const object of this.#read(place.origin).objects)
      if (object.says.get('slaying')?.startsWith('/!') && this.#covers(object, place))
        return object.says.get('msg') ?? ''
    return ''
  }

  /** Whether any part of the object is at that place. */
  #covers({ arch, x, y }: LoreObject, place: DungeonPlace): boolean {
    const parts = [{ x: 0, y: 0 }, ...(this.archetype(arch)?.more ?? [])]
    return parts.some((part) => x + part.x === place.x && y + part.y === place.y)
  }

  /** Defaults apply if the exit no longer exists. */
  #dungeonOf(place: DungeonPlace): Dungeon {
    const key = dungeonName({ ...place, floor: 1 })
    const known = this.#known.get(key)
    if (known) return known
    const dungeon = readDungeon(this.#wantedAt(place))
    remember(this.#known, key, dungeon, mostKnown.dungeons)
    return dungeon
  }
}

function remember<T>(known: Map<string, T>, key: string, value: T, most: number): void {
  if (known.size >= most) known.delete(known.keys().next().value!)
  known.set(key, value)
}
