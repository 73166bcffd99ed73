// The maps of an imported world and the built-in ones, read from the room's records on demand. [CF-20.4]
import { strFromU8 } from 'fflate'
import type { Json, Store } from '../../../game.ts'
import { Random } from '../../../shared/random.ts'
import { type Atlas, type AtlasPlan, usualAtlas } from '../../places/atlas.ts'
import type { Exit, MapRead, Outfit, Tiles } from '../../scene/level-plan.ts'
import type { Recipe } from '../../scene/recipe.ts'
import type { Dialogue, Quest } from '../../scene/script.ts'
import { readAnimations } from '../animations.ts'
import { readDialogue } from '../dialogues.ts'
import { LoreFault } from '../fault.ts'
import { Artifacts } from '../kinds/artifacts.ts'
import { godType } from '../kinds/gods.ts'
import { LoreKinds } from '../kinds/kinds.ts'
import { marketOf } from '../kinds/markets.ts'
import { recipeOf } from '../kinds/recipes.ts'
import type { Said } from '../kinds/said.ts'
import { type KeptCoverage, livingTold } from '../kinds/told.ts'
import { type LoreObject, mapObjects, readArchetypes } from '../objects.ts'
import { pathFrom } from '../paths.ts'
import { readQuests } from '../quests.ts'
import { dungeonPlace } from '../random/dungeon.ts'
import { readArtifacts, readFormulae } from '../recipes.ts'
import { readRegions } from '../regions.ts'
import { listedFor, readTreasures } from '../treasures.ts'
import { Dungeons } from './dungeons.ts'
import { LoreGallery } from './gallery.ts'
import { Hoards } from './hoards.ts'
import { headOf, placedIn, readLoreMap } from './map.ts'
import { outfit } from './outfits.ts'
import type { KnownPicture } from './pictures.ts'
import { beginning, fileKey, inflated, kept, loreKey, mapKey } from './records.ts'

/** Cache size of map headers, which give default positions of exits, and titles. */
const mostHeads = 256
/** [CF-20.6] Seconds; the default of a map. */
const usualReset = 7200
/** Cache size of dialogues. */
const mostDialogues = 32
/** Separates a map's name from its owner. */
const whose = '@'
/** Crossfire's darkness goes to 5, this world's to 4. */
const mostDarkness = 4

/** The atlas of a room with imported archives; undefined without them. */
export function loreAtlas(store: Pick<Store, 'get'>): Atlas | undefined {
  return kept(store, loreKey('maps')) && new LoreAtlas(store)
}

export class LoreAtlas implements Atlas {
  readonly kinds: LoreKinds
  readonly gallery: LoreGallery
  readonly hoards: Hoards
  readonly start: Exit
  readonly living: Json
  readonly #store: Pick<Store, 'get'>
  readonly #names: ReadonlySet<string>
  readonly #heads = new Map<string, Said>()
  readonly #dungeons: Dungeons
  readonly #dialogues = new Map<string, Dialogue>()
  #quests: readonly Quest[] | undefined
  /** Titles by region name. */
  #regions: ReadonlyMap<string, string> | undefined
  #recipes: readonly Recipe[] | undefined

