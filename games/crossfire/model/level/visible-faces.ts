// [CF-5.6]
import { animationByName, facingAnimation } from '../../builtin/pictures/animations.ts'
import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import type { Appearance, Layer } from '../definitions/archetype.ts'
import type { Direction } from '../definitions/directions.ts'
import type { CreatureState, Player, Thing, VisibleFace } from '../state/game-state.ts'

/**
 * [CF-5.6] `lowest`: the lowest of the view's ten layers that these things use. `most`: maximum number of things shown,
 * from the top.
 */
const layerSlots: { readonly [layer in Layer]: { readonly lowest: number; readonly most: number } } = {
  floor: { lowest: 0, most: 1 },
  decoration: { lowest: 1, most: 1 },
  wall: { lowest: 2, most: 1 },
  fixture: { lowest: 3, most: 1 },
  item: { lowest: 4, most: 2 },
  creature: { lowest: 6, most: 1 },
  effect: { lowest: 8, most: 2 },
}
const playerLayer = 7

/** Topmost first. */
export function visibleFaces(things: readonly Thing[], players: readonly Player[]): readonly VisibleFace[] {
  const shown = [...visibleThings(things)]
  const top = players.at(-1)
  if (top) shown.push({ layer: playerLayer, face: top.face })
  return shown.sort((a, b) => b.layer - a.layer)
}

function* visibleThings(things: readonly Thing[]): Iterable<VisibleFace> {
  const taken = new Map<Layer, number>()
  for (let at = things.length - 1; at >= 0; at--) {
    const thing = things[at]!
    if (thing.archetype.invisible) continue
    const { layer } = thing.archetype
    const above = taken.get(layer) ?? 0
    const { lowest, most } = layerSlots[layer]
    if (above >= most) continue
    taken.set(layer, above + 1)
    yield { layer: lowest + most - 1 - above, ...appearanceOf(thing) }
  }
}

export function currentFaceOf(thing: Thing): number {
  const { face, archetype, life, opened } = thing
  if (opened && archetype.traits.role === 'container' && archetype.traits.opened)
    return faceNumberOf(archetype.traits.opened)
  if (face !== undefined) return face
  if (archetype.appearance) return faceForDirection(archetype.appearance, life)
  if (!archetype.animation) return faceNumberOf(archetype.face)
  if (!life) return facingAnimation(archetype.animation, 5).faces[0]!
  const { faces } = facingAnimation(archetype.animation, life.facing)
  return faces[life.stepping ? 1 % faces.length : 0]!
}

export function missileFace(look: Appearance, direction: Direction): number {
  return faceForDirection(look, { facing: direction, stepping: false })
}

/** [CF-20.5] An animation has pictures for one, two, four or eight directions. */
export function faceForDirection(
  { face, animation }: Appearance,
  life: Pick<CreatureState, 'facing' | 'stepping'> | undefined,
): number {
  if (!animation || !life) return face
  const { faces, facings } = animation
  const each = Math.max(1, Math.floor(faces.length / facings))
  const way = facings === 1 ? 0 : Math.floor(((life.facing - 1) * facings) / 8)
  return faces[way * each + (life.stepping ? 1 % each : 0)] ?? face
}

/** The self-running animation of a thing; undefined if it has none. */
export function animationOf({ face, archetype, life }: Thing): VisibleFace['animation'] {
  if (face !== undefined || life || !archetype.animationTicks) return undefined
  if (archetype.appearance?.animation)
    return { number: archetype.appearance.animation.number, ticks: archetype.animationTicks }
  if (archetype.appearance || !archetype.animation) return undefined
  return { number: animationByName(archetype.animation).number, ticks: archetype.animationTicks }
}

function appearanceOf(thing: Thing): Omit<VisibleFace, 'layer'> {
  const animation = animationOf(thing)
  return { face: currentFaceOf(thing), ...(animation && { animation }) }
}

export function visibleFacesEqual(a: VisibleFace | undefined, b: VisibleFace | undefined): boolean {
  if (a === b || !a || !b) return a === b
  return (
    a.layer === b.layer &&
    a.face === b.face &&
    a.animation?.number === b.animation?.number &&
    a.animation?.ticks === b.animation?.ticks
  )
}
