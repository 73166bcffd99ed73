// Things whose type has no conversion rule are visible but do nothing.
import type { Traits } from '../../model/definitions/archetype.ts'
import { eventHookOf } from '../attributes/event-hooks.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { convertBuilder, convertMaterial } from './building.ts'
import { convertDisease } from './diseases.ts'
import { convertArmour, convertBow, convertJewelry, convertMissile, convertWeapon } from './equipment.ts'
import { convertContainer, convertExit, convertTorch } from './fixtures.ts'
import { convertHolyAltar } from './gods.ts'
import { convertBattleground, convertBlaze, convertSwamp } from './ground.ts'
import {
  convertAbility,
  convertEnchantScroll,
  convertFood,
  convertImproveScroll,
  convertLighter,
  convertPlainItem,
  convertPoison,
  convertPowerCrystal,
  convertSkillScroll,
  convertSpecialKey,
  convertTool,
  convertTransformer,
  convertTreasureChest,
  plainKeyLockWord,
} from './items.ts'
import * as machines from './machines.ts'
import { convertPotion, convertRod, convertScroll, convertSpellbook, convertWand } from './magic-items.ts'
import { convertMonster } from './monsters.ts'
import { convertSpell } from './spells.ts'
import { convertTransport } from './transports.ts'

/** Undefined: the object is unsupported, although its type has a rule. */
type ConversionRule = (attributes: ObjectAttributes) => Traits | undefined

export interface ObjectType {
  readonly name: string
  readonly rule?: ConversionRule
  /** Set for floors, walls and decoration, which have no behaviour and are not part of the coverage. */
  readonly scenery?: true
}

const scenery = (name: string): ObjectType => ({ name, scenery: true })

