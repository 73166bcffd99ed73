// [CF-23.13]

import { godOf } from '../../../model/players/faith.ts'
import { gainExperience } from '../../../model/players/gain-experience.ts'
import type { Thing } from '../../../model/state/game-state.ts'
import { consumeThing } from '../../../model/things/move-things.ts'
import { nameOf, originalNameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import type { ScriptCall } from '../dialogue/script-call.ts'

const fleshType = 72
/** The minimum experience for a piece of flesh, and the share of its `exp` that it gives. */
const [baseExperience, valueShare] = [10, 0.2] as const
const bestParts = { parts: /(head|heart)$/, worth: 1.5 } as const

/** [CF-23.13] Takes one piece from a follower of the god. */
export function acceptSacrifice({ game, player, thing }: ScriptCall, god: string): void {
  const { location } = thing
  if (location?.in !== 'cell' || godOf(player)?.name !== god) return
  const flesh = location.level.thingsAt(location.x, location.y).findLast(isFlesh)
  if (!flesh) return
  if (flesh.unpaid) return player.sendMessage(`${god} scorns what is stolen.`, messageTypes.failure)
  const name = nameOf(flesh).one
  const own = Number(flesh.archetype.attributes?.get('exp') ?? 0)
  const worth =
    Math.max(baseExperience, own > 0 ? own * valueShare : 0) *
    (bestParts.parts.test(originalNameOf(flesh).one) ? bestParts.worth : 1)
  consumeThing(flesh)
  player.sendMessage(`${god} accepts your ${name}.`, messageTypes.success)
  gainExperience(game, player, Math.floor(worth), 'praying')
}

function isFlesh({ archetype: { matchProperties } }: Thing): boolean {
  return matchProperties?.type === fleshType
}
