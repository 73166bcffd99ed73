// Reads imported maps from the room's records on demand, and also contains the built-in maps. [CF-20.4]
import { strFromU8 } from 'fflate'
import type { Json, RecordStore } from '../../../game.ts'
import { lazy } from '../../../shared/lazy.ts'
import type { CharacterRules } from '../../model/definitions/character-rules.ts'
import type { LevelPosition, MapContent } from '../../model/definitions/level-plan.ts'
import type { Recipe } from '../../model/definitions/recipe.ts'
import type { Dialogue, Quest } from '../../model/definitions/script.ts'
import { faceForDirection } from '../../model/level/visible-faces.ts'
import { type Atlas, builtinAtlas, type MapProperties } from '../../model/loading/atlas.ts'
import { Artifacts } from '../attributes/artifacts.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { formatCoverage, type StoredCoverage } from '../catalog/coverage-report.ts'
import { importCharacterRules } from '../characters/imported-character-rules.ts'
import { godObjectType } from '../converters/gods.ts'
import { convertRecipe } from '../converters/recipes.ts'
import { shopOf } from '../converters/shops.ts'
import { parseAnimations } from '../format/animations.ts'
import { parseDialogue } from '../format/dialogues.ts'
import { ImportError } from '../format/import-error.ts'
import { resolveMapPath } from '../format/map-paths.ts'
import { type ObjectDefinition, parseArchetypes, parseMapObjects } from '../format/objects.ts'
import { parseQuests } from '../format/quests.ts'
import { parseRaces } from '../format/races.ts'
import { parseArtifacts, parseFormulae } from '../format/recipes.ts'
import { parseRegions } from '../format/regions.ts'
import { archetypesOfTreasureList, parseTreasureLists } from '../format/treasures.ts'
import { parseRandomMapName } from '../random-maps/dungeon.ts'
import { ImportedGallery } from './imported-gallery.ts'
import { convertMap, parseMap, parseMapHeader } from './map-converter.ts'
import type { ClassicChecksums, PictureMetadata } from './pictures.ts'
import { maxDarkness, RandomMaps } from './random-map-loader.ts'
import { maxTreasureSteps } from './step-budget.ts'
import {
  fileKey,
  importKey,
  inflateStoredFile,
  inflateStoredPrefix,
  loadStoredFile,
  mapKey,
} from './stored-records.ts'
import { TreasureGenerator } from './treasure-generator.ts'

/** A cached header contains the map's title and the default position of exits to the map. */
const maxMapHeaders = 256
/** [CF-20.6] */
const defaultResetSeconds = 7200
/** Difficulty for which starting equipment is drawn. */
const firstDifficulty = 1
const maxDialogues = 32
const ownerSeparator = '@'

/** Undefined in a room without imported archives. */
export function openImportedAtlas(store: Pick<RecordStore, 'get'>): Atlas | undefined {
  return loadStoredFile(store, importKey('maps')) && new ImportedAtlas(store)
}

export class ImportedAtlas implements Atlas {
  readonly archetypes: ArchetypeCatalog
  readonly gallery: ImportedGallery
  readonly treasures: TreasureGenerator
  readonly characterRules: CharacterRules
  readonly coverage: Json
  readonly #store: Pick<RecordStore, 'get'>
  readonly #names: ReadonlySet<string>
  readonly #mapHeaders = new Map<string, ObjectAttributes>()
  /** Whether each player has a copy of the map, by map name; cached for views across map edges. */
  readonly #isUnique = new Map<string, boolean>()
  readonly #randomMaps: RandomMaps
  readonly #dialogues = new Map<string, Dialogue>()
  #quests: readonly Quest[] | undefined
  #regions: ReadonlyMap<string, string> | undefined
  #recipes: readonly Recipe[] | undefined

  constructor(store: Pick<RecordStore, 'get'>) {
    this.#store = store
    const text = (file: string) => this.#read(file, importKey(file)) ?? nothing
    const pictures = JSON.parse(strFromU8(text('pictures'))) as PictureMetadata[]
    const archetypes = parseArchetypes('archetypes', text('archetypes'))
    const classic = this.#read('pictures1', importKey('pictures1'))
    const large = archetypes.filter(({ otherParts }) => otherParts.length > 0)
    this.gallery = new ImportedGallery(
      store,
      pictures,
      parseAnimations('animations', text('animations')),
      new Set(large.flatMap(({ attributes }) => attributes.get('face') ?? [])),
      classic ? (JSON.parse(strFromU8(classic)) as ClassicChecksums) : [],
    )
    const all = archetypes.flatMap((head) => [head, ...head.otherParts])
    const treasures = parseTreasureLists('treasures', text('treasures'))
    const byName = new Map(all.map((each) => [each.arch, each]))
    const lists = new Map(treasures.map((list) => [list.name, list]))
    const artifacts = parseArtifacts('artifacts', text('artifacts'))
    const rare = new Artifacts(artifacts)
    const races = lazy(() => parseRaces(text('races')))
    this.archetypes = new ArchetypeCatalog(
      {
        get: (name) => byName.get(name),
        treasureList: (list, level) => archetypesOfTreasureList(lists, list, level),
        treasureLists: lists,
        get races() {
          return races()
        },
        artifact: (name, { arch, attributes }) => rare.named(name, arch, attributes),
      },
      this.gallery,
      godsAmong(archetypes),
    )
    this.treasures = new TreasureGenerator(treasures, this.archetypes, artifacts)
    this.#names = new Set(strFromU8(text('maps')).split('\n'))
    this.#randomMaps = new RandomMaps(this.#names, this.archetypes, (path) =>
      parseMap(path, this.#text(path)),
    )
    this.coverage = formatCoverage(
      store.get(importKey('coverage')) as unknown as StoredCoverage,
      this.#names.size,
    )
    this.characterRules = this.#importCharacterRules(archetypes)
  }

