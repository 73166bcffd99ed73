// The visible faces of a cell, by layer of the view. [CF-5.6]
import { animationByName, facingAnimation } from '../pictures/animations.ts'
import { faceNumberOf } from '../pictures/faces.ts'
import type { Layer, Look } from '../scene/archetype.ts'
import type { Direction } from '../scene/directions.ts'
import type { Life, Player, Shown, Thing } from '../scene/scene.ts'

/** [CF-5.6] Position of each layer among the view's ten, and how many things it shows, from the top. */
const places: { readonly [layer in Layer]: { readonly lowest: number; readonly most: number } } = {
  floor: { lowest: 0, most: 1 },
  decoration: { lowest: 1, most: 1 },
  wall: { lowest: 2, most: 1 },
  fixture: { lowest: 3, most: 1 },
  item: { lowest: 4, most: 2 },
  creature: { lowest: 6, most: 1 },
  effect: { lowest: 8, most: 2 },
}
/** The players' layer, above creatures. */
const playerLayer = 7

/** Topmost first. `things` are from the bottom up. */
export function stackOf(things: readonly Thing[], players: readonly Player[]): readonly Shown[] {
  const shown = [...shownThings(things)]
  const top = players.at(-1)
  if (top) shown.push({ layer: playerLayer, face: top.face })
  return shown.sort((a, b) => b.layer - a.layer)
}

function* shownThings(things: readonly Thing[]): Iterable<Shown> {
  const taken = new Map<Layer, number>()
  for (let at = things.length - 1; at >= 0; at--) {
    const thing = things[at]!
    if (thing.kind.unseen) continue
    const { layer } = thing.kind
    const above = taken.get(layer) ?? 0
    const { lowest, most } = places[layer]
    if (above >= most) continue
    taken.set(layer, above + 1)
    yield { layer: lowest + most - 1 - above, ...lookOf(thing) }
  }
}

/** Number of the thing's current face. */
export function faceOf(thing: Thing): number {
  const { face, kind, life, opened } = thing
  if (opened && kind.is.role === 'container' && kind.is.opened) return faceNumberOf(kind.is.opened)
  if (face !== undefined) return face
  if (kind.look) return lookedAt(kind.look, life)
  if (!kind.animation) return faceNumberOf(kind.face)
  if (!life) return facingAnimation(kind.animation, 5).faces[0]!
  const { faces } = facingAnimation(kind.animation, life.facing)
  return faces[life.stepping ? 1 % faces.length : 0]!
}

/** The first picture of an animation for that direction, for missiles. */
export function facedAt(look: Look, direction: Direction): number {
  return lookedAt(look, { facing: direction, stepping: false })
}

/** [CF-20.5] The picture of a creature for its direction: animations have one, two, four or eight. */
function lookedAt({ face, animation }: Look, life: Pick<Life, 'facing' | 'stepping'> | undefined): number {
  if (!animation || !life) return face
  const { faces, facings } = animation
  const each = Math.max(1, Math.floor(faces.length / facings))
  const way = facings === 1 ? 0 : Math.floor(((life.facing - 1) * facings) / 8)
  return faces[way * each + (life.stepping ? 1 % each : 0)] ?? face
}

/** Number and ticks of a self-running animation; undefined: not animated. */
export function motionOf({ face, kind, life }: Thing): Shown['animation'] {
  if (face !== undefined || life || !kind.animationTicks) return undefined
  if (kind.look?.animation) return { number: kind.look.animation.number, ticks: kind.animationTicks }
  if (kind.look || !kind.animation) return undefined
  return { number: animationByName(kind.animation).number, ticks: kind.animationTicks }
}

function lookOf(thing: Thing): Omit<Shown, 'layer'> {
  const animation = motionOf(thing)
  return { face: faceOf(thing), ...(animation && { animation }) }
}

/** Whether two layers look the same. */
export function sameShown(a: Shown | undefined, b: Shown | undefined): boolean {
  if (a === b || !a || !b) return a === b
  return (
    a.layer === b.layer &&
    a.face === b.face &&
    a.animation?.number === b.animation?.number &&
    a.animation?.ticks === b.animation?.ticks
  )
}
