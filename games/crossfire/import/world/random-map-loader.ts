// Loads random maps: the parameters from the exits to them, the storeys from the imported styles. [CF-20.20]
import type { MapProperties } from '../../model/loading/atlas.ts'
import { archetypeIdOf } from '../attributes/archetype-id.ts'
import { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import {
  parseRandomMapSpec,
  type RandomMapLocation,
  type RandomMapSpec,
  randomMapName,
} from '../random-maps/dungeon.ts'
import { generateDungeonStorey, type StyleSource } from '../random-maps/storey.ts'
import type { ParsedMap } from './map-converter.ts'

const stylesFolder = '/styles/'
/** A world without floor styles has no random maps. */
const floorStylesFolder = `${stylesFolder}floorstyles/`
const maxCached = { dungeons: 64, styles: 64 } as const
/** [CF-20.6] */
const resetSeconds = 7200
/** Highest step of darkness in this server. Crossfire's highest step is 5. */
export const maxDarkness = 4

export class RandomMaps implements StyleSource {
  readonly #names: ReadonlySet<string>
  readonly #archetypes: ArchetypeCatalog
  readonly #read: (path: string) => ParsedMap
  readonly #known = new Map<string, RandomMapSpec>()
  readonly #styles = new Map<string, readonly ObjectDefinition[]>()
  readonly #styleNames: readonly string[]

  constructor(names: ReadonlySet<string>, archetypes: ArchetypeCatalog, read: (path: string) => ParsedMap) {
    this.#names = names
    this.#archetypes = archetypes
    this.#read = read
    this.#styleNames = [...names].filter((name) => name.startsWith(stylesFolder))
  }

  get hasStyles(): boolean {
    return this.#styleNames.some((name) => name.startsWith(floorStylesFolder))
  }

  plan(place: RandomMapLocation): MapProperties {
    const { title, darkness } = this.#dungeonOf(place)
    return {
      title: `${title ?? 'A Place Nobody Drew'}, floor ${place.floor}`,
      darkness: Math.min(maxDarkness, darkness),
      song: 'NONE',
      resetPolicy: { afterSeconds: resetSeconds },
    }
  }

  /** `seed`: selects creatures and items. */
  floor(place: RandomMapLocation, seed: number): ParsedMap {
    const dungeon = this.#dungeonOf(place)
    const { layout, objects } = generateDungeonStorey(dungeon, place, this, seed)
    const attributes = new Map([['difficulty', String(dungeon.difficulty + place.floor - 1)]])
    return {
      header: new ObjectAttributes('map', attributes),
      width: layout.width,
      height: layout.height,
      objects,
    }
  }

  objects(path: string): readonly ObjectDefinition[] | undefined {
    const name = `${stylesFolder}${path}`
    if (!this.#names.has(name)) return undefined
    const known = this.#styles.get(name)
    if (known) return known
    const objects = [...this.#read(name).objects]
    putBounded(this.#styles, name, objects, maxCached.styles)
    return objects
  }

  under(within: string): readonly string[] {
    const head = `${stylesFolder}${within}/`
    return this.#styleNames.filter((name) => name.startsWith(head)).map((name) => name.slice(head.length))
  }

  archetype(name: string): ObjectDefinition | undefined {
    return this.#archetypes.archetype(name)
  }

  blocksWalking(object: ObjectDefinition): boolean {
    return this.#archetypes.get(archetypeIdOf(object)).blocksMovement === true
  }

  #parametersAt(place: RandomMapLocation): string {
    for (const object of this.#read(place.origin).objects)
      if (object.attributes.get('slaying')?.startsWith('/!') && this.#covers(object, place))
        return object.attributes.get('msg') ?? ''
    return ''
  }

  /** Whether any part of the object, which can occupy several cells, is in the cell `place`. */
  #covers({ arch, x, y }: ObjectDefinition, place: RandomMapLocation): boolean {
    const parts = [{ x: 0, y: 0 }, ...(this.archetype(arch)?.otherParts ?? [])]
    return parts.some((part) => x + part.x === place.x && y + part.y === place.y)
  }

  /** Default parameters if the exit no longer exists. */
  #dungeonOf(place: RandomMapLocation): RandomMapSpec {
    const key = randomMapName({ ...place, floor: 1 })
    const known = this.#known.get(key)
    if (known) return known
    const dungeon = parseRandomMapSpec(this.#parametersAt(place))
    putBounded(this.#known, key, dungeon, maxCached.dungeons)
    return dungeon
  }
}

function putBounded<T>(known: Map<string, T>, key: string, value: T, most: number): void {
  if (known.size >= most) known.delete(known.keys().next().value!)
  known.set(key, value)
}
