// Gods who give no prayers have other ways to be served: flesh of the fallen, laid upon their altar. [CF-23.13]
import { textKinds } from '../hearing/text-kinds.ts'
import { godOf } from '../people/faith.ts'
import { gain } from '../people/growth.ts'
import type { Thing } from '../scene/scene.ts'
import { useUp } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import type { Call } from './saying.ts'

/** Of objects that are flesh. */
const fleshType = 72
/** Experience of a piece that brings none of its own, and which part it is of what a piece brings. */
const [plain, share] = [10, 0.2] as const
/** Heads and hearts are worth more. */
const best = { parts: /(head|heart)$/, worth: 1.5 } as const

/** [CF-23.13] One piece of what lies there; of who follows another god nothing is taken. */
export function sacrifice({ player, thing }: Call, god: string): void {
  const { where } = thing
  if (where?.in !== 'cell' || godOf(player)?.name !== god) return
  const flesh = where.level.things(where.x, where.y).findLast(isFlesh)
  if (!flesh) return
  if (flesh.unpaid) return player.tell(`${god} scorns what is stolen.`, textKinds.failure)
  const name = nameOf(flesh).one
  const own = Number(flesh.kind.object?.get('exp') ?? 0)
  const worth = Math.max(plain, own > 0 ? own * share : 0) * (best.parts.test(name) ? best.worth : 1)
  useUp(flesh)
  player.tell(`${god} accepts your ${name}.`, textKinds.success)
  gain(player, Math.floor(worth), 'praying')
}

function isFlesh({ kind: { known } }: Thing): boolean {
  return known?.type === fleshType
}
