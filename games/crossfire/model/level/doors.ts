// [CF-12.8] [CF-12.9]

import { archetypeInSameWorld } from '../../builtin/archetypes/index.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import type { Door } from '../definitions/archetype.ts'
import type { Position } from '../definitions/level-plan.ts'
import { playSoundAt } from '../state/broadcast.ts'
import type { GameState, Level, Player, Thing } from '../state/game-state.ts'
import { findKey } from '../things/keys.ts'
import { changeArchetype } from '../things/move-things.ts'
import { isPortable, nameOf } from '../things/thing.ts'

/** [CF-12.8] Milliseconds of the world clock for which a door stays open. */
const openDoorMs = 30_000

/** [CF-12.8] Returns false if the cell has no door or only an undiscovered secret door. */
export function openDoor(game: GameState, player: Player, { x, y }: Position): boolean {
  const level = player.level!
  const thing = level.topThingWithRole(x, y, 'door')
  if (!thing) return false
  const door = thing.archetype.traits as Door
  if (door.secret) return false
  const key = door.lock && findKey(player, [door.lock])
  if (door.lock && !key) player.sendMessage(thing.archetype.text ?? 'The door is locked.', messageTypes.noKey)
  else swingOpen(game, level, thing)
  if (key) player.sendMessage(`You open the door with the ${nameOf(key).one}.`, messageTypes.applied)
  return true
}

/** [CF-12.10] */
export function secretDoorAt(level: Level, { x, y }: Position): Thing | undefined {
  const door = level.topThingWithRole(x, y, 'door')
  return door?.archetype.traits.role === 'door' && door.archetype.traits.secret ? door : undefined
}

/** [CF-12.10] */
export function revealSecretDoor(door: Thing): void {
  changeArchetype(door, (door.archetype.traits as Door).openArchetype)
}

/** [CF-12.8] Closes the doors that have been open for long enough and whose cells are empty. */
export function closeDueDoors(game: GameState, level: Level): void {
  for (const door of [...level.openDoors]) {
    const { closedArchetypeId, closesAt, location } = door
    if (closedArchetypeId === undefined || closesAt! > game.clock || location?.in !== 'cell') continue
    if (!level.isFree(location.x, location.y) || level.thingsAt(location.x, location.y).some(isPortable))
      continue
    door.closedArchetypeId = undefined
    door.closesAt = undefined
    changeArchetype(door, game.archetypes.get(closedArchetypeId))
  }
}

/**
 * [CF-12.9] Moves all gates to which the lever is linked. If one of the gates would close on a player or creature, no
 * gate moves.
 */
export function pullLever(player: Player, lever: Thing): void {
  const level = player.level!
  const gates = (lever.links ?? []).flatMap(({ x, y }) => level.topThingWithRole(x, y, 'gate') ?? [])
  if (gates.some((gate) => wouldCrushSomebody(level, gate)))
    return player.sendMessage('The lever does not move: something is in the way.', messageTypes.applyFailure)
  for (const gate of gates)
    if (gate.archetype.traits.role === 'gate') changeArchetype(gate, gate.archetype.traits.otherArchetype)
  if (lever.archetype.traits.role === 'lever') changeArchetype(lever, lever.archetype.traits.pulled)
  player.sendMessage(`You pull the ${nameOf(lever).one}.`, messageTypes.applied)
  playSoundAt(level, player.x, player.y, sounds.turnHandle)
}

function swingOpen(game: GameState, level: Level, door: Thing): void {
  door.closedArchetypeId = door.archetype.id
  door.closesAt = game.clock + openDoorMs
  changeArchetype(door, (door.archetype.traits as Door).openArchetype)
  if (door.location?.in === 'cell') playSoundAt(level, door.location.x, door.location.y, sounds.openDoor)
}

function wouldCrushSomebody(level: Level, { archetype, location }: Thing): boolean {
  if (archetype.traits.role !== 'gate' || location?.in !== 'cell') return false
  return (
    archetypeInSameWorld(archetype, archetype.traits.otherArchetype).blocksMovement === true &&
    !level.isFree(location.x, location.y)
  )
}
