import { PyTuple } from '../python/values.ts'
import {
  entrancePart,
  hintStatusPart,
  itemPart,
  locationPart,
  type Message,
  playerPart,
  textPart,
  toNetworkItem,
} from '../room/messages.ts'
import type { Hint } from '../seed/seed.ts'
import { hintStatusName } from './hint-status.ts'

/**
 * For example `[Hint]: Bob's Sword is at Cave in Ann's World at Gate. (priority)`. `at Gate` is the entrance, if any.
 */
export function hintMessage(hint: Hint): Message {
  const { receiver, finder, item, location, flags, found, status } = hint
  const where = hint.entrance
    ? [textPart("'s World at "), entrancePart(hint.entrance)]
    : [textPart("'s World")]
  return {
    data: [
      textPart('[Hint]: '),
      playerPart(receiver),
      textPart("'s "),
      itemPart(item, receiver, flags),
      textPart(' is at '),
      locationPart(location, finder),
      textPart(' in '),
      playerPart(finder),
      ...where,
      textPart('. '),
      hintStatusPart(`(${hintStatusName(status)})`, status),
    ],
    type: 'Hint',
    receiving: receiver,
    item: toNetworkItem({ item, location, finder, flags }),
    found,
  }
}

/** The hint in the form in which `_read_hints_0_SLOT` lists it. */
export function hintTuple(hint: Hint): PyTuple {
  const { receiver, finder, location, item, found, entrance, flags, status } = hint
  return new PyTuple('Hint', [receiver, finder, location, item, found, entrance, flags, status])
}
