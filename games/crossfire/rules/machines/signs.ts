// [CF-20.24]

import { type PlacedPart, setPartState } from '../../model/level/machine-parts.ts'
import type { Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

/** [CF-20.10] The amount of work for a text to this number of players. */
export function workForText(text = '', players: number): number {
  return players * Math.ceil(text.length / charactersPerWork)
}
const charactersPerWork = 64

/** Returns false if the sign has no text, or was read too often. */
export function showSign(sign: PlacedPart, players: Iterable<Player>): boolean {
  const { machine, part, thing } = sign
  const { text } = thing.archetype
  if (part.type !== 'sign' || text === undefined || machine.state >= (part.maxUses ?? Infinity)) return false
  if (part.maxUses !== undefined) setPartState(sign, machine.state + 1)
  for (const player of players) player.sendMessage(text, messageTypes.sign)
  return true
}
