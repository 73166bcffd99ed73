// [CF-4.13]
import { type Abilities, abilityNames } from '../definitions/character.ts'
import type { CharacterRules } from '../definitions/character-rules.ts'
import { classOrDefault, raceOrDefault } from '../definitions/character-rules.ts'
import type { EquipmentEntry } from '../definitions/level-plan.ts'
import type { GameState, Player, Thing } from '../state/game-state.ts'
import { equipStateFor, hasBodyRoomFor, toggleEquipped } from '../things/equipment.ts'
import { putThing } from '../things/move-things.ts'
import { fitsInPack } from '../things/pile-limits.ts'
import { withBonuses } from './characters.ts'
import { equipRefusal, raceOrClassRefusal } from './equipment-limits.ts'
import { PlayerState } from './player-state.ts'

const startingFood = 900

/** Missing choices get their defaults. The name must be valid. */
export interface CharacterChoices {
  readonly name: string
  readonly race?: string | undefined
  readonly class?: string | undefined
  readonly start?: string | undefined
  /** The chosen abilities, without the bonuses of race and class. */
  readonly abilities?: Abilities | undefined
}

const defaultAbility = 12
const defaultAbilities = Object.fromEntries(abilityNames.map((name) => [name, defaultAbility])) as Abilities
/** [CF-4.13] Bounds of an ability with race and class bonuses, without equipment. */
const abilityRange = { min: 1, max: 25 } as const

/** [CF-4.14] A sentence; undefined if all choices exist in the world. */
export function choiceError(
  { races, classes, startingMaps }: CharacterRules,
  choices: Omit<CharacterChoices, 'name'>,
): string | undefined {
  const known = (all: readonly { readonly id: string }[], id: string | undefined) =>
    id === undefined || all.some((each) => each.id === id)
  const quoted = (id: string | undefined) => `"${id!.slice(0, 64)}"`
  if (!known(races, choices.race)) return `This world has no race ${quoted(choices.race)}.`
  if (!known(classes, choices.class)) return `This world has no class ${quoted(choices.class)}.`
  if (!known(startingMaps, choices.start)) return `This world has no starting map ${quoted(choices.start)}.`
}

type CharacterWorld = Pick<
  GameState,
  'createThing' | 'tags' | 'characterRules' | 'archetypes' | 'context' | 'levels'
>

/** Does not place the character on a map. */
export function createCharacter(game: CharacterWorld, choices: CharacterChoices): Player {
  const { characterRules } = game
  const race = raceOrDefault(characterRules, choices.race)
  const calling = classOrDefault(characterRules, choices.class)
  const { position, respawn } =
    characterRules.startingMaps.find(({ id }) => id === choices.start) ?? characterRules.startingMaps[0]!
  const sums = Object.entries(withBonuses(choices.abilities ?? defaultAbilities, race, calling))
  const abilities = Object.fromEntries(
    sums.map(([name, sum]) => [name, Math.min(abilityRange.max, Math.max(abilityRange.min, sum))]),
  ) as Abilities
  const { name } = choices
  const origin = { tag: game.tags.allocate(), name, race: race.id, class: calling.id, abilities }
  const own = (place: typeof position) => ({ ...place, level: game.levels.nameFor(place.level, name) })
  const player = new PlayerState(origin, characterRules, own(position))
  player.archetypes = game.archetypes
  const kit = characterRules.startingKit(race, calling, Math.floor(game.context.random() * 2 ** 32))
  for (const skill of kit.skills) player.skills.set(skill, 0)
  for (const spell of kit.spells) player.spells.add(spell)
  const receive = (entries: readonly EquipmentEntry[]): readonly Thing[] =>
    entries.flatMap((entry) => {
      const [id, count] = typeof entry === 'string' ? [entry, 1] : entry
      const thing = game.createThing(id, count)
      if (raceOrClassRefusal(player, thing) || !fitsInPack(player, thing)) return []
      thing.locked = kit.locked
      return [putThing(thing, { in: 'pack', player })]
    })
  const equipment = receive(kit.equipment)
  receive(kit.carried)
  // [CF-4.13] Puts the things on in the order of the kit: first those of the race, then those of the class.
  for (const thing of equipment)
    if (isEquipment(thing) && !thing.applied && !equipRefusal(player, thing) && hasBodyRoomFor(player, thing))
      toggleEquipped(game, player, thing)
  setStartingPoints(player)
  player.respawnPoint = own(respawn)
  return player
}

/** [CF-21.9] The skill of a tool can be used without applying it. */
function isEquipment(thing: Thing): boolean {
  return equipStateFor(thing) !== undefined && thing.archetype.traits.role !== 'tool'
}

function setStartingPoints(player: Player): void {
  const { maxHp, maxSp, maxGrace } = player.stats
  player.hp = maxHp
  player.sp = maxSp
  player.grace = maxGrace
  player.food = startingFood
}
