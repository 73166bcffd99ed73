import type { MessageType } from '../../protocol/events/message-types.ts'
import type { PlayerListener } from '../../protocol/events/player-listener.ts'
import type { Sound } from '../../protocol/events/sounds.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type {
  CharacterOrigin,
  DerivedStats,
  Faith,
  PetMode,
  ReadiedAction,
  RepeatedAction,
  TimedEffect,
} from '../definitions/character.ts'
import type { CharacterRules, FigureFace } from '../definitions/character-rules.ts'
import { classOrDefault, raceOrDefault } from '../definitions/character-rules.ts'
import type { Direction } from '../definitions/directions.ts'
import type { LevelPosition } from '../definitions/level-plan.ts'
import { type Level, maxListenLevel, type Player, type Thing } from '../state/game-state.ts'
import { weightOf } from '../things/thing.ts'
import { deriveStats } from './derived-stats.ts'

export class PlayerState implements Player {
  origin: CharacterOrigin
  readonly characterRules: CharacterRules
  readonly #figure: FigureFace
  hp = 1
  sp = 0
  grace = 0
  food = 999
  experience = 0
  readonly skills = new Map<string, number>()
  readonly skillsByTool = new Set<string>()
  readonly spells = new Set<string>()
  archetypes: ArchetypeRegistry | undefined
  readonly effects = new Map<string, TimedEffect>()
  readonly inventory: Thing[] = []
  faith: Faith | undefined
  bank = 0
  readonly journal = new Map<string, string>()
  closedContainer: Thing | undefined
  readied: ReadiedAction | undefined
  readonly pets = new Set<Thing>()
  aboard: { readonly transport: Thing; readonly since: number } | undefined
  petMode: PetMode = 'normal'
  unarmedSkill: string | undefined
  markedTag: number | undefined
  openContainerTag: number | undefined
  /** [CF-15.7] The last message about a debt that kept the player in a shop: the amount and the time. Not stored. */
  lastDebtNotice: { readonly amount: number; readonly at: number } | undefined
  pickupMode = 0
  respawnPoint: LevelPosition
  levelName: string
  x: number
  y: number
  facing: Direction = 5
  stepping = false
  level: Level | undefined
  listener: PlayerListener | undefined
  readyAtMicros = Number.NEGATIVE_INFINITY
  repeatedAction: RepeatedAction | undefined
  replyTo: string | undefined
  pendingPartyName: string | undefined
  title: string | undefined
  listenLevel = maxListenLevel
  visibleToSpectators = true
  isAway = false
  isBraced = false
  isPeaceful = true
  inventoryRevision = 0
  isUnsaved = false
  #stats: DerivedStats | undefined
  #carriedWeight: number | undefined
  #lightRadius: number | undefined

  constructor(origin: CharacterOrigin, characterRules: CharacterRules, start: LevelPosition) {
    this.origin = origin
    this.characterRules = characterRules
    this.#figure = characterRules.figure(
      raceOrDefault(characterRules, origin.race),
      classOrDefault(characterRules, origin.class),
    )
    this.respawnPoint = start
    this.levelName = start.level
    this.x = start.x
    this.y = start.y
  }

  get tag(): number {
    return this.origin.tag
  }
  get name(): string {
    return this.origin.name
  }
  get isDead(): boolean {
    return this.hp <= 0
  }

  get face(): number {
    return this.#figure(this.facing, this.stepping)
  }

  get stats(): DerivedStats {
    this.#stats ??= deriveStats(this)
    return this.#stats
  }

  get carriedWeight(): number {
    this.#carriedWeight ??= this.inventory.reduce((sum, each) => sum + weightOf(each), 0)
    return this.#carriedWeight
  }

  get lightRadius(): number {
    this.#lightRadius ??= this.inventory.reduce(
      (most, { applied, archetype }) => Math.max(most, applied ? (archetype.light ?? 0) : 0),
      this.effects.get('light')?.strength ?? 0,
    )
    return this.#lightRadius
  }

  markInventoryChanged(): void {
    this.inventoryRevision++
    this.#carriedWeight = undefined
    this.markUnsaved()
    // A changed inventory can change the player's light, because carried things can emit light.
    this.level?.markChanged(this.x, this.y)
  }

  markUnsaved(): void {
    this.isUnsaved = true
    this.#stats = undefined
    this.#lightRadius = undefined
  }

  findCarried(tag: number): Thing | undefined {
    return findThing(this.inventory, tag)
  }

  stopRepeating(what: RepeatedAction['kind']): void {
    if (this.repeatedAction?.kind === what) this.repeatedAction = undefined
  }

  /** `spoken`: see `PlayerListener.onText`. */
  sendMessage(text: string, kind: MessageType, spoken?: string): void {
    // [CF-10.6]
    if ((kind.minListenLevel ?? 0) <= this.listenLevel) this.listener?.onText(text, kind, spoken)
  }

  playSound(sound: Sound, dx = 0, dy = 0): void {
    this.listener?.onSound(sound, dx, dy)
  }
}

function findThing(things: readonly Thing[], tag: number): Thing | undefined {
  for (const thing of things) {
    if (thing.tag === tag) return thing
    const inside = thing.inside && findThing(thing.inside, tag)
    if (inside) return inside
  }
  return undefined
}
