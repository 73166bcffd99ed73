// A small level for tests of the rules: drawn by the test, with simulated time, chosen chance, and players who write down
// what they are told.
import { seeded } from '../../../durable-objects/chance.ts'
import type { PlayerListener } from '../../../games/crossfire/hearing/hearing.ts'
import type { Sound } from '../../../games/crossfire/hearing/sounds.ts'
import { builtinArchetypes } from '../../../games/crossfire/made/archetypes/index.ts'
import { type Choices, newCharacter } from '../../../games/crossfire/people/birth.ts'
import { HighScores } from '../../../games/crossfire/people/high-scores.ts'
import { StoredLedger } from '../../../games/crossfire/people/ledger.ts'
import { builtinGallery } from '../../../games/crossfire/pictures/gallery.ts'
import { arrived } from '../../../games/crossfire/places/arriving.ts'
import { usualAtlas } from '../../../games/crossfire/places/atlas.ts'
import { lifeOf } from '../../../games/crossfire/places/births.ts'
import { Deep } from '../../../games/crossfire/places/deep.ts'
import { LevelState } from '../../../games/crossfire/places/level.ts'
import { OpenLevels } from '../../../games/crossfire/places/levels.ts'
import type { Abilities } from '../../../games/crossfire/scene/character.ts'
import type { Birth } from '../../../games/crossfire/scene/level-plan.ts'
import { Parties } from '../../../games/crossfire/scene/parties.ts'
import type { Level, Particulars, Player, Scene, Thing } from '../../../games/crossfire/scene/scene.ts'
import { Tags } from '../../../games/crossfire/scene/tags.ts'
import { put, remove } from '../../../games/crossfire/things/contents.ts'
import { makeThing } from '../../../games/crossfire/things/thing.ts'
import { wear } from '../../../games/crossfire/things/wearing.ts'
import { tickRules } from '../../../games/crossfire/world/tick.ts'
import type { GameContext, RecordStore, RecordValue } from '../../../games/game.ts'

export const tickMs = 120

export class MemoryStore implements RecordStore {
  readonly records = new Map<string, RecordValue>()
  get(key: string): RecordValue | undefined {
    return structuredClone(this.records.get(key))
  }
  put(key: string, value: RecordValue): void {
    this.records.set(key, structuredClone(value))
  }
  delete(key: string): void {
    this.records.delete(key)
  }
  *list(prefix: string): Iterable<[key: string, value: RecordValue]> {
    for (const key of [...this.records.keys()].sort()) if (key.startsWith(prefix)) yield [key, this.get(key)!]
  }
}

/** Chance from one seed, and the clock where the test has put it. */
export function testHost(seed: string, now: () => number, random: () => number = seeded(seed)): GameContext {
  return {
    now,
    random,
    hashSecret: (secret) => Promise.resolve(secret),
    verifySecret: (secret, hashed) => Promise.resolve(secret === hashed),
    delay: () => Promise.resolve(),
    recordGuess: () => 0,
    recordCorrectGuess() {},
    chargeSteps() {},
    announce() {},
    multicast: (peers, frame) => {
      for (const peer of peers) peer.send(frame)
    },
    log: () => {},
  }
}

/** What of a character a test may choose: abilities are 10 each if it does not say. */
export interface HeroSettings {
  readonly class?: string
  readonly abilities?: Partial<Abilities>
  /** Archetypes that he has, in use if they can be; none of his class's kit. */
  readonly has?: readonly string[]
  /** Experience in each. */
  readonly skills?: { readonly [skill: string]: number }
  readonly spells?: readonly string[]
}

export class Hero implements PlayerListener {
  readonly player: Player
  #texts: string[] = []
  #sounds: Sound[] = []

  constructor(player: Player) {
    this.player = player
    player.hearing = this
  }

  /** Since the last time. */
  told(): string[] {
    const texts = this.#texts
    this.#texts = []
    return texts
  }
  /** The numbers of 1997, since the last time. */
  heard(): number[] {
    const sounds = this.#sounds
    this.#sounds = []
    return sounds.map(({ legacy }) => legacy.sound)
  }
  /** The first that he has of the kind. */
  thing(id: string): Thing {
    const thing = this.player.inventory.find(({ kind }) => kind.id === id)
    if (!thing) throw new Error(`${this.player.name} has no ${id}`)
    return thing
  }
  has(id: string): number {
    return this.player.inventory.reduce((sum, { kind, count }) => sum + (kind.id === id ? count : 0), 0)
  }

  onText(text: string): void {
    this.#texts.push(text)
  }
  onSound(sound: Sound): void {
    this.#sounds.push(sound)
  }
  onQuestion(): void {}
  onMagicMap(): void {}
  onSurroundingsChanged(): void {}
  onTick(): void {}
  onQuit(): void {}
  onChangePassword(): void {}
  close(): void {}
}

const floors: { readonly [sign: string]: string } = { s: 'floor_shop', m: 'floor_marble' }
const walls: { readonly [sign: string]: string } = {
  '#': 'wall_dungeon',
  '%': 'secret_wall_dungeon',
  '+': 'door',
}

export interface ArenaSettings {
  readonly births?: readonly Birth[]
  readonly darkness?: number
  /** Under the open sky. */
  readonly outside?: boolean
}

