// New characters: abilities, starting equipment, skills and spells. [CF-4.13]
import { type Abilities, abilityNames } from '../definitions/character.ts'
import type { LevelPosition } from '../definitions/level-plan.ts'
import type { GameState, Player } from '../state/game-state.ts'
import { equipStateFor, toggleEquipped } from '../things/equipment.ts'
import { putThing } from '../things/move-things.ts'
import { PlayerState } from './player-state.ts'
import { findClass, findRace, findStartingMap } from './races-and-classes.ts'

const startingFood = 900
/** [CF-13.13] Respawn position of players who never used a bed: in front of the altar. */
export const defaultRespawnPoint: LevelPosition = { level: 'temple', x: 6, y: 5 }

/** The choices for a new character; missing and unknown ones fall back to the default. The name was validated. */
export interface CharacterChoices {
  readonly name: string
  readonly race?: string | undefined
  readonly class?: string | undefined
  readonly start?: string | undefined
  /** Before race and class bonuses. */
  readonly abilities?: Abilities | undefined
}

/** [CF-4.13] Default of each ability. */
const defaultAbility = 12
/** [CF-4.13] Bounds of an ability with race and class bonuses, without equipment. */
const abilityRange = { min: 1, max: 25 } as const

type CharacterWorld = Pick<GameState, 'createThing' | 'tags' | 'start' | 'archetypes' | 'outfit'>

/** Creates a character, which is on no map yet. */
export function createCharacter(game: CharacterWorld, choices: CharacterChoices): Player {
  const race = findRace(choices.race)
  const calling = findClass(choices.class)
  const gifts = abilityNames.map((name) => {
    const own = choices.abilities?.[name] ?? defaultAbility
    const sum = own + (race.abilityBonuses[name] ?? 0) + (calling.abilityBonuses[name] ?? 0)
    return [name, Math.min(abilityRange.max, Math.max(abilityRange.min, sum))] as const
  })
  const abilities = Object.fromEntries(gifts) as { [name in (typeof abilityNames)[number]]: number }
  const { name } = choices
  const origin = { tag: game.tags.allocate(), name, race: race.id, class: calling.id, abilities }
  const player = new PlayerState(
    origin,
    calling.appearance,
    game.start ?? findStartingMap(choices.start).position,
  )
  player.archetypes = game.archetypes
  const outfit = game.outfit?.(race.id, calling.importedClassIds)
  for (const skill of [...calling.skills, ...(outfit?.skills ?? [])]) player.skills.set(skill, 0)
  for (const spell of calling.spells) player.spells.add(spell)
  for (const entry of outfit?.equipment ?? calling.equipment) {
    const [id, count] = typeof entry === 'string' ? [entry, 1] : entry
    putThing(game.createThing(id, count), { in: 'pack', player })
  }
  for (const thing of [...player.inventory]) if (equipStateFor(thing)) toggleEquipped(game, player, thing)
  setStartingPoints(player, game.start ?? defaultRespawnPoint)
  return player
}

/** New characters start with full points. */
function setStartingPoints(player: Player, home: LevelPosition): void {
  const { maxHp, maxSp, maxGrace } = player.stats
  player.hp = maxHp
  player.sp = maxSp
  player.grace = maxGrace
  player.food = startingFood
  player.respawnPoint = home
}
