// A level that a test draws as text, in simulated time and with a random generator that the test chooses.

import { builtinArchetypes } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import { builtinCharacterRules } from '../../../../games/crossfire/builtin/characters/index.ts'
import { builtinGallery } from '../../../../games/crossfire/builtin/pictures/gallery.ts'
import type { Abilities } from '../../../../games/crossfire/model/definitions/character.ts'
import type { Spawn } from '../../../../games/crossfire/model/definitions/level-plan.ts'
import { LevelState } from '../../../../games/crossfire/model/level/level-state.ts'
import { onPlayerArrived } from '../../../../games/crossfire/model/level/relocation.ts'
import { newCreatureState } from '../../../../games/crossfire/model/level/spawns.ts'
import { builtinAtlas } from '../../../../games/crossfire/model/loading/atlas.ts'
import { LevelLoader } from '../../../../games/crossfire/model/loading/level-loader.ts'
import { WeeklyDungeon } from '../../../../games/crossfire/model/loading/weekly-dungeon.ts'
import {
  type CharacterChoices,
  createCharacter,
} from '../../../../games/crossfire/model/players/create-character.ts'
import { HighScores } from '../../../../games/crossfire/model/records/high-scores.ts'
import { StoredServiceRecords } from '../../../../games/crossfire/model/records/service-records.ts'
import type {
  GameState,
  Level,
  Player,
  Thing,
  ThingOptions,
} from '../../../../games/crossfire/model/state/game-state.ts'
import { Parties } from '../../../../games/crossfire/model/state/parties.ts'
import { TagAllocator } from '../../../../games/crossfire/model/state/tag-allocator.ts'
import { toggleEquipped } from '../../../../games/crossfire/model/things/equipment.ts'
import { putThing, removeThing } from '../../../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../../../games/crossfire/model/things/thing.ts'
import type { PlayerListener } from '../../../../games/crossfire/protocol/events/player-listener.ts'
import type { Sound } from '../../../../games/crossfire/protocol/events/sounds.ts'
import { tickWorld } from '../../../../games/crossfire/rules/tick.ts'
import type { GameContext, GameEvent, RecordStore } from '../../../../games/game.ts'
import { seededRandom } from '../../../../wire/util/random.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { worldContext } from '../../world-context.ts'

export const tickMs = 120

export function testContext(
  seed: string,
  now: () => number,
  random: () => number = seededRandom(seed),
  announce: GameContext['announce'] = () => {},
): GameContext {
  return worldContext({
    announce,
    now,
    random,
    hashSecret: async (secret) => secret,
    verifySecret: async (secret, hashed) => secret === hashed,
    delay: async () => {},
    multicast(peers, frame) {
      for (const peer of peers) peer.send(frame)
    },
  })
}

/** A hero, whose abilities default to 10. */
export interface HeroSettings {
  readonly class?: string
  readonly abilities?: Partial<Abilities>
  /** Archetypes of the carried items, instead of the equipment of the class. Arms, armour and jewellery are put on. */
  readonly has?: readonly string[]
  readonly skills?: { readonly [skill: string]: number }
  readonly spells?: readonly string[]
}

export class Hero implements PlayerListener {
  readonly player: Player
  #texts: string[] = []
  #sounds: Sound[] = []

  constructor(player: Player) {
    this.player = player
    player.listener = this
  }

  takeTexts(): string[] {
    const texts = this.#texts
    this.#texts = []
    return texts
  }
  /** The sound numbers of 1997 that were sent since the last call. */
  takeSounds(): number[] {
    const sounds = this.#sounds
    this.#sounds = []
    return sounds.map(({ legacy }) => legacy.sound)
  }
  thing(id: string): Thing {
    const thing = this.player.inventory.find(({ archetype }) => archetype.id === id)
    if (!thing) throw new Error(`${this.player.name} has no ${id}`)
    return thing
  }
  has(id: string): number {
    return this.player.inventory.reduce(
      (sum, { archetype, count }) => sum + (archetype.id === id ? count : 0),
      0,
    )
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
  onReport(): void {}
  close(): void {}
}

const floors: { readonly [sign: string]: string } = { s: 'floor_shop', m: 'floor_marble' }
const walls: { readonly [sign: string]: string } = {
  '#': 'wall_dungeon',
  '%': 'secret_wall_dungeon',
  '+': 'door',
}

export interface ArenaSettings {
  readonly spawns?: readonly Spawn[]
  readonly darkness?: number
  readonly outside?: boolean
}

export class Arena {
  readonly level: Level
  readonly scene: GameState & { ticks: number }
  readonly events: GameEvent[] = []
  now = 1_000_000_000_000
  random: () => number
  readonly #players = new Map<string, Player>()

  /**
   * `rows`: the rows of the level: `.` floor, `s` shop floor, `m` marble, `#` wall, `+` door, `%` secret door. Cells
   * outside the rows are empty.
   */
  constructor(rows: string, { spawns = [], darkness = 0, outside = false }: ArenaSettings = {}) {
    const lines = rows.trim().split('\n')
    const [width, height] = [lines[0]!.length, lines.length]
    this.level = new LevelState({
      name: 'arena',
      title: 'The arena',
      width,
      height,
      darkness: outside ? undefined : darkness,
      spawns,
      restockedThings: [],
    })
    this.random = seededRandom('arena')
    this.scene = this.#makeScene()
    lines.forEach((line, y) => {
      ;[...line].forEach((sign, x) => {
        this.lay(floors[sign] ?? 'floor_dungeon', x, y)
        if (walls[sign]) this.lay(walls[sign], x, y)
      })
    })
  }

