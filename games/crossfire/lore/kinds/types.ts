// Crossfire's object types: the name of each, and the rule that converts it to a role of this world. A thing of a
// type without a rule is visible but does nothing. Adding a rule here raises the coverage.
import type { Role } from '../../scene/archetype.ts'
import { armour, bow, jewel, missile, weapon } from './arms.ts'
import { builder, material } from './building.ts'
import { potion, rod, scroll, spellbook, wand } from './casters.ts'
import { hookOf } from './events.ts'
import { container, door, exit, lockedDoor, sign, torch } from './fixtures.ts'
import { holyAltar } from './gods.ts'
import {
  ability,
  crystal,
  drink,
  enchanter,
  food,
  hoard,
  improver,
  key,
  lesson,
  lighter,
  plain,
  poison,
  tool,
} from './goods.ts'
import { battleground, blaze, swamp } from './ground.ts'
import * as machines from './machines.ts'
import { monster } from './monsters.ts'
import type { Said } from './said.ts'
import { spell } from './spells.ts'

/** Returns undefined if this particular object is unsupported. */
export type Rule = (said: Said) => Role | undefined

export interface LoreType {
  readonly name: string
  readonly rule?: Rule
  /** Floors, walls and decoration: they have no behaviour, and are not counted. */
  readonly scenery?: true
}

const scenery = (name: string): LoreType => ({ name, scenery: true })

export const types: { readonly [type: number]: LoreType } = {
  0: scenery('scenery'),
  2: { name: 'transport' },
  3: { name: 'rod', rule: rod },
  4: { name: 'treasure', rule: hoard },
  5: { name: 'potion', rule: potion },
  6: { name: 'food', rule: food },
  7: { name: 'poison', rule: poison },
  8: { name: 'book', rule: () => ({ role: 'book' }) },
  9: { name: 'clock', rule: () => ({ role: 'clock' }) },
  13: { name: 'arrow', rule: missile },
  14: { name: 'bow', rule: bow },
  15: { name: 'weapon', rule: weapon },
  16: { name: 'armour', rule: armour('body') },
  17: { name: 'pedestal', rule: machines.pedestal },
  18: { name: 'altar', rule: machines.altar },
  20: { name: 'locked door', rule: lockedDoor },
  21: { name: 'special key', rule: key },
  23: { name: 'door', rule: door },
  24: { name: 'key', rule: key },
  26: { name: 'timed gate', rule: machines.timedGate },
  27: { name: 'trigger', rule: machines.trigger },
  28: { name: 'grimreaper', rule: monster },
  29: { name: 'magic ear', rule: machines.ear },
  30: { name: 'trigger button', rule: machines.triggerButton },
  31: { name: 'trigger altar', rule: machines.triggerAltar },
  32: { name: 'trigger pedestal', rule: machines.triggerPedestal },
  33: { name: 'shield', rule: armour('shield') },
  34: { name: 'helmet', rule: armour('head') },
  36: { name: 'money', rule: plain('money') },
  39: { name: 'amulet', rule: jewel('neck') },
  40: { name: 'player mover', rule: machines.mover },
  41: { name: 'teleporter', rule: machines.teleporter },
  42: { name: 'creator', rule: machines.creator },
  43: { name: 'skill', rule: ability },
  45: { name: 'earth wall', rule: machines.breakable },
  51: { name: 'detector', rule: machines.detector },
  52: { name: 'trigger marker', rule: machines.triggerMarker },
  54: { name: 'drink', rule: drink },
  55: { name: 'marker', rule: machines.marker },
  56: { name: 'holy altar', rule: holyAltar },
  57: { name: 'player changer' },
  58: { name: 'battleground', rule: battleground },
  60: { name: 'gem', rule: plain('gem') },
  62: { name: 'firewall', rule: machines.shooter },
  64: { name: 'inventory checker', rule: machines.checker },
  65: { name: 'mood floor', rule: machines.moodFloor },
  66: { name: 'exit', rule: exit },
  67: scenery('floor'),
  68: scenery('shop floor'),
  69: { name: 'shop mat', rule: machines.mat },
  70: { name: 'ring', rule: jewel('ring') },
  71: scenery('floor of a kind'),
  72: { name: 'flesh', rule: food },
  73: { name: 'inorganic', rule: plain('trophy') },
  74: { name: 'tool of a skill', rule: tool },
  75: { name: 'lighter', rule: lighter },
  77: scenery('wall'),
  79: { name: 'thing', rule: plain('trophy') },
  80: { name: 'monster' },
  82: { name: 'lamp', rule: torch },
  83: { name: 'duplicator', rule: machines.duplicator },
  85: { name: 'spellbook', rule: spellbook },
  87: { name: 'cloak', rule: armour('cloak') },
  88: { name: 'quest of a monster' },
  90: { name: 'spinner', rule: machines.spinner },
  91: { name: 'gate', rule: machines.gate },
  92: { name: 'button', rule: machines.button },
  93: { name: 'lever', rule: machines.lever },
  94: { name: 'hole', rule: machines.hole },
  95: { name: 'trapdoor', rule: machines.trapdoor },
  98: { name: 'sign', rule: sign },
  99: { name: 'boots', rule: armour('feet') },
  100: { name: 'gloves', rule: armour('hands') },
  101: { name: 'spell', rule: spell },
  102: { name: 'spell effect', rule: blaze },
  103: { name: 'converter', rule: machines.converter },
  104: { name: 'bracers', rule: armour('hands') },
  106: { name: 'bed', rule: () => ({ role: 'bed' }) },
  109: { name: 'wand', rule: wand },
  111: { name: 'scroll', rule: scroll },
  112: { name: 'director', rule: machines.director },
  113: { name: 'girdle', rule: jewel('waist') },
  114: { name: 'force' },
  // Supported if its script has a rule. Its owner then carries the connector: see events.ts.
  116: { name: 'event connector', rule: (said) => hookOf(said) && { role: 'effect' } },
  121: scenery('cover of a container'),
  122: { name: 'container', rule: container },
  123: { name: 'improver of armour', rule: enchanter },
  124: { name: 'improver of weapons', rule: improver },
  130: { name: 'scroll of a skill', rule: lesson },
  138: { name: 'swamp', rule: swamp },
  139: { name: 'altar of identification', rule: machines.altarOfKnowledge },
  150: { name: 'inventory of a shop', rule: () => ({ role: 'wares' }) },
  154: { name: 'rune', rule: machines.trap },
  155: { name: 'trap', rule: machines.trap },
  156: { name: 'power crystal', rule: crystal },
  157: { name: 'corpse' },
  158: { name: 'disease' },
  159: { name: 'symptom' },
  160: { name: 'builder', rule: builder },
  161: { name: 'material', rule: material },
  163: { name: 'transformer' },
  164: { name: 'quest' },
}

/** The type's entry; an unknown type is unsupported. */
export function typeOf(said: Said): LoreType {
  if (said.isMonster) return living
  return types[said.type] ?? { name: `type ${said.type}` }
}
const living: LoreType = { name: 'living', rule: monster }
