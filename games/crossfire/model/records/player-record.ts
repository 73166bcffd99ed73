// [CF-16.1]
import type { Json } from '../../../game.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type { CharacterOrigin, ReadiedAction } from '../definitions/character.ts'
import type { CharacterRules } from '../definitions/character-rules.ts'
import type { Direction } from '../definitions/directions.ts'
import type { LevelPosition } from '../definitions/level-plan.ts'
import type { StatBonuses } from '../definitions/spell.ts'
import { PlayerState } from '../players/player-state.ts'
import { maxListenLevel, type Player } from '../state/game-state.ts'
import { readThing, toThingRecord } from '../things/thing-record.ts'

interface StoredCharacter {
  readonly tag: number
  readonly name: string
  readonly race: string
  readonly class: string
  readonly abilities: CharacterOrigin['abilities']
  readonly hp: number
  readonly sp: number
  readonly grace: number
  readonly food: number
  readonly experience: number
  readonly skills: readonly (readonly [string, number])[]
  readonly spells: readonly string[]
  readonly effects: readonly (readonly [name: string, until: number, strength: number, gives?: StatBonuses])[]
  readonly readied: Json
  readonly marked: number | null
  readonly pickup: number
  readonly home: LevelPosition
  readonly place: LevelPosition
  readonly facing: number
  readonly inventory: readonly Json[]
  /** This field and the following ones are absent if they have their default values. */
  readonly title?: string
  readonly listening?: number
  readonly watched?: false
  readonly bank?: number
  readonly unarmed?: string
  readonly skillsByTool?: readonly string[]
  /** [CF-20.22] */
  readonly aboard?: true
  readonly faith?: readonly [god: string, granted: readonly string[]]
  readonly journal?: readonly (readonly [string, string])[]
}

export function characterKey(name: string): string {
  return `character/${name.toLowerCase()}`
}

export function toPlayerRecord(player: Player): Json {
  const { origin, respawnPoint, levelName, x, y, readied } = player
  const stored: StoredCharacter = {
    tag: origin.tag,
    name: origin.name,
    race: origin.race,
    class: origin.class,
    abilities: { ...origin.abilities },
    hp: player.hp,
    sp: player.sp,
    grace: player.grace,
    food: player.food,
    experience: player.experience,
    skills: [...player.skills],
    spells: [...player.spells],
    effects: [...player.effects].map(([name, { endsAt, strength, bonuses }]) =>
      bonuses ? [name, endsAt, strength, bonuses] : [name, endsAt, strength],
    ),
    readied: readied ? { ...readied } : null,
    marked: player.markedTag ?? null,
    pickup: player.pickupMode,
    home: { level: respawnPoint.level, x: respawnPoint.x, y: respawnPoint.y },
    place: { level: levelName, x, y },
    facing: player.facing,
    inventory: player.inventory.map(toThingRecord),
    ...(player.title !== undefined && { title: player.title }),
    ...(player.listenLevel !== maxListenLevel && { listening: player.listenLevel }),
    ...(!player.visibleToSpectators && { watched: false as const }),
    ...(player.faith && { faith: [player.faith.god, [...player.faith.granted]] as const }),
    ...(player.unarmedSkill !== undefined && { unarmed: player.unarmedSkill }),
    ...(player.skillsByTool.size > 0 && { skillsByTool: [...player.skillsByTool] }),
    ...(player.aboard && { aboard: true as const }),
    ...(player.bank > 0 && { bank: player.bank }),
    ...(player.journal.size > 0 && { journal: [...player.journal] }),
  }
  return stored as unknown as Json
}

/** [CF-20.22] */
export function wasAboardTransport(record: Json): boolean {
  return (record as unknown as StoredCharacter).aboard === true
}

export function fromPlayerRecord(
  record: Json,
  characterRules: CharacterRules,
  archetypes?: ArchetypeRegistry,
): Player {
  const stored = record as unknown as StoredCharacter
  const { tag, name, race, abilities } = stored
  const origin = { tag, name, race, class: stored.class, abilities }
  const player = new PlayerState(origin, characterRules, stored.place)
  player.respawnPoint = stored.home
  player.hp = stored.hp
  player.sp = stored.sp
  player.grace = stored.grace
  player.food = stored.food
  player.experience = stored.experience
  for (const [skill, experience] of stored.skills) player.skills.set(skill, experience)
  for (const skill of stored.skillsByTool ?? []) player.skillsByTool.add(skill)
  for (const spell of stored.spells) player.spells.add(spell)
  for (const [effect, until, strength, gives] of stored.effects)
    player.effects.set(effect, { endsAt: until, strength, ...(gives && { bonuses: gives }) })
  player.readied = (stored.readied as unknown as ReadiedAction | null) ?? undefined
  player.markedTag = stored.marked ?? undefined
  player.pickupMode = stored.pickup
  player.facing = stored.facing as Direction
  player.title = stored.title
  player.listenLevel = stored.listening ?? maxListenLevel
  player.visibleToSpectators = stored.watched ?? true
  player.bank = stored.bank ?? 0
  player.unarmedSkill = stored.unarmed
  if (stored.faith) player.faith = { god: stored.faith[0], granted: new Set(stored.faith[1]) }
  for (const [key, text] of stored.journal ?? []) player.journal.set(key, text)
  for (const thing of stored.inventory)
    player.inventory.push(readThing(thing, { in: 'pack', player }, archetypes))
  return player
}
