// The cells of the built-in maps that players can reach if they open doors with the keys that they find, search every
// wall, pull every lever, and take the drops of every monster.
import { archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import {
  builtinMapHeaders,
  dungeonStairs,
  startingPosition,
} from '../../../../games/crossfire/builtin/maps/index.ts'
import type {
  ContainedThing,
  MapContent,
  PlacedThing,
} from '../../../../games/crossfire/model/definitions/level-plan.ts'
import { readBuiltinMap } from '../../../../games/crossfire/model/loading/atlas.ts'

export const builtinMaps: ReadonlyMap<string, MapContent> = new Map(
  builtinMapHeaders.map(({ id }) => [id, readBuiltinMap(id)]),
)

export interface Spot {
  readonly map: string
  readonly x: number
  readonly y: number
}

/** The things in the cell, from the bottom up. */
export function thingsAt({ map, x, y }: Spot): readonly PlacedThing[] {
  return builtinMaps.get(map)!.things.filter((each) => each.x === x && each.y === y)
}

/** Whether a player could stand in the cell if all doors and gates were open and there were no creatures. */
export function canStand(spot: Spot): boolean {
  const things = thingsAt(spot).map(({ id }) => archetypeById(id))
  const opens = (role: string) => role === 'door' || role === 'gate'
  return (
    things.length > 0 &&
    things.every(
      ({ blocksMovement, layer, traits }) => !blocksMovement || layer === 'creature' || opens(traits.role),
    )
  )
}

/** The cells that a player can reach, each as `map x y`. */
export function reachableCells(): ReadonlySet<string> {
  const reached = new Set<string>()
  const [keys, gates] = [new Set<string>(), new Set<string>()]
  for (let before = -1; before < reached.size + keys.size + gates.size; ) {
    before = reached.size + keys.size + gates.size
    reached.clear()
    spread(reached, keys, gates)
  }
  return reached
}

function spread(reached: Set<string>, keys: Set<string>, gates: Set<string>): void {
  const waiting: Spot[] = [startingPosition]
  for (let spot = waiting.pop(); spot; spot = waiting.pop()) {
    if (reached.has(spotKey(spot)) || !canStand(spot) || isShut(spot, keys, gates)) continue
    reached.add(spotKey(spot))
    for (const thing of thingsAt(spot)) {
      for (const id of found(thing)) if (opening(id)) keys.add(opening(id)!)
      for (const link of thing.links ?? []) gates.add(spotKey({ map: spot.map, ...link }))
      // The dungeon is generated on demand and has its own tests.
      if (thing.exit && thing.exit.map !== dungeonStairs.map) waiting.push(thing.exit)
    }
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) waiting.push({ map: spot.map, x: spot.x + dx, y: spot.y + dy })
  }
}

function isShut(spot: Spot, keys: ReadonlySet<string>, gates: ReadonlySet<string>): boolean {
  return thingsAt(spot).some(({ id }) => {
    const { traits, blocksMovement } = archetypeById(id)
    if (traits.role === 'door') return traits.lock !== undefined && !keys.has(traits.lock)
    return traits.role === 'gate' && blocksMovement === true && !gates.has(spotKey(spot))
  })
}

/** The ids of the thing, of its contents, and of the things that it always drops. */
function found(thing: ContainedThing): readonly string[] {
  const { traits } = archetypeById(thing.id)
  const drops =
    traits.role === 'monster' ? traits.drops.filter(({ chance }) => chance === 100).map(({ id }) => id) : []
  return [thing.id, ...drops, ...(thing.inside ?? []).flatMap(found)]
}

function opening(id: string): string | undefined {
  const { traits } = archetypeById(id)
  return traits.role === 'key' ? traits.lock : undefined
}

export function spotKey({ map, x, y }: Spot): string {
  return `${map} ${x} ${y}`
}
