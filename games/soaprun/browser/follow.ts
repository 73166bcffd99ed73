// What is seen of somebody who is followed: the room that he is in, as he sees it.
import { type Board, roomStride } from '../board/board.ts'
import type { Scene } from '../view/scene.ts'
import type { WatchedField } from './field.ts'
import { type Figure, type Other, tileOf } from './figure.ts'

/** The room that somebody is in who is watched. */
export function sceneAround(field: WatchedField, board: Board, who: Other, still: boolean): Scene {
  const placed = <F extends Figure>(figure: F) => ({
    ...figure,
    age: still ? 0 : figure.age,
    place: still ? figure.goal : figure.place,
  })
  const { x, y } = tileOf(placed(who).place)
  const room = { x: Math.floor(x / roomStride.x), y: Math.floor(y / roomStride.y) }
  const { others, units } = field.crowd
  return {
    tiles: board.room(room.x, room.y),
    attributes: board.attributes,
    changes: field.changes,
    room,
    offset: { x: 0, y: 0 },
    units: [...units.values()].map((unit) => ({ ...placed(unit), ...(!still && { place: unit.seenAt }) })),
    players: [...[...others.values()].filter((other) => other !== who), who].map(placed),
    avengers: [],
    rains: field.rains && !still,
    age: still ? 0 : field.age,
  }
}
