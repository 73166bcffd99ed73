// [CF-8.6] Sends a client only the stats that have changed.

import { type AttackType, attackTypes } from '../../model/definitions/attack-types.ts'
import { type Ability, abilityNames } from '../../model/definitions/character.ts'
import { findSkill, maxAbilityOf, nameWithTitle } from '../../model/players/characters.ts'
import { levelAt, levelOf } from '../../model/players/levels.ts'
import type { Player } from '../../model/state/game-state.ts'
import { describeReadiedAction } from '../../rules/actions/ready.ts'
import type { AbilityValues, Dialect, SendToClient, StatValues } from '../dialects/dialect.ts'
import { type StatField, speedFactor } from '../packets/index.ts'

const flags = { fires: 1, runs: 2 } as const
/** Maximum length of the stats `range` and `title`. */
const maxLabelBytes = 255

export class StatsSync {
  readonly #send: SendToClient
  /** The stats that the client has received, with lists as JSON. */
  readonly #sent = new Map<StatField['stat'], number | string>()
  /** Inputs of the last comparison; while they stay the same, no stat can have changed. */
  #lastState: readonly unknown[] = []

  constructor(send: SendToClient) {
    this.#send = send
  }

  resendAll(): void {
    this.#sent.clear()
    this.#lastState = []
  }

  sync(player: Player, dialect: Dialect): void {
    const { hp, sp, grace, food, experience, stats, readied, repeatedAction } = player
    const looked = [hp, sp, grace, food, experience, stats, readied, repeatedAction, dialect]
    if (looked.every((value, at) => value === this.#lastState[at])) return
    this.#lastState = looked
    const news = dialect.encodeStats(statsOf(player)).filter((stat) => this.#markSent(stat))
    if (news.length > 0) this.#send({ type: 'stats', stats: news })
  }

  #markSent({ stat, value }: StatField): boolean {
    const compared = typeof value === 'object' ? JSON.stringify(value) : value
    if (this.#sent.get(stat) === compared) return false
    this.#sent.set(stat, compared)
    return true
  }
}

/** The player's stats as whole numbers. */
function statsOf(player: Player): StatValues {
  const { stats, experience, origin, characterRules } = player
  const { abilities } = stats
  return {
    hp: clampToInt16(Math.ceil(player.hp)),
    maxhp: clampToInt16(stats.maxHp),
    sp: clampToInt16(player.sp),
    maxsp: clampToInt16(stats.maxSp),
    grace: clampToInt16(player.grace),
    maxgrace: clampToInt16(stats.maxGrace),
    ...toProtocolAbilities((name) => abilities[name]),
    exp: experience,
    level: levelOf(player),
    wc: clampToInt16(stats.wc),
    ac: clampToInt16(stats.ac),
    dam: clampToInt16(stats.damage),
    armour: clampToInt16(stats.armour),
    speed: Math.round(stats.speed * speedFactor),
    food: clampToInt16(player.food),
    weaponSpeed: Math.round(stats.weaponSpeed * speedFactor),
    weightLimit: Math.round(stats.weightLimit),
    ...stats.paths,
    flags: flagsOf(player),
    range: describeReadiedAction(player).slice(0, maxLabelBytes),
    title: `Player: ${nameWithTitle(player)}`.slice(0, maxLabelBytes),
    resists: resistsOf(player),
    // [CF-8.5]
    race: toProtocolAbilities((name) => maxAbilityOf(player, name)),
    base: toProtocolAbilities((name) => origin.abilities[name]),
    applied: toProtocolAbilities((name) => abilities[name] - origin.abilities[name]),
    skills: [...player.skills].flatMap(([name, exp]) => {
      const skill = findSkill(characterRules, name)
      return skill ? [{ number: skill.number, level: levelAt(characterRules, exp), exp }] : []
    }),
  }
}

function clampToInt16(value: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.floor(value)))
}

function toProtocolAbilities(valueIn: (ability: Ability) => number): AbilityValues {
  const values = abilityNames.map((name) => [name.toLowerCase(), valueIn(name)] as const)
  return Object.fromEntries(values) as unknown as AbilityValues
}

function flagsOf({ repeatedAction }: Player): number {
  if (!repeatedAction) return 0
  return repeatedAction.kind === 'fire' ? flags.fires : flags.runs
}

/** [CF-8.6] The stat in which today's clients show the resistance to each type of attack. */
const resistanceStats: { readonly [attack in AttackType]?: string } = {
  physical: 'resistPhysical',
  magic: 'resistMagic',
  fire: 'resistFire',
  electricity: 'resistElectricity',
  cold: 'resistCold',
  confusion: 'resistConfusion',
  acid: 'resistAcid',
  drain: 'resistDrain',
  ghosthit: 'resistGhostHit',
  poison: 'resistPoison',
  slow: 'resistSlow',
  paralyze: 'resistParalysis',
  turn_undead: 'resistTurn',
  fear: 'resistFear',
  deplete: 'resistDeplete',
  death: 'resistDeath',
  holyword: 'resistHoly',
  blind: 'resistBlind',
}

/** [CF-8.7] Today's clients show the physical resistance as armour. */
function resistsOf({ stats: { resists, armour } }: Player): StatValues['resists'] {
  const resistances = attackTypes.flatMap((attack) => {
    const stat = resistanceStats[attack]
    return stat
      ? [[stat, clampToInt16(attack === 'physical' ? armour : (resists[attack] ?? 0))] as const]
      : []
  })
  return Object.fromEntries(resistances)
}