const objectTypes: { readonly [type: number]: ObjectType } = {
  0: scenery('scenery'),
  2: { name: 'transport', rule: convertTransport },
  3: { name: 'rod', rule: convertRod },
  4: { name: 'treasure', rule: convertTreasureChest },
  5: { name: 'potion', rule: convertPotion },
  6: { name: 'food', rule: convertFood },
  7: { name: 'poison', rule: convertPoison },
  8: { name: 'book', rule: () => ({ role: 'book' }) },
  9: { name: 'clock', rule: () => ({ role: 'clock' }) },
  13: { name: 'arrow', rule: convertMissile },
  14: { name: 'bow', rule: convertBow },
  15: { name: 'weapon', rule: convertWeapon },
  16: { name: 'armour', rule: convertArmour('body') },
  17: { name: 'pedestal', rule: machines.convertPedestal },
  18: { name: 'altar', rule: machines.convertAltar },
  20: { name: 'locked door', rule: machines.convertLockedDoor },
  21: { name: 'special key', rule: convertSpecialKey },
  23: { name: 'door', rule: machines.convertDoor },
  24: { name: 'key', rule: () => ({ role: 'key', lock: plainKeyLockWord }) },
  26: { name: 'timed gate', rule: machines.convertTimedGate },
  27: { name: 'trigger', rule: machines.convertTrigger },
  28: { name: 'grimreaper', rule: convertMonster },
  29: { name: 'magic ear', rule: machines.convertMagicEar },
  30: { name: 'trigger button', rule: machines.convertTriggerButton },
  31: { name: 'trigger altar', rule: machines.convertTriggerAltar },
  32: { name: 'trigger pedestal', rule: machines.convertTriggerPedestal },
  33: { name: 'shield', rule: convertArmour('shield') },
  34: { name: 'helmet', rule: convertArmour('head') },
  36: { name: 'money', rule: convertPlainItem('money') },
  39: { name: 'amulet', rule: convertJewelry('neck') },
  40: { name: 'player mover', rule: machines.convertMover },
  41: { name: 'teleporter', rule: machines.convertTeleporter },
  42: { name: 'creator', rule: machines.convertCreator },
  43: { name: 'skill', rule: convertAbility },
  45: { name: 'earth wall', rule: machines.convertBreakable },
  51: { name: 'detector', rule: machines.convertDetector },
  52: { name: 'trigger marker', rule: machines.convertTriggerMarker },
  54: { name: 'drink', rule: convertFood },
  55: { name: 'marker', rule: machines.convertMarker },
  56: { name: 'holy altar', rule: convertHolyAltar },
  57: { name: 'player changer', rule: machines.convertPlayerChanger },
  58: { name: 'battleground', rule: convertBattleground },
  60: { name: 'gem', rule: convertPlainItem('gem') },
  62: { name: 'firewall', rule: machines.convertShooter },
  64: { name: 'inventory checker', rule: machines.convertInventoryChecker },
  65: { name: 'mood floor', rule: machines.convertMoodFloor },
  66: { name: 'exit', rule: convertExit },
  67: scenery('encounter'),
  68: scenery('shop floor'),
  69: { name: 'shop mat', rule: machines.convertShopMat },
  70: { name: 'ring', rule: convertJewelry('ring') },
  71: scenery('floor'),
  72: { name: 'flesh', rule: convertFood },
  73: { name: 'inorganic', rule: convertPlainItem('trophy') },
  74: { name: 'skill tool', rule: convertTool },
  75: { name: 'lighter', rule: convertLighter },
  77: scenery('wall'),
  79: { name: 'thing', rule: convertPlainItem('trophy') },
  80: { name: 'monster' },
  82: { name: 'lamp', rule: convertTorch },
  83: { name: 'duplicator', rule: machines.convertDuplicator },
  85: { name: 'spellbook', rule: convertSpellbook },
  87: { name: 'cloak', rule: convertArmour('cloak') },
  88: { name: 'quest of a monster' },
  90: { name: 'spinner', rule: machines.convertSpinner },
  91: { name: 'gate', rule: machines.convertGate },
  92: { name: 'button', rule: machines.convertButton },
  93: { name: 'lever', rule: machines.convertLever },
  94: { name: 'hole', rule: machines.convertHole },
  95: { name: 'trapdoor', rule: machines.convertTrapdoor },
  98: { name: 'sign', rule: machines.convertSign },
  99: { name: 'boots', rule: convertArmour('feet') },
  100: { name: 'gloves', rule: convertArmour('hands') },
  101: { name: 'spell', rule: convertSpell },
  102: { name: 'spell effect', rule: convertBlaze },
  103: { name: 'converter', rule: machines.convertConverter },
  104: { name: 'bracers', rule: convertArmour('wrists') },
  106: { name: 'bed', rule: () => ({ role: 'bed' }) },
  109: { name: 'wand', rule: convertWand },
  111: { name: 'scroll', rule: convertScroll },
  112: { name: 'director', rule: machines.convertDirector },
  113: { name: 'girdle', rule: convertJewelry('waist') },
  114: { name: 'force' },
  // A connector is supported if its script has a rule. attributes/event-hooks.ts makes it part of the archetype of the
  // thing that contains it.
  116: { name: 'event connector', rule: (attributes) => eventHookOf(attributes) && { role: 'effect' } },
  121: scenery('container cover'),
  122: { name: 'container', rule: convertContainer },
  123: { name: 'armour improver', rule: convertEnchantScroll },
  124: { name: 'weapon improver', rule: convertImproveScroll },
  130: { name: 'skill scroll', rule: convertSkillScroll },
  138: { name: 'swamp', rule: convertSwamp },
  139: { name: 'identification altar', rule: machines.convertKnowledgeAltar },
  150: { name: 'shop inventory', rule: () => ({ role: 'wares' }) },
  154: { name: 'rune', rule: machines.convertTrap },
  155: { name: 'trap', rule: machines.convertTrap },
  156: { name: 'power crystal', rule: convertPowerCrystal },
  157: { name: 'corpse' },
  158: { name: 'disease', rule: convertDisease },
  159: { name: 'symptom' },
  160: { name: 'builder', rule: convertBuilder },
  161: { name: 'material', rule: convertMaterial },
  163: { name: 'transformer', rule: convertTransformer },
  164: { name: 'quest' },
}

/** Unknown types are unsupported. */
export function objectTypeOf(attributes: ObjectAttributes): ObjectType {
  if (attributes.isMonster) return creatureTypes
  return objectTypes[attributes.type] ?? { name: `type ${attributes.type}` }
}
const creatureTypes: ObjectType = { name: 'living', rule: convertMonster }
