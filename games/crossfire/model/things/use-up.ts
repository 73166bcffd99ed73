import type { GameState, Thing } from '../state/game-state.ts'
import { containerRefusal } from './containers.ts'
import { consumeThing, putThing } from './move-things.ts'
import { fitsInPack } from './pile-limits.ts'

/**
 * [CF-21.15] Consumes one piece. The thing's `on_use_yield`, such as an empty bottle, replaces the piece, or is lost if
 * there is no room.
 */
export function useUp(game: GameState, thing: Thing): void {
  const { location, archetype } = thing
  consumeThing(thing)
  const yielded = archetype.attributes?.get('on_use_yield')
  const kind = yielded === undefined ? undefined : game.archetypes.get(`arch ${yielded}`)
  if (kind?.layer !== 'item' || kind.face === '' || !location) return
  const left = game.createThing(kind.id)
  const fits =
    location.in === 'pack'
      ? fitsInPack(location.player, left)
      : location.in === 'cell'
        ? location.level.hasRoomForPile(location.x, location.y)
        : containerRefusal(location.container, left, 1) === undefined
  if (fits) putThing(left, location)
}
