// The types of Crossfire's objects: of each, what it is called and the rule that makes it one of our roles. A type without
// a rule is mute: it is seen and lies there. Add a rule here, and the coverage rises.
import type { Role } from '../../scene/archetype.ts'
import { armour, bow, jewel, missile, weapon } from './arms.ts'
import { container, door, exit, gate, lever, lockedDoor, sign, torch } from './fixtures.ts'
import { drink, food, hoard, key, plain } from './goods.ts'
import { monster } from './monsters.ts'
import type { Said } from './said.ts'

/** What the thing can do; undefined: this one is mute, though its type is not. */
export type Rule = (said: Said) => Role | undefined

export interface LoreType {
  readonly name: string
  readonly rule?: Rule
  /** Floors, walls and what only stands there: nothing is wanted of them, and they are not counted. */
  readonly scenery?: true
}

const scenery = (name: string): LoreType => ({ name, scenery: true })

export const types: { readonly [type: number]: LoreType } = {
  0: scenery('scenery'),
  2: { name: 'transport' },
  3: { name: 'rod' },
  4: { name: 'treasure', rule: hoard },
  5: { name: 'potion' },
  6: { name: 'food', rule: food },
  7: { name: 'poison' },
  8: { name: 'book', rule: () => ({ role: 'book' }) },
  9: { name: 'clock' },
  13: { name: 'arrow', rule: missile },
  14: { name: 'bow', rule: bow },
  15: { name: 'weapon', rule: weapon },
  16: { name: 'armour', rule: armour('body') },
  17: { name: 'pedestal' },
  18: { name: 'altar' },
  20: { name: 'locked door', rule: lockedDoor },
  21: { name: 'special key', rule: key },
  23: { name: 'door', rule: door },
  24: { name: 'key', rule: key },
  26: { name: 'timed gate' },
  27: { name: 'trigger' },
  28: { name: 'grimreaper' },
  29: { name: 'magic ear' },
  30: { name: 'trigger button' },
  31: { name: 'trigger altar' },
  32: { name: 'trigger pedestal' },
  33: { name: 'shield', rule: armour('shield') },
  34: { name: 'helmet', rule: armour('head') },
  36: { name: 'money', rule: plain('money') },
  39: { name: 'amulet', rule: jewel('neck') },
  40: { name: 'player mover' },
  41: { name: 'teleporter' },
  42: { name: 'creator' },
  43: { name: 'skill' },
  45: { name: 'earth wall' },
  51: { name: 'detector' },
  52: { name: 'trigger marker' },
  54: { name: 'drink', rule: drink },
  55: { name: 'marker' },
  56: { name: 'holy altar' },
  57: { name: 'player changer' },
  58: { name: 'battleground' },
  60: { name: 'gem', rule: plain('gem') },
  62: { name: 'firewall' },
  64: { name: 'inventory checker' },
  65: { name: 'mood floor' },
  66: { name: 'exit', rule: exit },
  67: scenery('floor'),
  68: scenery('shop floor'),
  69: { name: 'shop mat' },
  70: { name: 'ring', rule: jewel('ring') },
  71: scenery('floor of a kind'),
  72: { name: 'flesh', rule: food },
  73: { name: 'inorganic', rule: plain('trophy') },
  74: { name: 'tool of a skill' },
  75: { name: 'lighter' },
  77: scenery('wall'),
  79: { name: 'thing', rule: plain('trophy') },
  80: { name: 'monster' },
  82: { name: 'lamp', rule: torch },
  83: { name: 'duplicator' },
  85: { name: 'spellbook' },
  87: { name: 'cloak', rule: armour('cloak') },
  88: { name: 'quest of a monster' },
  90: { name: 'spinner' },
  91: { name: 'gate', rule: gate },
  92: { name: 'button' },
  93: { name: 'lever', rule: lever },
  94: { name: 'hole' },
  95: { name: 'trapdoor' },
  98: { name: 'sign', rule: sign },
  99: { name: 'boots', rule: armour('feet') },
  100: { name: 'gloves', rule: armour('hands') },
  101: { name: 'spell' },
  102: { name: 'spell effect' },
  103: { name: 'converter' },
  104: { name: 'bracers', rule: armour('hands') },
  106: { name: 'bed', rule: () => ({ role: 'bed' }) },
  109: { name: 'wand' },
  111: { name: 'scroll' },
  112: { name: 'director' },
  113: { name: 'girdle' },
  114: { name: 'force' },
  116: { name: 'event connector' },
  122: { name: 'container', rule: container },
  123: { name: 'improver of armour' },
  124: { name: 'improver of weapons' },
  130: { name: 'scroll of a skill' },
  138: { name: 'swamp' },
  139: { name: 'altar of identification' },
  150: { name: 'inventory of a shop' },
  154: { name: 'rune' },
  155: { name: 'trap' },
  156: { name: 'power crystal' },
  157: { name: 'corpse' },
  158: { name: 'disease' },
  159: { name: 'symptom' },
  160: { name: 'builder' },
  161: { name: 'material' },
  163: { name: 'transformer' },
  164: { name: 'quest' },
}

/** What it is of those; a number that nobody knows is mute. */
export function typeOf(said: Said): LoreType {
  if (said.isMonster) return living
  return types[said.type] ?? { name: `type ${said.type}` }
}
const living: LoreType = { name: 'living', rule: monster }