  /** [CF-4.14] [CF-21.10] */
  #importCharacterRules(objects: readonly ObjectDefinition[]): CharacterRules {
    const { archetypes, gallery } = this
    const place = this.#store.get(importKey('start')) as unknown as LevelPosition
    return importCharacterRules({
      archetypes,
      objects,
      file: (name) => strFromU8(this.#read(name, importKey(name)) ?? nothing, true),
      ours: builtinAtlas.characterRules,
      start: {
        id: place.level,
        name: this.propertiesOf(place.level).title,
        description: 'Everybody starts here, and respawns here after death.',
        position: place,
        respawn: place,
      },
      hasMap: (path) => this.#names.has(path),
      faceNumber: (face) => gallery.faceNumber(face) ?? 1,
      figure(face, name) {
        const animation = gallery.animated(name ?? '')
        const still = gallery.faceNumber(face ?? '') ?? animation?.faces[0]
        if (still === undefined || (face === undefined && !animation)) return undefined
        const look = { face: still, ...(animation && { animation }) }
        return (facing, stepping) => faceForDirection(look, { facing, stepping })
      },
      draw: (list, random) =>
        this.treasures.draw(list, random, firstDifficulty, { left: maxTreasureSteps }, 'kit'),
      listed: (list) => archetypes.listed(list, firstDifficulty),
    })
  }

  has(name: string): boolean {
    const dungeon = parseRandomMapName(name)
    if (dungeon) return this.hasStyles && this.#names.has(dungeon.origin)
    return this.#names.has(pathOf(name)) || builtinAtlas.has(name)
  }

