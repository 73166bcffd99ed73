// Some gods grant no prayers and accept sacrifices instead: flesh of the slain, placed on their altar. [CF-23.13]
import { messageTypes } from '../hearing/text-kinds.ts'
import { godOf } from '../people/faith.ts'
import { gain } from '../people/growth.ts'
import type { Thing } from '../scene/scene.ts'
import { useUp } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import type { Call } from './saying.ts'

/** Object type of flesh. */
const fleshType = 72
/** Experience of a piece without a value of its own, and the share of its value otherwise. */
const [plain, share] = [10, 0.2] as const
/** Heads and hearts are worth more. */
const best = { parts: /(head|heart)$/, worth: 1.5 } as const

/** [CF-23.13] Takes one piece on the altar from a follower of the god. */
export function sacrifice({ player, thing }: Call, god: string): void {
  const { where } = thing
  if (where?.in !== 'cell' || godOf(player)?.name !== god) return
  const flesh = where.level.things(where.x, where.y).findLast(isFlesh)
  if (!flesh) return
  if (flesh.unpaid) return player.tell(`${god} scorns what is stolen.`, messageTypes.failure)
  const name = nameOf(flesh).one
  const own = Number(flesh.kind.object?.get('exp') ?? 0)
  const worth = Math.max(plain, own > 0 ? own * share : 0) * (best.parts.test(name) ? best.worth : 1)
  useUp(flesh)
  player.tell(`${god} accepts your ${name}.`, messageTypes.success)
  gain(player, Math.floor(worth), 'praying')
}

function isFlesh({ kind: { known } }: Thing): boolean {
  return known?.type === fleshType
}
