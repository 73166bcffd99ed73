// [CF-20.12]

import type { Altar, Machine } from '../../model/definitions/machine.ts'
import { hasMarker } from '../../model/level/checkers.ts'
import {
  matchesItem,
  movableThingsAt,
  type PlacedPart,
  placedPartOf,
  playersAt,
  scheduleResetIn,
  setPartState,
} from '../../model/level/machine-parts.ts'
import { sendMessageNear } from '../../model/state/broadcast.ts'
import type { CellLocation, GameState, Thing } from '../../model/state/game-state.ts'
import { identifyAndReport, isUnidentified } from '../../model/things/identification.ts'
import { consumeThing } from '../../model/things/move-things.ts'
import { withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { creditOffering } from '../scripts/script-runner.ts'
import { sendFromPart } from './signals.ts'
import { workForText } from './signs.ts'
import { castFromPart, spellOfPart, workPerSpell } from './spell-shooters.ts'
import { weightOnCell } from './teleporters.ts'

/** [CF-20.12] */
const maxConnectedChecks = 1000
/** Number of checked parts that count as one unit of work. */
const checksPerWork = 8

/**
 * [CF-20.12] Updates a button, pedestal or detector. A part without a reset time counts as pressed while it, or a
 * connected button or pedestal without a reset time, is pressed. A button with a reset time sends 1 when it is pressed
 * and 0 when it resets. Returns the amount of work.
 */
export function updateButtonState(game: GameState, pad: PlacedPart): number {
  const { machine, part, at } = pad
  const pressed = isPressed(game, pad)
  if ('ticks' in part && part.ticks !== undefined) {
    updateTimedPressed(game, pad, pressed, part.ticks)
    return 1
  }
  const connected = pressed || machine.connected === undefined ? [] : connectedPads(at, machine.connected)
  const value = pressed || connected.some((each) => isPressed(game, each)) ? 1 : 0
  if (value !== machine.state) {
    setPartState(pad, value)
    sendFromPart(pad, value)
  }
  return 1 + Math.floor(connected.length / checksPerWork)
}

/** The state of the part is the sum of 1 if the part is pressed, and 2 while it waits for its reset. */
function updateTimedPressed(game: GameState, pad: PlacedPart, pressed: boolean, ticks: number): void {
  const waits = (pad.machine.state & 2) !== 0
  const was = (pad.machine.state & 1) !== 0
  if (pressed === was) return
  if (pressed && !waits) {
    setPartState(pad, 3)
    scheduleResetIn(game, pad, ticks)
    sendFromPart(pad, 1)
  } else setPartState(pad, (pressed ? 1 : 0) + (waits ? 2 : 0))
}

function connectedPads({ level }: CellLocation, number: number): readonly PlacedPart[] {
  const pads: PlacedPart[] = []
  let left = maxConnectedChecks
  for (const thing of level.machinery.partsConnectedTo(number)) {
    if (left-- === 0) break
    const other = placedPartOf(thing)
    if (other && staysPressed(other.part)) pads.push(other)
  }
  return pads
}

function staysPressed(part: Machine['part']): boolean {
  return (part.type === 'button' || part.type === 'pedestal') && part.ticks === undefined
}

function isPressed(game: GameState, { part, at }: PlacedPart): boolean {
  switch (part.type) {
    case 'button':
      // Any load presses a button without a weight.
      return weightOnCell(at) >= Math.max(1, part.weight)
    case 'pedestal':
      return matchesAnythingAt(at, part.item)
    case 'detector': {
      const marked = playersAt(at).some((player) => hasMarker(game, player, part.item))
      return (marked || matchesAnythingAt(at, part.item)) !== part.inverse
    }
    default:
      return false
  }
}

function matchesAnythingAt(at: CellLocation, wants: string): boolean {
  const players = playersAt(at)
  if (players.length > 0 && (wants === 'player' || players.some(({ origin }) => origin.race === wants)))
    return true
  for (const thing of movableThingsAt(at))
    if (thing.archetype.matchProperties?.race === wants || matchesItem(thing, wants)) return true
  return false
}

/** [CF-20.12] Returns the amount of work. */
export function acceptOffering(game: GameState, altar: PlacedPart): number | void {
  const { thing, machine, part, at } = altar
  if (part.type !== 'altar' || part.item === '' || (machine.state & 1) !== 0) return
  const gift = [...movableThingsAt(at)].find((each) => isSufficient(each, part))
  if (!gift) return
  if (part.identifies) return identifyForPayment(part, at, gift)
  const taken = requiredCount(gift, part)
  consumeThing(gift, taken)
  creditOffering(game, thing, taken * (gift.archetype.value ?? 0))
  castAltarSpell(game, altar)
  if (thing.archetype.text) sendMessageNear(at.level, at, thing.archetype.text, messageTypes.dialog)
  const work = workPerSpell + workForText(thing.archetype.text, at.level.players.size)
  if (part.ticks === undefined) {
    setPartState(altar, 1)
    sendFromPart(altar, 1)
    return work
  }
  // The state of an alternating altar contains 4 if the next gift sends 0.
  const sends = part.alternates && (machine.state & 4) !== 0 ? 0 : 1
  setPartState(altar, 3 + (machine.state & 4))
  scheduleResetIn(game, altar, part.ticks)
  sendFromPart(altar, sends)
  return work
}

/** [CF-25.6] Identifies the giver's items as long as the money lasts, the marked one first. */
function identifyForPayment(altar: Altar, at: CellLocation, first: Thing): void {
  const [player] = playersAt(at)
  if (!player) return
  const unknown = player.inventory.flatMap((each) => [...withContents(each)]).filter(isUnidentified)
  const inTurn = unknown.sort(
    (a, b) => Number(b.tag === player.markedTag) - Number(a.tag === player.markedTag),
  )
  if (inTurn.length === 0) return player.sendMessage('You have nothing to identify.', messageTypes.itemInfo)
  let gift: Thing | undefined = first
  for (const thing of inTurn) {
    if (!gift) return player.sendMessage('Your payment does not suffice for more.', messageTypes.itemInfo)
    consumeThing(gift, requiredCount(gift, altar))
    identifyAndReport(player, thing)
    gift = [...movableThingsAt(at)].find((each) => isSufficient(each, altar))
  }
}

/** [CF-22.9] */
function castAltarSpell(game: GameState, altar: PlacedPart): void {
  const spell = spellOfPart(game, altar, undefined)
  if (!spell) return
  for (const player of playersAt(altar.at)) castFromPart(game, altar, spell, 0, spell.level, player)
}

function isSufficient(thing: Thing, { item, count }: Altar): boolean {
  if (thing.archetype.layer !== 'item' || thing.unpaid || !matchesItem(thing, item)) return false
  if (isMoneyOffering(thing, item)) return coinValue(thing) * thing.count >= count
  return thing.count >= count
}

function requiredCount(thing: Thing, { item, count }: Altar): number {
  return Math.max(1, isMoneyOffering(thing, item) ? Math.ceil(count / coinValue(thing)) : count)
}

function isMoneyOffering({ archetype }: Thing, wants: string): boolean {
  return wants === 'money' && archetype.traits.role === 'money'
}

function coinValue({ archetype: { value } }: Thing): number {
  return Math.max(1, value ?? 0)
}

/** [CF-20.12] */
export function resetPart(part: PlacedPart): void {
  const { machine } = part
  switch (machine.part.type) {
    case 'trigger':
      setPartState(part, 0)
      return sendFromPart(part, 0)
    case 'button':
    case 'pedestal':
      setPartState(part, machine.state & 1)
      sendFromPart(part, 0)
      return markCellAgain(part)
    case 'altar':
      if (machine.part.alternates) setPartState(part, (machine.state & 4) ^ 4)
      else {
        setPartState(part, 0)
        sendFromPart(part, 0)
      }
      // Takes gifts that were put on the altar in the meantime.
      return markCellAgain(part)
    default:
  }
}

function markCellAgain({ at }: PlacedPart): void {
  at.level.machinery.markCellChanged(at.x + at.level.width * at.y)
}
