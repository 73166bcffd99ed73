// [CF-20.10]

import { distanceBetween } from '../../model/definitions/directions.ts'
import { placedPartOf, scheduleResetIn, setPartState } from '../../model/level/machine-parts.ts'
import { playSoundAt, sendMessageNear } from '../../model/state/broadcast.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { maxWorkPerTransaction, sendFromPart, workPerPart } from './signals.ts'
import { workForText } from './signs.ts'

/** In cells. */
const earDistance = 6

/** [CF-20.10] Operates levers, and triggers, which reset by themselves. */
export function operateMachineByHand(game: GameState, player: Player, thing: Thing): void {
  const part = placedPartOf(thing)
  const name = nameOf(thing).one
  if (part?.part.type === 'lever') {
    const value = 1 - (part.machine.state & 1)
    setPartState(part, value)
    sendFromPart(part, value)
  } else if (part?.part.type === 'trigger' && part.machine.state === 0) {
    setPartState(part, 1)
    scheduleResetIn(game, part, part.part.ticks)
    sendFromPart(part, 1)
  } else if (part?.part.type === 'trigger')
    return player.sendMessage(`The ${name} does not move.`, messageTypes.applyFailure)
  else
    return player.sendMessage(thing.archetype.text ?? `You cannot use the ${name}.`, messageTypes.applyError)
  // The author of a map can give the part a text as a hint.
  player.sendMessage(thing.archetype.text ?? `You turn the ${name}.`, messageTypes.applied)
  playSoundAt(player.level!, player.x, player.y, sounds.turnHandle)
}

/** [CF-20.17] Each ear near the player that reacts to one of the words sends the signals 1 and 0 in turn. */
export function notifyEars(game: GameState, player: Player, said: string): void {
  const { level } = player
  if (!level || level.machinery.listeningParts.size === 0) return
  const words = said.toLowerCase()
  let work = 0
  for (const thing of [...level.machinery.listeningParts]) {
    const ear = placedPartOf(thing)
    if (ear?.part.type !== 'ear' || distanceBetween(player, ear.at) > earDistance) continue
    if (work >= maxWorkPerTransaction) break
    work += 1 + Math.floor(ear.part.words.length / wordsPerWork)
    const known = ear.part.words.find(([word]) => words.includes(word))
    if (!known) continue
    const value = 1 - (ear.machine.state & 1)
    setPartState(ear, value)
    sendFromPart(ear, value)
    if (!known[1]) continue
    sendMessageNear(level, ear.at, known[1], messageTypes.dialog)
    work += workForText(known[1], level.players.size)
  }
  game.context.chargeSteps(work * workPerPart)
}
const wordsPerWork = 16
