// [CF-20.10]
import type { Traits } from '../../model/definitions/archetype.ts'
import {
  type Breakable,
  discoveredTrapStateOffset,
  type Machine,
  type MachinePart,
} from '../../model/definitions/machine.ts'
import { archetypePrefix, machineStateAttribute, spellMakerAttribute } from '../attributes/archetype-id.ts'
import { parseAttacks, parseResistances } from '../attributes/attack-types.ts'
import { parseReplies } from '../attributes/dialogue-replies.ts'
import { eventConnectorsKey, eventHooksOf } from '../attributes/event-hooks.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { diseaseObjectType } from './diseases.ts'
import { plainKeyLockWord } from './items.ts'
import { spellCastBy } from './magic-items.ts'

/** Ticks until a part resets. */
const defaultTicks = 30
const maxTicks = 1_000_000
/** More grams than players can put down. */
const maxWeight = 1_000_000_000

type MachineOptions = Partial<Pick<Machine, 'blocksMovement' | 'frame' | 'gone'>>

function createMachine(
  attributes: ObjectAttributes,
  part: MachinePart,
  first = 0,
  more: (state: number) => MachineOptions = () => ({}),
): Traits {
  const state = attributes.intWithin(machineStateAttribute, 0, 1_000_000, first)
  const connected = attributes.int('connected')
  const [maker, skill] = attributes.text(spellMakerAttribute)?.split('|') ?? []
  return {
    role: 'machine',
    state,
    ...(maker && { maker: { tag: Number(maker), skill: skill || undefined } }),
    ...(connected !== 0 && { connected }),
    reactsTo: { push: attributes.flag('activate_on_push'), release: attributes.flag('activate_on_release') },
    part,
    ...more(state),
  }
}

/** The animation's first picture shows the part at rest, the second pressed. */
const pressed = (state: number): MachineOptions => ({ frame: state & 1 })
const createPressable = (attributes: ObjectAttributes, part: MachinePart, first = 0) =>
  createMachine(attributes, part, first, pressed)
const ofValue = (attributes: ObjectAttributes) => (attributes.flag('value') ? 1 : 0)

/** [CF-23.11] A lever that calls a ship's script is the helm of the ship. */
export function convertLever(attributes: ObjectAttributes): Traits {
  if (eventHooksOf(attributes).some(({ script }) => script.type === 'voyage'))
    return createMachine(attributes, { type: 'ship' })
  return createPressable(attributes, { type: 'lever' }, ofValue(attributes))
}

export function convertTrigger(attributes: ObjectAttributes): Traits {
  return createPressable(attributes, { type: 'trigger', ticks: ticksOf(attributes) })
}

export function convertButton(attributes: ObjectAttributes): Traits {
  return createPressable(attributes, { type: 'button', weight: weightOf(attributes) }, ofValue(attributes))
}

export function convertTriggerButton(attributes: ObjectAttributes): Traits {
  const part = { type: 'button', weight: weightOf(attributes), ticks: ticksOf(attributes) } as const
  return createPressable(attributes, part)
}

export function convertPedestal(attributes: ObjectAttributes): Traits {
  const item = attributes.text('slaying') ?? ''
  return createPressable(attributes, { type: 'pedestal', item }, ofValue(attributes))
}

export function convertTriggerPedestal(attributes: ObjectAttributes): Traits {
  const item = attributes.text('slaying') ?? ''
  return createPressable(attributes, { type: 'pedestal', item, ticks: ticksOf(attributes) })
}

export function convertDetector(attributes: ObjectAttributes): Traits {
  const part: MachinePart = {
    type: 'detector',
    item: attributes.text('slaying') ?? '',
    inverse: !attributes.flag('sp'),
  }
  return createMachine(attributes, part, ofValue(attributes))
}

export function convertAltar(attributes: ObjectAttributes): Traits {
  return createPressable(attributes, offering(attributes), ofValue(attributes))
}

/**
 * Gifts on an altar with `last_sp` send the signals 1 and 0 in turn. A gift on an altar without `last_sp` sends 1, and
 * the reset sends 0.
 */
