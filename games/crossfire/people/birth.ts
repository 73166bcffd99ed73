// New characters: abilities, starting equipment, skills and spells. [CF-4.13]
import { type Abilities, abilityNames } from '../scene/character.ts'
import type { Exit } from '../scene/level-plan.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { put } from '../things/contents.ts'
import { wayOf, wear } from '../things/wearing.ts'
import { classOf, raceOf, startingMapOf } from './characters.ts'
import { PlayerState } from './player.ts'

const firstFood = 900
/** [CF-13.13] Where the dead wake if they never used a bed: in front of the altar. */
export const temple: Exit = { level: 'temple', x: 6, y: 5 }

/** The choices for a new character; missing and unknown ones fall back to the default. The name was validated. */
export interface Choices {
  readonly name: string
  readonly race?: string | undefined
  readonly class?: string | undefined
  readonly start?: string | undefined
  /** Before race and class bonuses. */
  readonly abilities?: Abilities | undefined
}

/** [CF-4.13] Default of each ability. */
export const usualAbility = 12
/** [CF-4.13] Bounds of an ability with race and class bonuses, without equipment. */
const abilityRange = { least: 1, most: 25 } as const

type Birthplace = Pick<Scene, 'make' | 'tags' | 'start' | 'kinds' | 'outfit'>

/** Creates a character, which is on no map yet. */
export function newCharacter(scene: Birthplace, choices: Choices): Player {
  const race = raceOf(choices.race)
  const calling = classOf(choices.class)
  const gifts = abilityNames.map((name) => {
    const own = choices.abilities?.[name] ?? usualAbility
    const sum = own + (race.adds[name] ?? 0) + (calling.adds[name] ?? 0)
    return [name, Math.min(abilityRange.most, Math.max(abilityRange.least, sum))] as const
  })
  const abilities = Object.fromEntries(gifts) as { [name in (typeof abilityNames)[number]]: number }
  const { name } = choices
  const origin = { tag: scene.tags.next(), name, race: race.id, class: calling.id, abilities }
  const player = new PlayerState(origin, calling.look, scene.start ?? startingMapOf(choices.start).place)
  player.kinds = scene.kinds
  const outfit = scene.outfit?.(race.id, calling.hosts)
  for (const skill of [...calling.skills, ...(outfit?.skills ?? [])]) player.skills.set(skill, 0)
  for (const spell of calling.spells) player.spells.add(spell)
  for (const entry of outfit?.kit ?? calling.kit) {
    const [id, count] = typeof entry === 'string' ? [entry, 1] : entry
    put(scene.make(id, count), { in: 'pack', player })
  }
  for (const thing of [...player.inventory]) if (wayOf(thing)) wear(scene, player, thing)
  begin(player, scene.start ?? temple)
  return player
}

/** New characters start with full points. */
function begin(player: Player, home: Exit): void {
  const { maxHp, maxSp, maxGrace } = player.figures
  player.hp = maxHp
  player.sp = maxSp
  player.grace = maxGrace
  player.food = firstFood
  player.home = home
}
