// Converts an imported archetype, except for its pictures.
import type { Archetype, Layer, Traits } from '../../model/definitions/archetype.ts'
import { discoveredTrapStateOffset, type Machine } from '../../model/definitions/machine.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { builtByPlayerKey } from './building.ts'
import { occupiedBodyParts, wornBonuses } from './equipment.ts'
import { curseOf, itemValueOf, nameOf, revealedPropertiesOf } from './identification.ts'
import { objectTypeOf } from './object-types.ts'
import { convertEffect, spellEffectKey } from './spells/spell-effects.ts'

export function convertArchetype(id: string, attributes: ObjectAttributes): Archetype {
  const is = attributes.flag(spellEffectKey)
    ? convertEffect(attributes)
    : (objectTypeOf(attributes).rule?.(attributes) ?? mute(attributes))
  const machine = is.role === 'machine' ? is : undefined
  const layer = attributes.flag(spellEffectKey) ? 'effect' : layerOf(attributes, is, machine)
  const goods = layer === 'item' && !attributes.flag('invisible') ? itemPropertiesOf(attributes, is) : {}
  // The text of an unidentified thing is hidden, except the content of a book.
  const text = goods.unidentified && is.role !== 'book' ? undefined : attributes.text('msg')
  return {
    id,
    name: nameOf(attributes),
    face: attributes.text('face') ?? '',
    layer,
    type: attributes.intWithin('client_type', 0, 32_767),
    weight:
      attributes.flag('no_pick') ||
      attributes.isMonster ||
      machine ||
      is.role === 'transport' ||
      is.role === 'boulder'
        ? -1
        : attributes.intWithin('weight', 0, 1_000_000_000),
    value: itemValueOf(attributes),
    // Containers in a pile would share their contents.
    ...(attributes.text('nrof') !== undefined && is.role !== 'container' && { stacks: true }),
    ...((machine?.blocksMovement ?? attributes.blocksWalking) && { blocksMovement: true }),
    ...(attributes.allowsWalking && { allowsMovement: true }),
    ...(doesBlockView(attributes, machine) && { blocksView: true }),
    ...(attributes.flag('glow_radius') && { light: attributes.intWithin('glow_radius', 0, 9) }),
    ...((machine?.part.type === 'trap'
      ? !isFound(machine)
      : attributes.flag('invisible') || machine?.gone) && {
      invisible: true,
    }),
    ...(text && { text }),
    ...goods,
    ...(attributes.flag(builtByPlayerKey) && { built: true }),
    traits: is,
  }
}

/** [CF-25.1] [CF-25.3] */
function itemPropertiesOf(
  attributes: ObjectAttributes,
  is: Traits,
): Pick<Archetype, 'magic' | 'curse' | 'unidentified' | 'bonuses' | 'body' | 'itemPower'> {
  const [body, itemPower] = [occupiedBodyParts(attributes), attributes.intWithin('item_power', 0, 1000)]
  const [unknown, curse, gives] = [
    revealedPropertiesOf(attributes),
    curseOf(attributes),
    wornBonuses(attributes, is),
  ]
  return {
    ...(attributes.flag('magic') && { magic: true }),
    ...(unknown && { unidentified: unknown }),
    ...(curse && { curse }),
    ...(gives && { bonuses: gives }),
    ...(body && { body }),
    ...(itemPower > 0 && { itemPower }),
  }
}

function mute(attributes: ObjectAttributes): Traits {
  if (attributes.flag('is_floor')) return { role: 'ground', ...(attributes.type === 68 && { shop: true }) }
  if (!attributes.blocksWalking) return { role: 'scenery' }
  // [CF-20.26]
  return attributes.flag('can_roll')
    ? { role: 'boulder', grams: attributes.intWithin('weight', 0, 1_000_000_000) }
    : { role: 'wall' }
}

/** A trap is visible from its discovery until it is used up. */
function isFound({ state, gone }: Machine): boolean {
  return state >= discoveredTrapStateOffset && !gone
}

/** A machine that blocks the view stops blocking it when it opens or breaks. */
function doesBlockView(attributes: ObjectAttributes, machine: Machine | undefined): boolean {
  if (machine?.blocksMovement === undefined) return attributes.flag('blocksview')
  return machine.blocksMovement && (machine.part.type !== 'gate' || !attributes.flag('ac'))
}

function layerOf(attributes: ObjectAttributes, is: Traits, machine: Machine | undefined): Layer {
  // [CF-20.22] [CF-20.26] Transports and boulders move, so the server stores their positions like the positions of
  // items.
  if (is.role === 'transport' || is.role === 'boulder') return 'item'
  if (attributes.isMonster || is.role === 'monster' || is.role === 'person') return 'creature'
  if (attributes.flag('is_floor')) return 'floor'
  if (machine) return machine.blocksMovement && doesBlockView(attributes, machine) ? 'wall' : 'fixture'
  if (attributes.flag('blocksview') && attributes.flag('no_pick')) return 'wall'
  return attributes.flag('no_pick') ? 'fixture' : 'item'
}