  /** From now on random numbers are these values (from 0 to 1) in order, and then the last value again and again. */
  chance(...values: readonly number[]): void {
    const queue = [...values]
    this.random = () => (queue.length > 1 ? queue.shift()! : queue[0]!)
  }

  lay(id: string, x: number, y: number, count = 1, particulars: ThingOptions = {}): Thing {
    return putThing(this.scene.createThing(id, count, particulars), { in: 'cell', level: this.level, x, y })
  }

  creature(id: string, x: number, y: number, spawnIndex = -1): Thing {
    return this.lay(id, x, y, 1, { life: newCreatureState(id, spawnIndex, { x, y }) })
  }

  /** The ids of the things in the cell from the bottom up, without the floor. */
  at(x: number, y: number): string[] {
    return this.level
      .thingsAt(x, y)
      .filter(({ archetype }) => archetype.layer !== 'floor')
      .map(({ archetype }) => archetype.id)
  }

  join(name: string, x: number, y: number, settings: HeroSettings = {}): Hero {
    const { has, skills, spells } = settings
    const choices: CharacterChoices = { name, ...(settings.class !== undefined && { class: settings.class }) }
    const player = createCharacter(this.scene, choices)
    const average = { Str: 10, Int: 10, Wis: 10, Dex: 10, Con: 10, Cha: 10, Pow: 10 }
    // The chosen abilities, and 10 for each other one, replace those of race and class.
    Object.assign(player.origin, { abilities: { ...average, ...settings.abilities } })
    const hero = new Hero(player)
    if (has) this.#equip(hero, has)
    if (skills) {
      player.skills.clear()
      for (const [skill, experience] of Object.entries(skills)) player.skills.set(skill, experience)
    }
    if (spells) {
      player.spells.clear()
      for (const spell of spells) player.spells.add(spell)
    }
    player.markUnsaved()
    const { maxHp: hp, maxSp: sp, maxGrace: grace } = player.stats
    Object.assign(player, { hp, sp, grace, levelName: 'arena', x, y, level: this.level })
    this.level.addPlayer(player)
    this.#players.set(name.toLowerCase(), player)
    onPlayerArrived(this.scene, player)
    hero.takeTexts()
    return hero
  }

  give(hero: Hero, id: string, count = 1): Thing {
    return putThing(this.scene.createThing(id, count), { in: 'pack', player: hero.player })
  }

  leave({ player }: Hero): void {
    this.level.removePlayer(player)
    player.level = undefined
    this.#players.delete(player.name.toLowerCase())
  }

  tick(count = 1): void {
    for (let done = 0; done < count; done++) {
      this.now += tickMs
      this.scene.ticks++
      tickWorld(this.scene)
    }
  }

  #equip(hero: Hero, ids: readonly string[]): void {
    const { player } = hero
    for (const thing of [...player.inventory]) removeThing(thing)
    for (const id of ids) {
      const thing = this.give(hero, id)
      const { role } = thing.archetype.traits
      if (role === 'weapon' || role === 'armour' || role === 'jewel' || role === 'launcher') {
        toggleEquipped(this.scene, player, thing)
      }
    }
  }

  #makeScene(): GameState & { ticks: number } {
    const store = new MemoryStore()
    const tags = new TagAllocator(store)
    const context = testContext(
      'arena',
      () => this.now,
      () => this.random(),
      (event) => void this.events.push(event),
    )
    const levels = new ArenaLevels(store, tags, context, this.level)
    const scene = {
      context,
      tags,
      archetypes: builtinArchetypes,
      magicColour: (face: number) => builtinGallery.face(face).colour.magic,
      characterRules: builtinCharacterRules,
      levels,
      parties: new Parties(store, () => this.now),
      players: this.#players,
      highScores: new HighScores(store),
      serviceRecords: new StoredServiceRecords(store),
      quests: [],
      recipes: [],
      dialogue: () => undefined,
      characterExists: () => false,
      ticks: 0,
      get clock() {
        return scene.ticks * tickMs
      },
      createThing: (id: string, count?: number, particulars?: ThingOptions) =>
        createThing(tags.allocate(), id, count, particulars),
    }
    return scene
  }
}

class ArenaLevels extends LevelLoader {
  readonly #arena: Level

  constructor(store: RecordStore, tags: TagAllocator, context: GameContext, arena: Level) {
    super(store, tags, builtinAtlas, new WeeklyDungeon(store, context), context)
    this.#arena = arena
  }
  override open(name: string): Level {
    return name === 'arena' ? this.#arena : super.open(name)
  }
  override levelsWithPlayers(): Level[] {
    return [...(this.#arena.players.size > 0 ? [this.#arena] : []), ...super.levelsWithPlayers()]
  }
  override levelsWithEffects(): Level[] {
    return [...(this.#arena.effects.size > 0 ? [this.#arena] : []), ...super.levelsWithEffects()]
  }
}