  ownCopyName(name: string, who: string | undefined): string | undefined {
    if (!this.#names.has(name) || who === undefined) return undefined
    const known = this.#isUnique.get(name)
    const isUnique = known ?? this.#mapHeaderOf(name).flag('unique')
    if (known === undefined) this.#isUnique.set(name, isUnique)
    return isUnique ? `${name}${ownerSeparator}${who.toLowerCase()}` : undefined
  }

  ownerOf(name: string): string | undefined {
    const path = pathOf(name)
    return path !== name && this.#names.has(path)
      ? name.slice(path.length + ownerSeparator.length)
      : undefined
  }

  propertiesOf(name: string): MapProperties {
    const place = parseRandomMapName(name)
    if (place) return this.#randomMaps.plan(place)
    const path = pathOf(name)
    if (!this.#names.has(path)) return builtinAtlas.propertiesOf(name)
    const head = this.#mapHeaderOf(path)
    const isOwn = head.flag('unique')
    const after =
      isOwn || head.flag('no_reset')
        ? undefined
        : head.intWithin('reset_timeout', 0, 10_000_000) || defaultResetSeconds
    return {
      title: this.#levelTitle(path, head),
      // The darkness of outdoor maps depends on the time of day. Indoor maps have a constant darkness, 0 by default.
      ...(head.flag('outdoor') ? {} : { darkness: head.intWithin('darkness', 0, maxDarkness) }),
      song: head.text('background_music') ?? 'NONE',
      ...this.#adjacentMapsOf(path, head),
      region: head.text('region'),
      shopPricing: shopOf(head),
      resetPolicy: { afterSeconds: after, ...(head.flag('fixed_resettime') && { fixed: true }) },
    }
  }

  readContent(name: string, seed: number): MapContent {
    const place = parseRandomMapName(name)
    if (place) return convertMap(name, this.#randomMaps.floor(place, seed), this, seed)
    const path = pathOf(name)
    if (!this.#names.has(path)) return builtinAtlas.readContent(name, seed)
    const map = parseMap(path, this.#text(path))
    return convertMap(path, map, this, seed)
  }

  get hasStyles(): boolean {
    return this.#randomMaps.hasStyles
  }

  /** [CF-24.7] */
  get recipes(): readonly Recipe[] {
    this.#recipes ??= ignoringImportErrors(() => this.#readRecipes()) ?? []
    return this.#recipes
  }

  #readRecipes(): Recipe[] {
    const formulae = parseFormulae('formulae', this.#read('formulae', importKey('formulae')) ?? nothing)
    return formulae.flatMap(
      (formula) => convertRecipe(formula, (arch) => this.archetypes.archetype(arch)) ?? [],
    )
  }

  /** [CF-23.6] A malformed file yields no quests. */
  get quests(): readonly Quest[] {
    this.#quests ??= ignoringImportErrors(() => this.#readQuests()) ?? []
    return this.#quests
  }

  #readQuests(): readonly Quest[] {
    return parseQuests('world.quests', (path) => this.#file(path)).map(({ face, ...quest }) => {
      const number = this.gallery.faceNumber(face ?? '')
      return { ...quest, ...(number !== undefined && { face: number }) }
    })
  }

  /** [CF-23.7] A malformed dialogue has no rules. */
  dialogue(file: string): Dialogue | undefined {
    const known = this.#dialogues.get(file)
    if (known) return known
    const read = ignoringImportErrors(() => parseDialogue(file, (path) => this.#file(path))) ?? silence
    if (this.#dialogues.size >= maxDialogues) this.#dialogues.delete(this.#dialogues.keys().next().value!)
    this.#dialogues.set(file, read)
    return read
  }

  /** [CF-20.8] The adjacent maps, without those whose files do not exist. */
  #adjacentMapsOf(path: string, head: ObjectAttributes): Pick<MapProperties, 'adjacentMaps'> {
    const tiles: { [way: string]: string } = {}
    for (const [number, way] of ['north', 'east', 'south', 'west'].entries()) {
      const beside = resolveMapPath(path, head.text(`tile_path_${number + 1}`) ?? '')
      if (beside !== undefined && this.has(beside)) tiles[way] = beside
    }
    return Object.keys(tiles).length > 0 ? { adjacentMaps: tiles } : {}
  }

  /** [CF-20.4] Maps without a name, or with the name of their file, have the title of their region, if it has one. */
  #levelTitle(path: string, head: ObjectAttributes): string {
    const file = path.slice(path.lastIndexOf('/') + 1)
    if (head.name !== 'map' && head.name !== file) return head.name
    this.#regions ??= ignoringImportErrors(() => this.#readRegions()) ?? new Map()
    return this.#regions.get(head.text('region') ?? '') ?? (head.name === 'map' ? path : head.name)
  }

  #readRegions(): ReadonlyMap<string, string> {
    const list = this.#file('regions.reg') ?? this.#file('regions') ?? nothing
    const called = parseRegions('regions', list).map(
      ({ name, attributes }) => [name, attributes.get('longname') ?? ''] as const,
    )
    return new Map(called.filter(([, title]) => title !== ''))
  }

  #file(path: string): Uint8Array | undefined {
    return this.#read(path, fileKey(path))
  }

  landing(path: string): { x: number; y: number } | undefined {
    if (!this.#names.has(path)) return undefined
    const head = this.#mapHeaderOf(path)
    return { x: head.int('enter_x'), y: head.int('enter_y') }
  }

  #mapHeaderOf(path: string): ObjectAttributes {
    const known = this.#mapHeaders.get(path)
    if (known) return known
    const head = parseMapHeader(readMapHeader(path, loadStoredFile(this.#store, mapKey(path)) ?? nothing))
    if (this.#mapHeaders.size >= maxMapHeaders) this.#mapHeaders.delete(this.#mapHeaders.keys().next().value!)
    this.#mapHeaders.set(path, head)
    return head
  }

  #text(path: string): Uint8Array {
    return this.#read(path, mapKey(path)) ?? nothing
  }

  /** Undefined if the record does not exist. `file`: names the record in errors. */
  #read(file: string, key: string): Uint8Array | undefined {
    const packed = loadStoredFile(this.#store, key)
    return packed && inflateStoredFile(file, packed)
  }
}

/** [CF-24.1] Further gods are ignored. */
const maxGods = 100

function godsAmong(archetypes: readonly ObjectDefinition[]): readonly string[] {
  return archetypes
    .filter(({ attributes }) => Number(attributes.get('type')) === godObjectType)
    .map(({ arch }) => arch)
    .slice(0, maxGods)
}

const nothing = new Uint8Array(0)
const headPacked = 512

/** Decompresses only the beginning of the file if that contains the header. */
function readMapHeader(path: string, packed: Uint8Array): ObjectDefinition {
  const begin = inflateStoredPrefix(path, packed.subarray(0, headPacked))
  try {
    // Parsing a truncated header fails, because its `end` is missing.
    const header = parseMapObjects(path, begin).next().value
    if (header) return header
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
  }
  return parseMapObjects(path, inflateStoredFile(path, packed)).next().value!
}

const silence: Dialogue = { tokenScope: '', rules: [] }

/** A malformed file must not close the room. Room creation only warns of malformed dialogues, for example. */
function ignoringImportErrors<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}

function pathOf(name: string): string {
  const at = name.lastIndexOf(ownerSeparator)
  return at < 0 ? name : name.slice(0, at)
}
