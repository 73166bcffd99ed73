// [CF-23.16]

import { nearestFreeCell } from '../../../model/level/relocation.ts'
import { addCreature, maxCreaturesPerLevel } from '../../../model/level/spawns.ts'
import { rollInRange } from '../../../model/state/dice.ts'
import type { Level, Thing } from '../../../model/state/game-state.ts'
import { isFightable, setMood } from '../../../model/things/moods.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { type ScriptCall, speakNearby } from '../dialogue/script-call.ts'

/** Minimum and maximum number of guards at each mat of the shop. */
const guardsPerDoor = [2, 8] as const
const guardId = 'arch guard\nstand_still 0\nunaggressive 0'

export function callAvengers({ thing }: ScriptCall): void {
  if (thing.location?.in !== 'cell') return
  const others = [...thing.location.level.creatures].filter(
    (each) => each !== thing && each.archetype.traits.role === 'person' && isFightable(each),
  )
  for (const each of others) setMood(each, 'angry')
  const last = others.at(-1)
  if (last) speakNearby({ thing: last }, 'You will pay for this!')
}

/** Returns whether guards came, which prevents the sale. */
export function callGuards({ game, player, thing }: ScriptCall): boolean {
  const { level } = player
  const area = thing.archetype.attributes?.get('punish_sell_in') ?? ''
  const guard = game.archetypes.get(guardId)
  if (!level?.name.startsWith(area) || guard.layer !== 'creature') return false
  let came = false
  for (const door of doorsOf(level))
    for (let left = rollInRange(game, guardsPerDoor); left > 0; left--) {
      const spot = nearestFreeCell(level, door)
      if (!spot || level.creatures.size >= maxCreaturesPerLevel) break
      addCreature(game, level, guard, spot)
      came = true
    }
  if (came) player.sendMessage('Stop, thief!', messageTypes.miscellaneous)
  return came
}

function doorsOf(level: Level): readonly { readonly x: number; readonly y: number }[] {
  const found: { x: number; y: number }[] = []
  for (let y = 0; y < level.height; y++)
    for (let x = 0; x < level.width; x++) if (level.thingsAt(x, y).some(isMat)) found.push({ x, y })
  return found
}

function isMat({ archetype: { traits } }: Thing): boolean {
  return traits.role === 'machine' && traits.part.type === 'mat'
}