/** `.` floor, `s` a shop's, `m` marble, `#` wall, `+` door, `%` secret door. Around it there is nothing. */
export class Arena {
  readonly level: Level
  readonly scene: Scene & { ticks: number }
  now = 1_000_000_000_000
  random: () => number
  readonly #players = new Map<string, Player>()

  constructor(rows: string, { births = [], darkness = 0, outside = false }: ArenaSettings = {}) {
    const lines = rows.trim().split('\n')
    const [width, height] = [lines[0]!.length, lines.length]
    const dark = outside ? undefined : darkness
    this.level = new LevelState({
      name: 'arena',
      title: 'The arena',
      width,
      height,
      darkness: dark,
      births,
      stock: [],
    })
    this.random = seeded('arena')
    this.scene = this.#makeScene()
    lines.forEach((line, y) => {
      ;[...line].forEach((sign, x) => {
        this.lay(floors[sign] ?? 'floor_dungeon', x, y)
        if (walls[sign]) this.lay(walls[sign], x, y)
      })
    })
  }

  /** These in turn, each 0 to 1; then always the last. */
  chance(...values: readonly number[]): void {
    const queue = [...values]
    this.random = () => (queue.length > 1 ? queue.shift()! : queue[0]!)
  }

  lay(id: string, x: number, y: number, count = 1, particulars: Particulars = {}): Thing {
    return put(this.scene.make(id, count, particulars), { in: 'cell', level: this.level, x, y })
  }

  creature(id: string, x: number, y: number, birth = -1): Thing {
    return this.lay(id, x, y, 1, { life: lifeOf(id, birth, { x, y }) })
  }

  /** Ids of what is there, from below, without its floor. */
  at(x: number, y: number): string[] {
    return this.level
      .things(x, y)
      .filter(({ kind }) => kind.layer !== 'floor')
      .map(({ kind }) => kind.id)
  }

  join(name: string, x: number, y: number, settings: HeroSettings = {}): Hero {
    const { has, skills, spells, abilities } = settings
    const gifts = { Str: 10, Int: 10, Wis: 10, Dex: 10, Con: 10, Cha: 10, Pow: 10, ...abilities }
    const choices: Choices = { name, ...(settings.class !== undefined && { class: settings.class }) }
    const born = newCharacter(this.scene, choices)
    // Chosen abilities stand as they are: neither race nor class adds to them.
    Object.assign(born.origin, { abilities: gifts })
    const hero = new Hero(born)
    const { player } = hero
    if (has) this.#equip(hero, has)
    if (skills) {
      player.skills.clear()
      for (const [skill, experience] of Object.entries(skills)) player.skills.set(skill, experience)
    }
    if (spells) {
      player.spells.clear()
      for (const spell of spells) player.spells.add(spell)
    }
    player.keep()
    Object.assign(player, {
      hp: player.figures.maxHp,
      sp: player.figures.maxSp,
      grace: player.figures.maxGrace,
    })
    Object.assign(player, { levelName: 'arena', x, y, level: this.level })
    this.level.enter(player)
    this.#players.set(name.toLowerCase(), player)
    arrived(this.scene, player)
    hero.told()
    return hero
  }

  give(hero: Hero, id: string, count = 1): Thing {
    return put(this.scene.make(id, count), { in: 'pack', player: hero.player })
  }

  leave({ player }: Hero): void {
    this.level.leave(player)
    player.level = undefined
    this.#players.delete(player.name.toLowerCase())
  }

  tick(count = 1): void {
    for (let done = 0; done < count; done++) {
      this.now += tickMs
      this.scene.ticks++
      tickRules(this.scene)
    }
  }

  #equip(hero: Hero, ids: readonly string[]): void {
    const { player } = hero
    for (const thing of [...player.inventory]) remove(thing)
    for (const id of ids) {
      const thing = this.give(hero, id)
      const { role } = thing.kind.is
      if (role === 'weapon' || role === 'armour' || role === 'jewel' || role === 'launcher') {
        wear(this.scene, player, thing)
      }
    }
  }

  #makeScene(): Scene & { ticks: number } {
    const store = new MemoryStore()
    const tags = new Tags(store)
    const host = testHost(
      'arena',
      () => this.now,
      () => this.random(),
    )
    const levels = new ArenaLevels(store, tags, host, this.level)
    const scene = {
      host,
      tags,
      kinds: builtinArchetypes,
      magicColour: (face: number) => builtinGallery.face(face).colour.magic,
      start: undefined,
      levels,
      parties: new Parties(store, () => this.now),
      players: this.#players,
      scores: new HighScores(store),
      ledger: new StoredLedger(store),
      quests: [],
      recipes: [],
      dialogue: () => undefined,
      isKnown: () => false,
      ticks: 0,
      get clock() {
        return scene.ticks * tickMs
      },
      make: (id: string, count?: number, particulars?: Particulars) =>
        makeThing(tags.next(), id, count, particulars),
    }
    return scene
  }
}

/** The maps of the world, and the arena. */
class ArenaLevels extends OpenLevels {
  readonly #arena: Level

  constructor(store: RecordStore, tags: Tags, context: GameContext, arena: Level) {
    super(store, tags, usualAtlas, new Deep(store, context), context)
    this.#arena = arena
  }
  override open(name: string): Level {
    return name === 'arena' ? this.#arena : super.open(name)
  }
  override peopled(): Level[] {
    return [...(this.#arena.players.size > 0 ? [this.#arena] : []), ...super.peopled()]
  }
}
