// Pressure-operated parts: buttons, pedestals, detectors; and altars, which take what is put there. [CF-20.12]
import { messageTypes } from '../hearing/text-kinds.ts'
import {
  isWanted,
  letGoIn,
  movablesAt,
  playersAt,
  type Standing,
  setState,
  standing,
} from '../places/parts.ts'
import type { Altar, Machine } from '../scene/machine.ts'
import type { CellOf, Scene, Thing } from '../scene/scene.ts'
import { tellNear } from '../scene/telling.ts'
import { given } from '../scripts/calling.ts'
import { useUp } from '../things/contents.ts'
import { isUnknown, learnTold } from '../things/knowing.ts'
import { withContents } from '../things/thing.ts'
import { weightOn } from './leading.ts'
import { isMarked } from './marking.ts'
import { castFrom, spellIn } from './shooting.ts'
import { send } from './signals.ts'

/** [CF-20.12] Connected buttons are pressed while any of them is. A button with a reset time is pressed once. */
export function press(scene: Scene, pad: Standing): void {
  const { is, part, at } = pad
  const pressed = isPressed(scene, pad)
  if ('ticks' in part && part.ticks !== undefined) return pressOnce(scene, pad, pressed, part.ticks)
  const value = pressed || (is.connected !== undefined && anyPressed(scene, at, is.connected)) ? 1 : 0
  if (value === is.state) return
  setState(pad, value)
  send(pad, value)
}

/** State bits: 1 something is on it, 2 waiting for the reset. */
function pressOnce(scene: Scene, pad: Standing, pressed: boolean, ticks: number): void {
  const waits = (pad.is.state & 2) !== 0
  const was = (pad.is.state & 1) !== 0
  if (pressed === was) return
  if (pressed && !waits) {
    setState(pad, 3)
    letGoIn(scene, pad, ticks)
    send(pad, 1)
  } else setState(pad, (pressed ? 1 : 0) + (waits ? 2 : 0))
}

function anyPressed(scene: Scene, { level }: CellOf, number: number): boolean {
  for (const thing of level.machinery.connectedTo(number)) {
    const other = standing(thing)
    if (other && isPad(other.part) && isPressed(scene, other)) return true
  }
  return false
}

/** Parts that stay pressed while something is on them. */
function isPad(part: Machine['part']): boolean {
  return (part.is === 'button' || part.is === 'pedestal') && part.ticks === undefined
}

function isPressed(scene: Scene, { part, at }: Standing): boolean {
  switch (part.is) {
    case 'button':
      // A button without a weight is pressed by anything.
      return weightOn(at) >= Math.max(1, part.weight)
    case 'pedestal':
      return isThere(at, part.wants)
    case 'detector': {
      const marked = playersAt(at).some((player) => isMarked(scene, player, part.wants))
      return (marked || isThere(at, part.wants)) !== part.inverse
    }
    default:
      return false
  }
}

function isThere(at: CellOf, wants: string): boolean {
  const players = playersAt(at)
  if (players.length > 0 && (wants === 'player' || players.some(({ origin }) => origin.race === wants)))
    return true
  for (const thing of movablesAt(at))
    if (thing.kind.known?.race === wants || isWanted(thing, wants)) return true
  return false
}

/** [CF-20.12] Takes a matching gift, shows its text, and is triggered. */
export function offer(scene: Scene, altar: Standing): void {
  const { thing, is, part, at } = altar
  if (part.is !== 'altar' || part.wants === '' || (is.state & 1) !== 0) return
  const gift = [...movablesAt(at)].find((each) => isEnough(each, part))
  if (!gift) return
  if (part.tells) return tellThings(part, at, gift)
  const taken = countOf(gift, part)
  useUp(gift, taken)
  given(scene, thing, taken * (gift.kind.value ?? 0))
  bless(scene, altar)
  if (thing.kind.text) tellNear(at.level, at, thing.kind.text, messageTypes.dialog)
  if (part.ticks === undefined) {
    setState(altar, 1)
    return send(altar, 1)
  }
  // State bit 4: with `once`, the next gift sends 0.
  const sends = part.once && (is.state & 4) !== 0 ? 0 : 1
  setState(altar, 3 + (is.state & 4))
  letGoIn(scene, altar, part.ticks)
  send(altar, sends)
}

/** [CF-25.6] Identifies items of a player in the cell, the marked one first, as far as the money lasts. */
function tellThings(altar: Altar, at: CellOf, first: Thing): void {
  const [player] = playersAt(at)
  if (!player) return
  const unknown = player.inventory.flatMap((each) => [...withContents(each)]).filter(isUnknown)
  const inTurn = unknown.sort((a, b) => Number(b.tag === player.marked) - Number(a.tag === player.marked))
  if (inTurn.length === 0) return player.tell('You have nothing that needs identifying.', messageTypes.itemInfo)
  let gift: Thing | undefined = first
  for (const thing of inTurn) {
    if (!gift) return player.tell('There is not enough for more.', messageTypes.itemInfo)
    useUp(gift, countOf(gift, altar))
    learnTold(player, thing)
    gift = [...movablesAt(at)].find((each) => isEnough(each, altar))
  }
}

/** [CF-22.9] An altar with a spell casts it on the players in the cell. */
function bless(scene: Scene, altar: Standing): void {
  const spell = spellIn(scene, altar, undefined)
  if (!spell) return
  for (const player of playersAt(altar.at)) castFrom(scene, altar, spell, 0, spell.level, player)
}

function isEnough(thing: Thing, { wants, count }: Altar): boolean {
  if (thing.kind.layer !== 'item' || thing.unpaid || !isWanted(thing, wants)) return false
  if (isMoney(thing, wants)) return worth(thing) * thing.count >= count
  return thing.count >= count
}

function countOf(thing: Thing, { wants, count }: Altar): number {
  return Math.max(1, isMoney(thing, wants) ? Math.ceil(count / worth(thing)) : count)
}

function isMoney({ kind }: Thing, wants: string): boolean {
  return wants === 'money' && kind.is.role === 'money'
}

function worth({ kind: { value } }: Thing): number {
  return Math.max(1, value ?? 0)
}

/** [CF-20.12] Resets the part, so that it can be triggered again. */
export function letGo(part: Standing): void {
  const { is } = part
  switch (is.part.is) {
    case 'trigger':
      setState(part, 0)
      return send(part, 0)
    case 'button':
    case 'pedestal':
      setState(part, is.state & 1)
      send(part, 0)
      return touchAgain(part)
    case 'altar':
      if (is.part.once) setState(part, (is.state & 4) ^ 4)
      else {
        setState(part, 0)
        send(part, 0)
      }
      // Takes gifts that were put there meanwhile.
      return touchAgain(part)
    default:
  }
}

function touchAgain({ at }: Standing): void {
  at.level.machinery.touch(at.x + at.level.width * at.y)
}
