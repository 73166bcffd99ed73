import type { Codec } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import { randomInteger, randomItem } from '../../../../wire/codec/random-values.ts'
import {
  about,
  BE,
  is,
  isBetween,
  openEnumeration,
  safeInteger,
  struct,
  switchOn,
  toEnd,
  u8,
} from '../../../../wire/index.ts'
import { shortString } from './fields.ts'

/** The stats 140 to 189 are skills, whose names depend on the world; `skill_info` lists these names. */
export const statNumbers = {
  hp: 1,
  maxhp: 2,
  sp: 3,
  maxsp: 4,
  str: 5,
  int: 6,
  wis: 7,
  dex: 8,
  con: 9,
  cha: 10,
  exp: 11,
  level: 12,
  wc: 13,
  ac: 14,
  dam: 15,
  armour: 16,
  speed: 17,
  food: 18,
  weaponSpeed: 19,
  range: 20,
  title: 21,
  pow: 22,
  grace: 23,
  maxgrace: 24,
  flags: 25,
  weightLimit: 26,
  exp64: 28,
  attuned: 29,
  repelled: 30,
  denied: 31,
  raceStr: 32,
  raceInt: 33,
  raceWis: 34,
  raceDex: 35,
  raceCon: 36,
  raceCha: 37,
  racePow: 38,
  baseStr: 39,
  baseInt: 40,
  baseWis: 41,
  baseDex: 42,
  baseCon: 43,
  baseCha: 44,
  basePow: 45,
  appliedStr: 46,
  appliedInt: 47,
  appliedWis: 48,
  appliedDex: 49,
  appliedCon: 50,
  appliedCha: 51,
  appliedPow: 52,
  golemHp: 53,
  golemMaxHp: 54,
  resistPhysical: 100,
  resistMagic: 101,
  resistFire: 102,
  resistElectricity: 103,
  resistCold: 104,
  resistConfusion: 105,
  resistAcid: 106,
  resistDrain: 107,
  resistGhostHit: 108,
  resistPoison: 109,
  resistSlow: 110,
  resistParalysis: 111,
  resistTurn: 112,
  resistFear: 113,
  resistDeplete: 114,
  resistDeath: 115,
  resistHoly: 116,
  resistBlind: 117,
} as const
export type StatName = keyof typeof statNumbers

/** Speeds are multiplied by this factor on the wire. */
export const speedFactor = 100_000

export type StatField =
  | { stat: Exclude<StatName, 'range' | 'title'>; value: number }
  | { stat: 'range' | 'title'; value: string }
  | { stat: number; value: { level: number; exp: number } }

/** Numbers of the first and the last stat that is a skill. */
const [firstSkill, lastSkill] = [140, 189]
const statByName = openEnumeration(u8, statNumbers)

/** Rejects a number that is neither a named stat nor a skill. */
const statKey: Codec<StatName | number> = {
  ...statByName,
  doc: 'u8, a stat by name or a skill by number',
  read: (reader, earlier) => assertKnownStat(statByName.read(reader, earlier)),
  write: (writer, value, whole) => statByName.write(writer, assertKnownStat(value), whole),
  sample: (chance) =>
    chance() < 0.2
      ? randomInteger(chance, firstSkill, lastSkill)
      : randomItem(chance, Object.keys(statNumbers) as StatName[]),
}

function assertKnownStat(stat: StatName | number): StatName | number {
  const isKnown =
    typeof stat === 'string' ? Object.hasOwn(statNumbers, stat) : stat >= firstSkill && stat <= lastSkill
  return isKnown ? stat : throwFieldError(`no stat ${stat}`)
}

const layouts = switchOn(
  'stat',
  [
    [is('exp', 'weightLimit', 'attuned', 'repelled', 'denied'), BE.u32],
    [is('speed', 'weaponSpeed'), about(BE.u32, 'the speed times 100,000')],
    [is('exp64'), safeInteger(BE.u64)],
    [is('range', 'title'), about(shortString, 'text with its label: `Range: bow`, `Player: Ann the Brave`')],
    [isBetween(firstSkill, lastSkill), struct({ level: u8, exp: safeInteger(BE.u64) })],
  ],
  BE.i16,
)

/** A stat and its value, in `stats` and in descriptions of races. */
export const statCodec = struct({ stat: statKey, value: layouts }) as Codec<StatField>

export const fromServer = {
  player: {
    rule: 'CF-8.2',
    about: 'The thing that is the player.',
    fields: {
      tag: BE.u32,
      weight: about(BE.u32, 'grams, including everything carried'),
      face: BE.u32,
      name: shortString,
    },
  },
  stats: { rule: 'CF-8.1', about: 'The changed stats of the player.', fields: { stats: toEnd(statCodec) } },
} as const
