// Small maps for tests of the world's rules. The worlds of these maps have simulated time, a seeded random generator,
// and clients that record messages.

import { type Atlas, builtinAtlas } from '../../../../games/crossfire/model/loading/atlas.ts'
import type { CharacterChoices } from '../../../../games/crossfire/model/players/create-character.ts'
import type {
  Level,
  Player,
  Thing,
  ThingOptions,
} from '../../../../games/crossfire/model/state/game-state.ts'
import { putThing, removeThing } from '../../../../games/crossfire/model/things/move-things.ts'
import { createThing, nameOf } from '../../../../games/crossfire/model/things/thing.ts'
import type { MessageType } from '../../../../games/crossfire/protocol/events/message-types.ts'
import type { MagicMap, PlayerListener } from '../../../../games/crossfire/protocol/events/player-listener.ts'
import type { Sound } from '../../../../games/crossfire/protocol/events/sounds.ts'
import { CrossfireWorld } from '../../../../games/crossfire/world.ts'
import type { GameEvent } from '../../../../games/game.ts'
import { seededRandom } from '../../../../wire/util/random.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { worldContext } from '../../world-context.ts'
import { readSignMap, type SignMap } from './sign-map.ts'

/** All players start at 17, 16, which is an empty cell. */
const yard: SignMap = {
  id: 'town',
  title: 'The Yard',
  darkness: 0,
  floor: 'grass',
  rows: `
#########...........
#..D....#...........
#..#.S..#...........
#..L....#...........
#########...........
....................
...>..p.............
....................
.l.G.G..............
....................
.a..................
....................
..c.................
....................
....................
....................
....................
....................
.....               `,
  legend: {
    '.': ['grass'],
    '#': ['wall_stone'],
    D: ['door'],
    L: ['door_crypt'],
    S: ['secret_wall_stone'],
    '>': [{ id: 'stairs_down', to: { map: 'cellar', sign: '<' } }],
    p: [{ id: 'entrance', to: { map: 'cellar', sign: '<', side: 'east' } }],
    l: [{ id: 'lever', moves: 'G' }],
    G: ['gate_closed'],
    a: [{ id: 'apple', count: 3, returns: 2 }],
    c: [{ id: 'chest', inside: [{ id: 'coin_gold', count: 5 }, 'ring'], returns: 1 }],
  },
}

const cellar: SignMap = {
  id: 'cellar',
  title: 'The Cellar',
  darkness: 4,
  floor: 'floor_dungeon',
  rows: `
#######
#<...t#
#.....#
#######`,
  legend: {
    '.': ['floor_dungeon'],
    '#': ['wall_dungeon'],
    '<': [{ id: 'stairs_up', to: { map: 'town', sign: '>' } }],
    t: ['torch_wall'],
  },
}

function planNamed(id: string): SignMap {
  const plan = [yard, cellar].find((each) => each.id === id)
  if (!plan) throw new Error(`there is no map ${id}`)
  return plan
}

const yardAtlas: Atlas = {
  ...builtinAtlas,
  has: (name) => name === 'town' || name === 'cellar',
  propertiesOf: planNamed,
  readContent: (id) => readSignMap(planNamed(id), planNamed),
}

export class RecordingListener implements PlayerListener {
  player!: Player
  #texts: { text: string; kind: MessageType }[] = []
  sounds: { sound: Sound; dx: number; dy: number }[] = []
  maps: MagicMap[] = []
  questions: string[] = []
  stirs = 0
  ticks: number[] = []
  quits = 0
  passwords = 0
  closed: string | undefined

  onText(text: string, kind: MessageType): void {
    this.#texts.push({ text, kind })
  }
  onSound(sound: Sound, dx: number, dy: number): void {
    this.sounds.push({ sound, dx, dy })
  }
  onQuestion(question: string): void {
    this.questions.push(question)
  }
  onMagicMap(map: MagicMap): void {
    this.maps.push(map)
  }
  onSurroundingsChanged(): void {
    this.stirs++
  }
  onTick(tick: number): void {
    this.ticks.push(tick)
  }
  onQuit(): void {
    this.quits++
  }
  onReport(): void {}
  onChangePassword(): void {
    this.passwords++
  }
  close(reason: string): void {
    this.closed = reason
  }

  /** The messages that have arrived since the last call. */
  takeTexts(): readonly { readonly text: string; readonly kind: MessageType }[] {
    const texts = this.#texts
    this.#texts = []
    return texts
  }
  texts(): readonly string[] {
    return this.takeTexts().map(({ text }) => text)
  }
}

