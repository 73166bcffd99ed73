// Temporary conditions from spells: held, slow, afraid, confused, blind or peaceful. [CF-22.5]
import { messageTypes } from '../hearing/text-kinds.ts'
import { levelAt } from '../people/experience.ts'
import { percent } from '../scene/dice.ts'
import type { Life, Player, Scene, Thing } from '../scene/scene.ts'
import type { Ail, Ailing } from '../scene/spell.ts'
import { spend } from '../time/pace.ts'
import { enchant } from './lasting.ts'

/** Chance of success in percent, reduced for each level of the target. */
const takes = { usual: 85, perLevel: 2, least: 10 } as const
/** Maximum duration of one hold. */
const mostHeldMs = 6000

export function afflict(scene: Scene, player: Player, { ail, ms }: Ailing): void {
  if (!takesHold(scene, levelAt(player.experience))) return
  if (ail === 'calm') return
  if (ail !== 'held') return enchant(scene, player, ail, ms, 1)
  player.tell('You cannot move.', messageTypes.badEffect)
  spend(player, Math.min(mostHeldMs, ms) * 1000, scene.context.now())
}

export function afflictMonster(scene: Scene, { life, kind }: Thing, { ail, ms }: Ailing): void {
  if (!life || kind.is.role !== 'monster' || !takesHold(scene, kind.is.level)) return
  life.ails ??= new Map()
  life.ails.set(ail, Math.max(life.ails.get(ail) ?? 0, scene.clock + ms))
}

function takesHold(scene: Scene, level: number): boolean {
  return percent(scene, Math.max(takes.least, takes.usual - takes.perLevel * level))
}

export function ails({ ails }: Life, ail: Ail, clock: number): boolean {
  return (ails?.get(ail) ?? 0) > clock
}