  constructor(store: Pick<Store, 'get'>) {
    this.#store = store
    const text = (file: string) => inflated(file, kept(store, loreKey(file)) ?? nothing)
    const pictures = JSON.parse(strFromU8(text('pictures'))) as KnownPicture[]
    const archetypes = readArchetypes('archetypes', text('archetypes'))
    const large = archetypes.filter(({ more }) => more.length > 0)
    this.gallery = new LoreGallery(
      store,
      pictures,
      readAnimations('animations', text('animations')),
      new Set(large.flatMap(({ says }) => says.get('face') ?? [])),
    )
    const all = archetypes.flatMap((head) => [head, ...head.more])
    const treasures = kept(store, loreKey('treasures')) ? readTreasures('treasures', text('treasures')) : []
    const byName = new Map(all.map((each) => [each.arch, each]))
    const lists = new Map(treasures.map((list) => [list.name, list]))
    const artifacts = kept(store, loreKey('artifacts')) ? readArtifacts('artifacts', text('artifacts')) : []
    const rare = new Artifacts(artifacts)
    this.kinds = new LoreKinds(
      {
        get: (name) => byName.get(name),
        listed: (list, level) => listedFor(lists, list, level),
        lists,
        artifact: (name, { arch, says }) => rare.named(name, arch, says),
      },
      this.gallery,
      godsAmong(archetypes),
    )
    this.hoards = new Hoards(treasures, this.kinds, artifacts)
    this.#names = new Set(strFromU8(text('maps')).split('\n'))
    this.#dungeons = new Dungeons(this.#names, this.kinds, (path) => readLoreMap(path, this.#text(path)))
    this.start = store.get(loreKey('start')) as unknown as Exit
    this.living = livingTold(store.get(loreKey('coverage')) as unknown as KeptCoverage, this.#names.size)
  }

  has(name: string): boolean {
    const dungeon = dungeonPlace(name)
    if (dungeon) return this.hasStyles && this.#names.has(dungeon.origin)
    return this.#names.has(pathOf(name)) || usualAtlas.has(name)
  }

  meant(name: string, who: string | undefined): string | undefined {
    if (!this.#names.has(name) || who === undefined) return undefined
    return this.#head(name).is('unique') ? `${name}${whose}${who.toLowerCase()}` : undefined
  }

  ownerOf(name: string): string | undefined {
    const path = pathOf(name)
    return path !== name && this.#names.has(path) ? name.slice(path.length + whose.length) : undefined
  }

  plan(name: string): AtlasPlan {
    const place = dungeonPlace(name)
    if (place) return this.#dungeons.plan(place)
    const path = pathOf(name)
    if (!this.#names.has(path)) return usualAtlas.plan(name)
    const head = this.#head(path)
    const isOwn = head.is('unique')
    const after =
      isOwn || head.is('no_reset') ? undefined : head.within('reset_timeout', 0, 10_000_000) || usualReset
    return {
      title: this.#titleOf(path, head),
      // Outdoor maps follow the time of day. Indoor maps have their own darkness, by default none.
      ...(head.is('outdoor') ? {} : { darkness: head.within('darkness', 0, mostDarkness) }),
      song: head.text('background_music') ?? 'NONE',
      tiles: tilesOf(path, head),
      market: marketOf(head),
      resets: { after, ...(head.is('fixed_resettime') && { fixed: true }) },
    }
  }

  read(name: string, seed: number): MapRead {
    const place = dungeonPlace(name)
    if (place) return placedIn(name, this.#dungeons.floor(place, seed), this, seed)
    const path = pathOf(name)
    if (!this.#names.has(path)) return usualAtlas.read(name, seed)
    const map = readLoreMap(path, this.#text(path))
    return placedIn(path, map, this, seed)
  }

  outfit(race: string, callings: readonly string[], seed: number): Outfit | undefined {
    return outfit(this.kinds, this.hoards, new Random(seed, 'outfit'), race, callings)
  }

  get hasStyles(): boolean {
    return this.#dungeons.hasStyles
  }

  /** [CF-24.7] Read on first use. */
  get recipes(): readonly Recipe[] {
    this.#recipes ??= unlessBroken(() => this.#readRecipes()) ?? []
    return this.#recipes
  }

  #readRecipes(): Recipe[] {
    const packed = kept(this.#store, loreKey('formulae'))
    const formulae = packed ? readFormulae('formulae', inflated('formulae', packed)) : []
    return formulae.flatMap((formula) => recipeOf(formula, (arch) => this.kinds.archetype(arch)) ?? [])
  }

  /** [CF-23.6] Read on first use. A malformed file gives no quests. */
  get quests(): readonly Quest[] {
    this.#quests ??= unlessBroken(() => readQuests('world.quests', (path) => this.#file(path))) ?? []
    return this.#quests
  }

  /** [CF-23.7] A malformed dialogue is silent. */
  dialogue(file: string): Dialogue | undefined {
    const known = this.#dialogues.get(file)
    if (known) return known
    const read = unlessBroken(() => readDialogue(file, (path) => this.#file(path))) ?? silence
    if (this.#dialogues.size >= mostDialogues) this.#dialogues.delete(this.#dialogues.keys().next().value!)
    this.#dialogues.set(file, read)
    return read
  }

  /** [CF-20.4] Outdoor tiles are named after their file, and some maps not at all. Both take their region's title. */
  #titleOf(path: string, head: Said): string {
    const file = path.slice(path.lastIndexOf('/') + 1)
    if (head.name !== 'map' && head.name !== file) return head.name
    this.#regions ??= unlessBroken(() => this.#readRegions()) ?? new Map()
    return this.#regions.get(head.text('region') ?? '') ?? (head.name === 'map' ? path : head.name)
  }

  #readRegions(): ReadonlyMap<string, string> {
    const list = this.#file('regions.reg') ?? this.#file('regions') ?? nothing
    const called = readRegions('regions', list).map(
      ({ name, says }) => [name, says.get('longname') ?? ''] as const,
    )
    return new Map(called.filter(([, title]) => title !== ''))
  }

  #file(path: string): Uint8Array | undefined {
    const packed = kept(this.#store, fileKey(path))
    return packed && inflated(path, packed)
  }

  landing(path: string): { x: number; y: number } | undefined {
    if (!this.#names.has(path)) return undefined
    const head = this.#head(path)
    return { x: head.number('enter_x'), y: head.number('enter_y') }
  }

  #head(path: string): Said {
    const known = this.#heads.get(path)
    if (known) return known
    const head = headOf(firstOf(path, kept(this.#store, mapKey(path)) ?? nothing))
    if (this.#heads.size >= mostHeads) this.#heads.delete(this.#heads.keys().next().value!)
    this.#heads.set(path, head)
    return head
  }

  #text(path: string): Uint8Array {
    return inflated(path, kept(this.#store, mapKey(path)) ?? nothing)
  }
}

/** [CF-24.1] Maximum number of gods; further ones are ignored. */
const mostGods = 100

function godsAmong(archetypes: readonly LoreObject[]): readonly string[] {
  return archetypes
    .filter(({ says }) => Number(says.get('type')) === godType)
    .map(({ arch }) => arch)
    .slice(0, mostGods)
}

const nothing = new Uint8Array(0)
/** Compressed bytes that hold a map's header, unless it is unusually long. */
const headPacked = 512

/** The header of a map, decompressing no more than it takes. */
function firstOf(path: string, packed: Uint8Array): LoreObject {
  const begin = beginning(path, packed.subarray(0, headPacked))
  try {
    // A truncated header lacks its `end`.
    return mapObjects(path, begin).next().value!
  } catch (error) {
    if (!(error instanceof LoreFault)) throw error
    return mapObjects(path, inflated(path, packed)).next().value!
  }
}

const silence: Dialogue = { place: '', rules: [] }

/** Errors in auxiliary files do not stop the room: room creation only validates maps and archetypes. */
function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof LoreFault) return undefined
    throw error
  }
}

/** The name without its owner. */
function pathOf(name: string): string {
  const at = name.lastIndexOf(whose)
  return at < 0 ? name : name.slice(0, at)
}

function tilesOf(path: string, head: Said): Tiles {
  const tiles: { [way: string]: string } = {}
  for (const [number, way] of ['north', 'east', 'south', 'west'].entries()) {
    const beside = pathFrom(path, head.text(`tile_path_${number + 1}`) ?? '')
    if (beside !== undefined) tiles[way] = beside
  }
  return tiles
}