export class Yard {
  readonly store = new MemoryStore()
  world: CrossfireWorld
  /** The clock, which starts on a morning of the game. */
  now = 1_800_000_000_000
  readonly listeners = new Map<string, RecordingListener>()
  readonly #random = seededRandom('yard')
  #tag = 1_000_000
  /** Charged steps of work. */
  spent = 0
  readonly events: GameEvent[] = []
  readonly #atlas: Atlas

  constructor(atlas = yardAtlas) {
    this.#atlas = atlas
    this.world = this.#open()
  }

  /** Opens the world again from its records, and all players return. */
  restart(): void {
    this.world = this.#open()
    for (const [name, listener] of this.listeners) {
      const player = this.world.resume(name, listener)
      if (player) listener.player = player
    }
  }

  /** Creates a character without things, who enters the game. */
  join(name: string, x = 17, y = 16, choices: Partial<CharacterChoices> = {}): RecordingListener {
    this.world.createCharacter({ name, ...choices })
    const listener = this.comeBack(name)
    for (const thing of [...listener.player.inventory]) removeThing(thing)
    this.stand(listener, x, y)
    for (const each of this.listeners.values()) each.takeTexts()
    return listener
  }

  /** Enters the game with an existing character. */
  comeBack(name: string): RecordingListener {
    const listener = new RecordingListener()
    listener.player = this.world.enter(name, listener)
    this.listeners.set(name, listener)
    return listener
  }

  leave(name: string): void {
    const listener = this.listeners.get(name)!
    this.world.leave(listener.player, listener)
    this.listeners.delete(name)
  }

  stand({ player }: RecordingListener, x: number, y: number): void {
    player.level!.removePlayer(player)
    player.x = x
    player.y = y
    player.level!.addPlayer(player)
  }

  level({ player }: RecordingListener): Level {
    return player.level!
  }

  /** The ids of the things in a cell of the player's map, from the bottom up. */
  idsAt({ player }: RecordingListener, x: number, y: number): string[] {
    return player.level!.thingsAt(x, y).map(({ archetype }) => archetype.id)
  }

  container({ player }: RecordingListener, x: number, y: number): Thing {
    return player.level!.thingsAt(x, y).find(({ inside }) => inside)!
  }

  lay(
    listener: RecordingListener,
    id: string,
    count = 1,
    x = listener.player.x,
    y = listener.player.y,
    more: ThingOptions = {},
  ): Thing {
    const cell = { in: 'cell', level: listener.player.level!, x, y } as const
    return putThing(createThing(this.#tag++, id, count, more), cell)
  }

  give({ player }: RecordingListener, id: string, count = 1, more: ThingOptions = {}): Thing {
    const thing = createThing(this.#tag++, this.#atlas.archetypes.get(id), count, more)
    return putThing(thing, { in: 'pack', player })
  }

  /** Runs a typed command, if necessary after the time that the player must wait. Returns the messages. */
  type(listener: RecordingListener, text: string, count?: number): readonly string[] {
    listener.takeTexts()
    for (let wait = this.world.runCommand(listener.player, text, count); wait > 0; ) {
      this.now += wait
      wait = this.world.runCommand(listener.player, text, count)
    }
    return listener.texts()
  }

  /** Walks a step per letter: n, e, s, w, and N, E, S, W for north-east, south-east, south-west and north-west. */
  walk(listener: RecordingListener, way: string): void {
    for (const letter of way) this.type(listener, ways[letter as keyof typeof ways])
  }

  tick(count = 1): void {
    for (let n = 0; n < count; n++) {
      this.now += this.world.tickMs
      this.world.tick(this.now)
    }
  }

  /** Advances the clock by milliseconds without ticks. Delayed commands run when they are due. */
  wakeFor(ms: number): void {
    const end = this.now + ms
    for (let due = this.world.wakeAt; due !== undefined && due <= end; due = this.world.wakeAt) {
      this.now = Math.max(this.now, due)
      this.world.wake(this.now)
    }
    this.now = end
  }

  #open(): CrossfireWorld {
    const context = worldContext({
      now: () => this.now,
      random: this.#random,
      announce: (event) => void this.events.push(event),
      chargeSteps: (steps) => {
        this.spent += steps
      },
    })
    return new CrossfireWorld(this.store, context, this.#atlas)
  }
}

const ways = {
  n: 'north',
  e: 'east',
  s: 'south',
  w: 'west',
  N: 'northeast',
  E: 'southeast',
  S: 'southwest',
  W: 'northwest',
} as const

/** Each thing in the form `3 apple`, from the bottom up. */
export function listPiles(things: readonly Thing[]): string[] {
  return things.map((thing) => `${thing.count} ${nameOf(thing).one}`)
}

export function positionOf({ player: { x, y } }: RecordingListener): readonly [number, number] {
  return [x, y]
}