export function convertTriggerAltar(attributes: ObjectAttributes): Traits {
  return createPressable(attributes, {
    ...offering(attributes),
    ticks: ticksOf(attributes),
    ...(attributes.flag('last_sp') && { alternates: true }),
  })
}

function offering(attributes: ObjectAttributes) {
  return {
    type: 'altar',
    item: attributes.text('slaying') ?? '',
    count: attributes.intWithin('food', 0, 1_000_000),
  } as const
}

/** [CF-25.6] */
export function convertKnowledgeAltar(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, {
    ...offering(attributes),
    item: attributes.text('slaying') ?? 'money',
    identifies: true,
  })
}

/**
 * A gate with `wc` is closed at first. Signals have the opposite effect on a gate with `maxsp`. A gate with a speed in
 * its archetype opens and closes by itself.
 */
export function convertGate(attributes: ObjectAttributes): Traits {
  return gateWith(attributes, attributes.isOwn('speed') ? 0 : Math.abs(attributes.decimal('speed', -2, 2)))
}

/** A signal opens the gate. `maxhp` is the number of actions until the gate closes. */
export function convertTimedGate(attributes: ObjectAttributes): Traits {
  const speed = Math.abs(attributes.decimal('speed', -2, 2)) || 1
  return gateWith(
    attributes,
    0,
    Math.min(maxTicks, Math.round(attributes.intWithin('maxhp', 1, 10_000, 20) / speed)),
  )
}

function gateWith(attributes: ObjectAttributes, perTick: number, ticks?: number): Traits {
  const part: MachinePart = {
    type: 'gate',
    reversed: attributes.flag('maxsp'),
    damage: attributes.intWithin('dam', 0, 500),
    perTick,
    ...(ticks !== undefined && { ticks }),
  }
  return createMachine(attributes, part, attributes.flag('wc') ? 1 : 0, (state) => ({
    blocksMovement: state === 1,
    frame: state === 1 ? -1 : 0,
  }))
}

export function convertHole(attributes: ObjectAttributes): Traits {
  const part: MachinePart = { type: 'hole', reversed: attributes.flag('maxsp') }
  return createMachine(attributes, part, attributes.flag('wc') ? 1 : 0, (state) => ({
    frame: state === 1 ? -1 : 0,
  }))
}

export function convertTrapdoor(attributes: ObjectAttributes): Traits {
  return createPressable(attributes, { type: 'trapdoor', weight: weightOf(attributes) })
}

export function convertTeleporter(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, { type: 'teleporter', perTick: perTickOf(attributes) })
}

/** [CF-20.14] Race and class are chosen at creation, so a player changer only moves players to its destination. */
export function convertPlayerChanger(attributes: ObjectAttributes): Traits | undefined {
  return attributes.text('slaying') === undefined ? undefined : convertTeleporter(attributes)
}

/** [CF-21.5] */
export function convertShopMat(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, { type: 'mat' })
}

/**
 * A mover with `level` also moves players. After a mover with `attacktype`, players cannot act for `maxsp` ticks (its
 * absolute value, default 2).
 */
export function convertMover(attributes: ObjectAttributes): Traits {
  const holds = attributes.flag('attacktype') ? Math.abs(attributes.intWithin('maxsp', -50, 50, 0)) || 2 : 0
  return createMachine(attributes, {
    type: 'mover',
    direction: attributes.intWithin('sp', 0, 8),
    perTick: perTickOf(attributes),
    players: attributes.flag('level'),
    holdTicks: holds,
  })
}

/**
 * A checker with `last_sp` reacts to players who have the item. A checker without `last_sp` reacts to players who lack
 * the item. A checker with `move_block` blocks players instead of sending a signal.
 */
