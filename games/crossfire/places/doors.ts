// Doors, gates, and levers that move gates. [CF-12.8] [CF-12.9]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { kindAs } from '../made/archetypes/index.ts'
import type { Door } from '../scene/archetype.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { become } from '../things/contents.ts'
import { isPortable, nameOf, withContents } from '../things/thing.ts'

/** [CF-12.8] World-clock milliseconds for which a door stays open. */
const staysOpen = 30_000

/** [CF-12.8] Opens the door there, or reports the missing key. False: no door, or a secret one not found yet. */
export function openDoor(scene: Scene, player: Player, { x, y }: Spot): boolean {
  const level = player.level!
  const thing = level.withRole(x, y, 'door')
  if (!thing) return false
  const door = thing.kind.is as Door
  if (door.secret) return false
  const key = door.lock && keyFor(player, door.lock)
  if (door.lock && !key) player.tell(thing.kind.text ?? 'The door is locked.', messageTypes.noKey)
  else swing(scene, level, thing)
  if (key) player.tell(`You open the door with the ${nameOf(key).one}.`, messageTypes.applied)
  return true
}

/** [CF-12.10] The undiscovered secret door there; undefined: none. */
export function secretDoorAt(level: Level, { x, y }: Spot): Thing | undefined {
  const door = level.withRole(x, y, 'door')
  return door?.kind.is.role === 'door' && door.kind.is.secret ? door : undefined
}

/** [CF-12.10] Turns it into an ordinary door. */
export function reveal(door: Thing): void {
  become(door, (door.kind.is as Door).opened)
}

/** [CF-12.8] Closes doors whose time is over and whose cells are empty. */
export function closeDoors(scene: Scene, level: Level): void {
  for (const door of [...level.openDoors]) {
    const { was, closesAt, where } = door
    if (was === undefined || closesAt! > scene.clock || where?.in !== 'cell') continue
    if (!level.isFree(where.x, where.y) || level.things(where.x, where.y).some(isPortable)) continue
    door.was = undefined
    door.closesAt = undefined
    become(door, scene.kinds.named(was))
  }
}

/** [CF-12.9] Moves all gates that the lever is linked to, or none if one would close on somebody. */
export function pull(player: Player, lever: Thing): void {
  const level = player.level!
  const gates = (lever.links ?? []).flatMap(({ x, y }) => level.withRole(x, y, 'gate') ?? [])
  if (gates.some((gate) => closesOnSomebody(level, gate)))
    return player.tell('The lever does not move: something is in the way.', messageTypes.applyFailure)
  for (const gate of gates) if (gate.kind.is.role === 'gate') become(gate, gate.kind.is.other)
  if (lever.kind.is.role === 'lever') become(lever, lever.kind.is.pulled)
  player.tell(`You pull the ${nameOf(lever).one}.`, messageTypes.applied)
  soundAt(level, player.x, player.y, sounds.turnHandle)
}

function swing(scene: Scene, level: Level, door: Thing): void {
  door.was = door.kind.id
  door.closesAt = scene.clock + staysOpen
  become(door, (door.kind.is as Door).opened)
  if (door.where?.in === 'cell') soundAt(level, door.where.x, door.where.y, sounds.openDoor)
}

function keyFor(player: Player, lock: string): Thing | undefined {
  for (const carried of player.inventory) {
    for (const thing of withContents(carried))
      if (thing.kind.is.role === 'key' && thing.kind.is.opens === lock) return thing
  }
  return undefined
}

function closesOnSomebody(level: Level, { kind, where }: Thing): boolean {
  if (kind.is.role !== 'gate' || where?.in !== 'cell') return false
  return kindAs(kind, kind.is.other).stops === true && !level.isFree(where.x, where.y)
}
