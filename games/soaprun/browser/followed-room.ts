import type { Pixels, Size } from '../../../browser/canvas/screen.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Board } from '../board/board.ts'
import { type Scene, ScenePainter } from '../view/scene.ts'
import { wallColour } from '../view/tiles.ts'
import { type Figure, type OtherPlayer, toTile } from './client/figure.ts'
import { roomOf } from './client/rooms.ts'
import type { WatchedField } from './watched-field.ts'

export class FollowedRoomPainter {
  readonly #painter = new ScenePainter()

  draw(field: WatchedField, board: Board, who: OtherPlayer, size: Size, still: boolean): Pixels {
    this.#painter.paint(sceneAround(field, board, who, still))
    return enlarged(this.#painter, size)
  }
}

function sceneAround(field: WatchedField, board: Board, who: OtherPlayer, still: boolean): Scene {
  const placed = <F extends Figure>(figure: F) => ({
    ...figure,
    age: still ? 0 : figure.age,
    place: still ? figure.goal : figure.place,
  })
  const room = roomOf(toTile(placed(who).place))
  const { others, units } = field.figures
  return {
    tiles: board.room(room.x, room.y),
    attributes: board.attributes,
    changes: field.changes,
    room,
    offset: { x: 0, y: 0 },
    units: [...units.values()].map((unit) => ({ ...placed(unit), ...(!still && { place: unit.seenAt }) })),
    players: [...[...others.values()].filter((other) => other !== who), who].map(placed),
    avengers: [],
    rains: field.isRaining && !still,
    age: still ? 0 : field.age,
  }
}

/** Scales the picture by a whole number and centres it. */
function enlarged({ surface }: ScenePainter, size: Size): Pixels {
  const scale = Math.max(1, Math.floor(Math.min(size.width / surface.width, size.height / surface.height)))
  const [left, top] = [
    Math.floor((size.width - surface.width * scale) / 2),
    Math.floor((size.height - surface.height * scale) / 2),
  ]
  const canvas = new Canvas(wallColour, size)
  for (let y = 0; y < surface.height; y++)
    for (let x = 0; x < surface.width; x++)
      canvas.rect(left + x * scale, top + y * scale, scale, scale, surface.colourAt(x, y))
  return canvas.picture
}
