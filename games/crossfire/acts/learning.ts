// Identification of items by use or by skill. [CF-25.5]
import { messageTypes } from '../hearing/text-kinds.ts'
import { bonus } from '../people/bodies.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import type { Role } from '../scene/archetype.ts'
import { percent } from '../scene/dice.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { isUnknown, learnTold, sense } from '../things/knowing.ts'
import { withContents } from '../things/thing.ts'
import { actMicros } from '../time/pace.ts'
import { reachable } from './carrying.ts'

type RoleName = Role['role']

/** [CF-25.5] Roles that are identified by use. Applying a gem, for example, reveals nothing. */
const toldByUse: ReadonlySet<RoleName> = new Set([
  ...(['weapon', 'armour', 'jewel', 'launcher', 'missile', 'wand', 'potion', 'scroll'] as const),
  ...(['spellbook', 'book', 'lesson', 'food', 'tool', 'crystal', 'container'] as const),
])
/** [CF-25.6] Roles that each skill identifies. */
const crafts = {
  smithery: ['weapon', 'armour'],
  bowyer: ['launcher', 'missile'],
  jeweler: ['jewel', 'gem'],
  thaumaturgy: ['wand'],
  literacy: ['scroll', 'spellbook', 'book', 'lesson'],
  alchemy: ['potion', 'container', 'trophy'],
  woodsman: ['food'],
} as const satisfies { readonly [skill: string]: readonly RoleName[] }
const senses = { 'sense magic': 'magic', 'sense curse': 'curse' } as const

/** [CF-25.6] Duration in actions; chance per item in percent; experience per identified item. */
const lookActs = 3
const finds = { chance: 40, perLevel: 4, perWit: 5, perMagic: 5 } as const
const foundExperience = 10

/** [CF-25.5] Identifies an item by its use. Returns the pile that it is in then. */
export function learnByUse(player: Player, thing: Thing): Thing {
  return isUnknown(thing) && toldByUse.has(thing.kind.is.role) ? learnTold(player, thing) : thing
}

/** [CF-25.6] Examines items in reach that the skill covers. Returns microseconds; undefined: not such a skill. */
export function studyThings(scene: Scene, player: Player, skill: string): number | undefined {
  if (Object.hasOwn(senses, skill)) return feel(scene, player, skill as keyof typeof senses)
  if (Object.hasOwn(crafts, skill)) return look(scene, player, skill as keyof typeof crafts)
  return undefined
}

function look(scene: Scene, player: Player, skill: keyof typeof crafts): number {
  const roles: readonly RoleName[] = crafts[skill]
  const things = unknownNear(player).filter(({ kind }) => roles.includes(kind.is.role))
  let found = 0
  for (const thing of things) {
    const magic = Math.abs(Number(thing.kind.object?.get('magic') ?? 0))
    if (!succeeds(scene, player, skill, finds.perMagic * magic)) continue
    learnTold(player, thing)
    found++
  }
  return seen(player, skill, found)
}

function feel(scene: Scene, player: Player, skill: keyof typeof senses): number {
  const felt = unknownNear(player).filter(
    (thing) => succeeds(scene, player, skill, 0) && sense(thing, senses[skill]),
  )
  const what = senses[skill] === 'magic' ? 'magic' : 'cursed'
  if (felt.length > 0) player.tell(`Something here is ${what}.`, messageTypes.skillSuccess)
  return seen(player, skill, felt.length)
}

function seen(player: Player, skill: string, found: number): number {
  if (found === 0) player.tell('You find out nothing new.', messageTypes.skillFailure)
  else gain(player, foundExperience * found, skill)
  return lookActs * actMicros(player)
}

function succeeds(scene: Scene, player: Player, skill: string, harder: number): boolean {
  const level = skillLevel(player, skill)
  const wit = bonus(player.figures.abilities.Int)
  return percent(scene, finds.chance + finds.perLevel * level + finds.perWit * wit - harder)
}

/** Unidentified items in reach, without unpaid ones. */
function unknownNear(player: Player): Thing[] {
  return [...reachable(player)]
    .flatMap((thing) => [...withContents(thing)])
    .filter((thing) => isUnknown(thing) && !thing.unpaid)
}
