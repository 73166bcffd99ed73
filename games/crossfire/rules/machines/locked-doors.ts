// [CF-20.23] Opened doors stay open until the map resets.

import type { Breakable } from '../../model/definitions/machine.ts'
import { machinePartsAt, type PlacedPart, setPartState } from '../../model/level/machine-parts.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import type { Level, Player } from '../../model/state/game-state.ts'
import { findKey } from '../../model/things/keys.ts'
import { consumeThing } from '../../model/things/move-things.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'

/** Maximum number of doors that open together, because a map can consist of doors. */
const maxDoorsTogether = 16

export function breakableAt(level: Level, x: number, y: number): PlacedPart<Breakable> | undefined {
  for (const each of machinePartsAt(level, x, y)) if (isBreakable(each) && !each.machine.gone) return each
  return undefined
}

/** [CF-20.23] Returns false if no door is locked, or if a player without its key can break it open instead. */
export function unlockDoor(player: Player, x: number, y: number): boolean {
  const door = breakableAt(player.level!, x, y)
  if (!door?.part.lock) return false
  const key = findKey(player, door.part.lock.words)
  if (key) {
    player.sendMessage(`You open the door with the ${nameOf(key).one}.`, messageTypes.applied)
    consumeThing(key)
    breakOpen(door)
  } else if (door.part.lock.solid)
    player.sendMessage(door.thing.archetype.text ?? 'The door is locked.', messageTypes.noKey)
  return key !== undefined || door.part.lock.solid
}

/** [CF-14.16] Tells the player why a door did not open. Doors that only their own key opens cannot be picked. */
export function pickLock(player: Player, x: number, y: number, succeeds: () => boolean): boolean {
  const door = breakableAt(player.level!, x, y)
  const refusal = !door?.part.lock
    ? 'There is no lock.'
    : door.part.lock.solid
      ? 'That lock cannot be picked.'
      : succeeds()
        ? undefined
        : 'You fail to pick the lock.'
  if (refusal === undefined) breakOpen(door!)
  player.sendMessage(
    refusal ?? 'You pick the lock.',
    refusal === undefined ? messageTypes.skillSuccess : messageTypes.skillFailure,
  )
  return refusal === undefined
}

/** [CF-20.18] [CF-20.23] Adjacent doors of the same lock open together. */
export function breakOpen(first: PlacedPart<Breakable>): void {
  const lock = first.part.lock?.words.join('\n')
  const opening = [first]
  // The list grows during the iteration.
  for (const door of opening) {
    const { at } = door
    setPartState(door, door.part.hp)
    if (lock === undefined) return
    for (const [x, y] of [
      [at.x, at.y - 1],
      [at.x + 1, at.y],
      [at.x, at.y + 1],
      [at.x - 1, at.y],
    ] as const) {
      const next = breakableAt(at.level, x, y)
      if (opening.length < maxDoorsTogether && next?.part.lock?.words.join('\n') === lock) opening.push(next)
    }
  }
  playSoundAt(first.at.level, first.at.x, first.at.y, sounds.openDoor)
}

function isBreakable(part: PlacedPart): part is PlacedPart<Breakable> {
  return part.part.type === 'breakable'
}
