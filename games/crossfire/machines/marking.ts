// Words that markers leave on players, and what minds what players have on them. [CF-20.15]
import { textKinds } from '../hearing/text-kinds.ts'
import { playersAt, type Standing } from '../places/parts.ts'
import { type Checker, markOf } from '../scene/machine.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { useUp } from '../things/contents.ts'
import { withContents } from '../things/thing.ts'
import { tickMs } from '../time/pace.ts'

/** Later than any world's clock. */
const never = Number.MAX_SAFE_INTEGER
/** Words on one player; a map may have as many markers as it likes. */
const mostMarks = 200

/** [CF-20.15] Who stands there is marked, and told what it says, the first time. */
export function markThere(scene: Scene, { thing, part, at }: Standing): void {
  if (part.is !== 'marker') return
  for (const player of playersAt(at)) {
    const isNew = !isMarked(scene, player, part.mark)
    if (isNew && [...player.effects.keys()].filter((name) => name.startsWith(markOf(''))).length >= mostMarks)
      continue
    const until = part.ticks > 0 ? scene.clock + part.ticks * tickMs : never
    // A marker that marks each tick would write his record each tick.
    if (!isNew && until - (player.effects.get(markOf(part.mark))?.until ?? 0) < 60_000) continue
    player.effects.set(markOf(part.mark), { until, strength: 1 })
    player.keep()
    if (isNew && thing.kind.text) player.tell(thing.kind.text, textKinds.miscellaneous)
  }
}

export function isMarked({ clock }: Scene, player: Player, word: string): boolean {
  return (player.effects.get(markOf(word))?.until ?? 0) > clock
}

/** [CF-20.15] Whether the player does for it. */
export function suits(scene: Scene, player: Player, { has, wants }: Checker): boolean {
  return (found(scene, player, wants) !== undefined) === has
}

/** Takes one of what it minds, if it takes. */
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
