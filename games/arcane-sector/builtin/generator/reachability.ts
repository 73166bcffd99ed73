import { isWalkable, type Place, terrainWidth, tileKinds } from '../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells } from './draft/draft.ts'

/** Returns a byte per tile, by x + 512 y: 1 if players can reach the tile while all gates are open. */
export function reachableFrom(draft: IslandDraft, from: Place): Uint8Array {
  const exits = exitsOf(draft)
  const reached = new Uint8Array(draft.tiles.length)
  const open: number[] = []
  const reach = (cell: number) => {
    if (reached[cell] || !isWalkable(draft.tiles[cell]!)) return
    reached[cell] = 1
    open.push(cell)
  }
  reach(cellOf(from))
  const step = (cell: number) => {
    // Only walls can have doors.
    const beyond = draft.tiles[cell] === tileKinds.wall ? exits.get(cell) : undefined
    if (beyond) for (const exit of beyond) reach(exit)
    else reach(cell)
  }
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    // No tile at the edge of the map is walkable, so all four neighbours are on the map.
    step(cell - 1)
    step(cell + 1)
    step(cell - terrainWidth)
    step(cell + terrainWidth)
  }
  return reached
}

/** Indexed by the cell of a door: the cells beside all doors of its group, including the door itself. */
function exitsOf(draft: IslandDraft): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const { place, item } of draft.items)
    if (item.type === 'door') groups.set(item.group, [...(groups.get(item.group) ?? []), cellOf(place)])
  const exits = new Map<number, readonly number[]>()
  for (const doors of groups.values()) for (const door of doors) exits.set(door, doors.flatMap(besides))
  return exits
}

function cellOf({ x, y }: Place): number {
  return x + terrainWidth * y
}

function besides(cell: number): number[] {
  return [cell - 1, cell + 1, cell - terrainWidth, cell + terrainWidth]
}

export function fillUnreachable(draft: IslandDraft, reachable: Uint8Array): void {
  for (let cell = 0; cell < reachable.length; cell++) {
    if (!reachable[cell] && isWalkable(draft.tiles[cell]!))
      draft.tiles[cell] = cell < outdoorCells ? barrier(draft, cell) : tileKinds.wall
  }
}

/** Water if the cell is beside water but not beside a mountain, else mountain. */
function barrier(draft: IslandDraft, cell: number): number {
  const beside = besides(cell).map((each) => draft.tiles[each])
  return beside.includes(tileKinds.water) && !beside.includes(tileKinds.mountain)
    ? tileKinds.water
    : tileKinds.mountain
}
