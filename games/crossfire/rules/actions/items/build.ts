// [CF-21.13]

import type { BuildingMaterial } from '../../../model/definitions/archetype.ts'
import { neighbourOf } from '../../../model/definitions/directions.ts'
import type { Position } from '../../../model/definitions/level-plan.ts'
import type { GameState, Level, Player, Thing } from '../../../model/state/game-state.ts'
import { consumeThing, putThing, removeThing } from '../../../model/things/move-things.ts'
import { nameOf, nameWithArticle } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { isRestricted } from '../../scripts/services/restricted-areas.ts'

/** [CF-21.13] */
export function buildOrDestroy(game: GameState, player: Player, action: 'build' | 'destroy'): void {
  const { level } = player
  const refuse = (text: string) => player.sendMessage(text, messageTypes.applyFailure)
  if (!level) return
  const at = neighbourOf(player, player.facing)
  if (action === 'destroy') {
    const built = builtAt(level, at).at(-1)
    if (!built) return refuse('No player has built anything there.')
    removeThing(built)
    return player.sendMessage(`You tear down the ${nameOf(built).one}.`, messageTypes.success)
  }
  const material = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  const is = material?.archetype.traits
  if (!material || material.unpaid || is?.role !== 'material')
    return refuse('Mark the building material first.')
  const refused = buildRefusal(game, level, at, is.buildsAs)
  if (refused !== undefined) return refuse(refused)
  for (const other of builtAt(level, at)) if (replaces(is.buildsAs, other)) removeThing(other)
  const built = game.createThing(is.archetypeId)
  putThing(built, { in: 'cell', level, ...at })
  consumeThing(material)
  player.sendMessage(`You build ${nameWithArticle(built)}.`, messageTypes.success)
}

/** A sentence; undefined if something can be built. */
function buildRefusal(
  game: GameState,
  level: Level,
  at: Position,
  as: BuildingMaterial['buildsAs'],
): string | undefined {
  const { x, y } = at
  const floor = level.thingsAt(x, y).findLast(({ archetype }) => archetype.layer === 'floor')
  if (!floor || !isBuildable(floor)) return 'You cannot build there.'
  if (isRestricted(game, level, at, 'building')) return 'Building is not allowed there.'
  if (level.playersAt(x, y).length > 0 || level.creatureAt(x, y)) return 'Somebody is in the way.'
  const standing = level.thingsAt(x, y).filter(isObstacle)
  if (standing.some((thing) => !isBuildable(thing))) return 'Something is in the way.'
  const hasWall = standing.some(({ archetype }) => archetype.blocksMovement)
  if (as === 'window') return hasWall ? undefined : 'A window needs a wall.'
  if (as !== 'floor' && standing.length > 0) return 'Something is in the way.'
  return undefined
}

function isBuildable({ archetype: { attributes, built } }: Thing): boolean {
  return built === true || attributes?.get('is_buildable') === '1'
}

function isObstacle({ archetype: { layer } }: Thing): boolean {
  return layer === 'wall' || layer === 'fixture' || layer === 'decoration'
}

/** A new floor replaces a built floor, and a window replaces a built wall. */
function replaces(
  as: BuildingMaterial['buildsAs'],
  { archetype: { layer, blocksMovement } }: Thing,
): boolean {
  return as === 'floor' ? layer === 'floor' : as === 'window' && blocksMovement === true
}

function builtAt(level: Level, { x, y }: Position): readonly Thing[] {
  return level.thingsAt(x, y).filter(({ archetype }) => archetype.built)
}