export function convertInventoryChecker(attributes: ObjectAttributes): Traits {
  const [word, archetype] = [attributes.text('slaying'), attributes.text('race')]
  const type = attributes.int('hp')
  return createMachine(
    attributes,
    {
      type: 'checker',
      requiresItem: attributes.flag('last_sp'),
      wants: { ...(word && { word }), ...(archetype && { archetype }), ...(type !== 0 && { type }) },
      consumesItem: attributes.flag('last_heal'),
      blocksEntry: attributes.blocksWalking,
    },
    0,
    () => ({ blocksMovement: false }),
  )
}

/** [CF-20.15] `food` is the duration of the mark in ticks, or 0 for forever. */
function marking(attributes: ObjectAttributes, perTick: number): MachinePart {
  return {
    type: 'marker',
    mark: attributes.text('slaying') ?? '',
    ticks: attributes.intWithin('food', 0, maxTicks),
    perTick,
  }
}

export function convertMarker(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, marking(attributes, perTickOf(attributes)))
}

export function convertTriggerMarker(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, marking(attributes, 0))
}

/** An ear without an `@match` reacts to nothing. */
export function convertMagicEar(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, { type: 'ear', words: parseReplies(attributes.text('msg') ?? '') })
}

export function convertDirector(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, {
    type: 'director',
    direction: attributes.intWithin('sp', 0, 8),
    rotates: attributes.flag('maxsp'),
  })
}

export function convertSpinner(attributes: ObjectAttributes): Traits {
  // Crossfire's spinners turn counterclockwise for positive `sp`.
  return createMachine(attributes, { type: 'spinner', eighths: -attributes.intWithin('sp', -8, 8) })
}

/**
 * A creator creates the object inside it, or the archetype that `other_arch` names. A creator with `lifesave` has no
 * maximum number of uses.
 */
export function convertCreator(attributes: ObjectAttributes): Traits {
  const makes = attributes.text('other_arch')
  const named = attributes.text('slaying')
  return createMachine(attributes, {
    type: 'creator',
    productId: makes && `${archetypePrefix}${makes}`,
    maxUses: attributes.flag('lifesave') ? undefined : attributes.intWithin('hp', 0, 100_000),
    perTick: attributes.flag('connected') ? 0 : perTickOf(attributes),
    ...(named && { productName: named }),
  })
}

export function convertDuplicator(attributes: ObjectAttributes): Traits {
  return createMachine(attributes, {
    type: 'duplicator',
    item: attributes.text('other_arch') ?? '',
    factor: attributes.intWithin('level', 0, 100),
  })
}

export function convertConverter(attributes: ObjectAttributes): Traits | undefined {
  const makes = attributes.text('other_arch')
  if (!makes) return undefined
  return createMachine(attributes, {
    type: 'converter',
    item: attributes.text('slaying') ?? '',
    count: attributes.intWithin('food', 1, 1_000_000, 1),
    productId: `${archetypePrefix}${makes}`,
    productCount: attributes.intWithin('sp', 1, 255, 1),
  })
}

/** Casts the spell inside the wall, or the spell that `other_arch` names. A signal turns a wall with `maxsp`. */
export function convertShooter(attributes: ObjectAttributes): Traits | undefined {
  const spell = spellCastBy(attributes)
  if (attributes.hasKnownContents && !spell) return undefined
  return createMachine(attributes, {
    type: 'shooter',
    direction: attributes.intWithin('direction', 0, 8, attributes.intWithin('sp', 0, 8)),
    rotates: attributes.flag('maxsp'),
    perTick: perTickOf(attributes),
    level: attributes.level,
    spell: spell?.id,
  })
}

/** Moods by Crossfire's `last_sp`; 0 is "furious" in Crossfire, and "angry" in this server. */
const moods = ['angry', 'angry', 'calm', 'asleep', 'charmed'] as const

/** [CF-20.19] A mood floor acts at its own speed and on signals. */
export function convertMoodFloor(attributes: ObjectAttributes): Traits | undefined {
  const mood = moods[attributes.int('last_sp')]
  return mood && createMachine(attributes, { type: 'mood', mood, perTick: perTickOf(attributes) })
}

