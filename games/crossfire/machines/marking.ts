// Marks that markers leave on players, and checks of what players carry. [CF-20.15]
import { messageTypes } from '../hearing/text-kinds.ts'
import { playersAt, type Standing } from '../places/parts.ts'
import { type Checker, markOf } from '../scene/machine.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { useUp } from '../things/contents.ts'
import { withContents } from '../things/thing.ts'
import { tickMs } from '../time/pace.ts'

/** Later than any world clock. */
const never = Number.MAX_SAFE_INTEGER
/** Maximum marks of one player, because a map can have any number of markers. */
const mostMarks = 200

/** [CF-20.15] Marks players in the cell. New marks show the marker's text. */
export function markThere(scene: Scene, { thing, part, at }: Standing): void {
  if (part.is !== 'marker') return
  for (const player of playersAt(at)) {
    const isNew = !isMarked(scene, player, part.mark)
    if (isNew && [...player.effects.keys()].filter((name) => name.startsWith(markOf(''))).length >= mostMarks)
      continue
    const until = part.ticks > 0 ? scene.clock + part.ticks * tickMs : never
    // Avoids storing the player every tick.
    if (!isNew && until - (player.effects.get(markOf(part.mark))?.until ?? 0) < 60_000) continue
    player.effects.set(markOf(part.mark), { until, strength: 1 })
    player.keep()
    if (isNew && thing.kind.text) player.tell(thing.kind.text, messageTypes.miscellaneous)
  }
}

export function isMarked({ clock }: Scene, player: Player, word: string): boolean {
  return (player.effects.get(markOf(word))?.until ?? 0) > clock
}

/** [CF-20.15] Whether the player meets the condition. */
export function suits(scene: Scene, player: Player, { has, wants }: Checker): boolean {
  return (found(scene, player, wants) !== undefined) === has
}

/** Removes one of the required items, if the checker takes it. */
export function taken(scene: Scene, player: Player, { takes, wants }: Checker): void {
  const thing = takes ? found(scene, player, wants) : undefined
  if (thing && thing !== 'mark') useUp(thing)
}

function found(scene: Scene, player: Player, wants: Checker['wants']): Thing | 'mark' | undefined {
  if (wants.word !== undefined && isMarked(scene, player, wants.word)) return 'mark'
  for (const carried of player.inventory)
    for (const thing of withContents(carried)) if (isMinded(thing, wants)) return thing
  return undefined
}

function isMinded({ kind: { known, is } }: Thing, { word, archetype, type }: Checker['wants']): boolean {
  if (word !== undefined && (known?.word ?? (is.role === 'key' ? is.opens : undefined)) === word) return true
  if (archetype !== undefined && known?.archetype === archetype) return true
  return type !== undefined && known?.type === type
}
