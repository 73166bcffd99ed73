// Builds floors, walls, windows and objects on the cell in front of the player, where allowed. [CF-21.13]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Material } from '../scene/archetype.ts'
import { stepped } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { isClosed } from '../scripts/closed.ts'
import { put, remove, useUp } from '../things/contents.ts'
import { nameOf, withArticle } from '../things/thing.ts'

/** [CF-21.13] */
export function build(scene: Scene, player: Player, does: 'build' | 'destroy'): void {
  const { level } = player
  const refuse = (text: string) => player.tell(text, messageTypes.applyFailure)
  if (!level) return
  const at = stepped(player, player.facing)
  if (does === 'destroy') {
    const built = builtAt(level, at).at(-1)
    if (!built) return refuse('Nothing that anybody has built is there.')
    remove(built)
    return player.tell(`You tear down the ${nameOf(built).one}.`, messageTypes.success)
  }
  const material = player.marked === undefined ? undefined : player.carries(player.marked)
  const is = material?.kind.is
  if (!material || material.unpaid || is?.role !== 'material') return refuse('Mark what you build of first.')
  const refused = refusedAt(scene, level, at, is.as)
  if (refused !== undefined) return refuse(refused)
  for (const other of builtAt(level, at)) if (takesPlaceOf(is.as, other)) remove(other)
  const built = scene.make(is.builds)
  put(built, { in: 'cell', level, ...at })
  useUp(material)
  player.tell(`You build ${withArticle(built)}.`, messageTypes.success)
}

/** The reason why nothing can be built there, as a sentence; undefined: it can. */
function refusedAt(scene: Scene, level: Level, at: Spot, as: Material['as']): string | undefined {
  const { x, y } = at
  const floor = level.things(x, y).findLast(({ kind }) => kind.layer === 'floor')
  if (!floor || !isBuildable(floor)) return 'You cannot build there.'
  if (isClosed(scene, level, at, 'building')) return 'Nobody may build there.'
  if (level.playersAt(x, y).length > 0 || level.creatureAt(x, y)) return 'Somebody is in the way.'
  const standing = level.things(x, y).filter(stands)
  if (standing.some((thing) => !isBuildable(thing))) return 'Something is in the way.'
  const hasWall = standing.some(({ kind }) => kind.stops)
  if (as === 'window') return hasWall ? undefined : 'A window wants a wall.'
  if (as !== 'floor' && standing.length > 0) return 'Something is in the way.'
  return undefined
}

/** Whether the map or the builder allows building on it. */
function isBuildable({ kind: { object, built } }: Thing): boolean {
  return built === true || object?.get('is_buildable') === '1'
}

function stands({ kind: { layer } }: Thing): boolean {
  return layer === 'wall' || layer === 'fixture' || layer === 'decoration'
}

/** A floor replaces a built floor, a window its wall. */
function takesPlaceOf(as: Material['as'], { kind: { layer, stops } }: Thing): boolean {
  return as === 'floor' ? layer === 'floor' : as === 'window' && stops === true
}

function builtAt(level: Level, { x, y }: Spot): readonly Thing[] {
  return level.things(x, y).filter(({ kind }) => kind.built)
}