/** [CF-20.23] Plain keys open the door, and so do special keys with the same `slaying`. */
export function convertDoor(attributes: ObjectAttributes): Traits {
  return convertBreakable(attributes, { words: [plainKeyLockWord, ...lockWords(attributes)], solid: false })
}

export function convertLockedDoor(attributes: ObjectAttributes): Traits {
  return convertBreakable(attributes, { words: lockWords(attributes), solid: true })
}

function lockWords(attributes: ObjectAttributes): readonly string[] {
  const word = attributes.text('slaying')
  return word ? [word] : []
}

/** [CF-20.24] `food` is the number of times that the sign can be read. */
export function convertSign(attributes: ObjectAttributes): Traits {
  const speaks = /\bwalk\b|\ball\b/.test(attributes.text('move_on') ?? '')
  const maxUses = attributes.intWithin('food', 0, 30_000)
  const acts = speaks || maxUses > 0 || attributes.flag('connected')
  const isUsed = eventHooksOf(attributes).some(({ trigger }) => trigger !== 'step')
  if (!acts || !attributes.flag('no_pick') || isUsed) return { role: 'sign' }
  return createMachine(attributes, { type: 'sign', speaks, ...(maxUses > 0 && { maxUses }) })
}

/** [CF-20.18] */
export function convertBreakable(attributes: ObjectAttributes, lock?: Breakable['lock']): Traits {
  const hp = attributes.intWithin('hp', 1, 30_000, 1)
  const part: Breakable = {
    ...{ type: 'breakable', hp },
    ...{ armour: attributes.intWithin('resist_physical', -100, 100), resists: parseResistances(attributes) },
    ...(lock && { lock }),
  }
  return createMachine(attributes, part, 0, (state) =>
    state >= hp ? { gone: true, blocksMovement: false } : { blocksMovement: true },
  )
}

/**
 * [CF-20.18] `hp` is the number of times that the trap triggers. A trap casts its spell, or does damage itself if it
 * has no spell.
 */
export function convertTrap(attributes: ObjectAttributes): Traits | undefined {
  const spell = spellCastBy(attributes)
  if (!spell && (attributes.spellInside || attributes.text('other_arch') !== undefined)) return undefined
  const damage = attributes.intWithin('dam', 0, 500)
  const diseases = diseasesOf(attributes)
  // [CF-23.1] A trap without damage can still call a script, send a signal or show a message.
  const does = spell !== undefined || damage > 0 || attributes.text(eventConnectorsKey) !== undefined
  if (!does && !attributes.flag('connected') && !attributes.isOwn('msg') && attributes.hasKnownContents)
    return undefined
  const times = attributes.intWithin('hp', 1, 999, 1)
  const attack = parseAttacks(attributes.int('attacktype', 1))
  const part: MachinePart = {
    type: 'trap',
    ...(!spell && damage > 0 && { damageSpec: { damage, attack } }),
    ...(spell && { spell: spell.id }),
    ...(diseases.length > 0 && { diseases }),
    maxUses: times,
    level: attributes.level,
    concealment: attributes.intWithin('Cha', 0, 100),
  }
  return createMachine(attributes, part, 0, (state) =>
    state % discoveredTrapStateOffset >= times ? { gone: true } : {},
  )
}

/** [CF-22.15] */
function diseasesOf(attributes: ObjectAttributes): readonly string[] {
  const list = attributes.text('randomitems')
  const names = list === undefined ? [] : (attributes.entries(list) ?? []).flatMap(({ arch }) => arch ?? [])
  return names
    .filter((name) => attributes.other(name)?.type === diseaseObjectType)
    .map((name) => `${archetypePrefix}${name}`)
}

function ticksOf(attributes: ObjectAttributes): number {
  return attributes.intWithin('exp', 1, maxTicks, defaultTicks)
}

function weightOf(attributes: ObjectAttributes): number {
  return attributes.intWithin('weight', 0, maxWeight)
}

function perTickOf(attributes: ObjectAttributes): number {
  return Math.min(1, Math.abs(attributes.decimal('speed', -2, 2)))
}
