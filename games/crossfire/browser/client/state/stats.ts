import { tickMs } from '../../../model/time/action-timing.ts'
import { type StatField, type StatName, speedFactor } from '../../../protocol/packets/index.ts'
import { PacketHandler } from '../core/packet-handler.ts'
import { decodeText } from '../core/text.ts'

export type NumericStat = Exclude<StatName, 'range' | 'title'>

export interface SkillExperience {
  /** Stat number of the skill, 140 to 189. */
  readonly number: number
  readonly name: string
  /** 0 if unknown. */
  readonly face: number
  readonly level: number
  readonly experience: number
}

interface SkillInfo {
  readonly name: string
  readonly face: number
}

/** [CF-8.3] Maximum number of levels in the experience table. */
const maxLevels = 1000

export class ClientStats extends PacketHandler {
  readonly #figures = new Map<NumericStat, number>()
  readonly #skills = new Map<number, { readonly level: number; readonly exp: number }>()
  readonly #skillInfo = new Map<number, SkillInfo>()
  #levels: readonly number[] = []
  /** Such as `Ann the fighter`, without the label that precedes it on the wire. */
  title = ''
  /** The action of the command `fire`, such as `Range: bow` or `Skill: praying`. */
  range = ''

  /** 0 if the stat was not received. Speeds are converted to actions per second. */
  figure(name: NumericStat): number {
    const value = this.#figures.get(name) ?? 0
    return name === 'speed' || name === 'weaponSpeed' ? ((value / speedFactor) * 1000) / tickMs : value
  }

  get experience(): number {
    return this.#figures.get('exp64') ?? this.#figures.get('exp') ?? 0
  }

  /**
   * Progress from the player's level to the next level, 0 to 1; undefined if the server has not sent its experience
   * table.
   */
  get progress(): number | undefined {
    const level = this.figure('level')
    const [from, to] = [this.#levels[level - 1], this.#levels[level]]
    if (from === undefined || to === undefined || to <= from) return undefined
    return Math.min(1, Math.max(0, (this.experience - from) / (to - from)))
  }

  /** The experience at which the level begins; undefined if unknown. */
  experienceOf(level: number): number | undefined {
    return this.#levels[level - 1]
  }

  /** The player's skills, sorted by number. */
  get skills(): SkillExperience[] {
    const skills = [...this.#skills].map(([number, { level, exp }]) => ({
      number,
      ...this.skillInfo(number),
      level,
      experience: exp,
    }))
    return skills.sort((a, b) => a.number - b.number)
  }

  skillInfo(number: number): SkillInfo {
    return this.#skillInfo.get(number) ?? { name: `skill ${number}`, face: 0 }
  }

  /** Called when no character is in the game any more. */
  reset(): void {
    this.#figures.clear()
    this.#skills.clear()
    this.title = ''
    this.range = ''
    this.events.emit('stats', undefined)
  }

  onStats(stats: readonly StatField[]): void {
    for (const one of stats) this.#applyStat(one)
    this.events.emit('stats', undefined)
    if (stats.some(({ stat }) => typeof stat === 'number')) this.events.emit('skills', undefined)
  }

  #applyStat({ stat, value }: StatField): void {
    if (typeof value === 'object') this.#skills.set(stat as number, value)
    else if (typeof value === 'number') this.#figures.set(stat as NumericStat, value)
    else if (stat === 'title') this.title = decodeText(value).replace(/^Player: /, '')
    else this.range = decodeText(value)
  }

  /** `lines`: of the reply `skill_info`, such as `140:one handed weapons:212`. */
  onSkillInfo(lines: readonly string[]): void {
    this.#skillInfo.clear()
    for (const line of lines) {
      const [number, name = '', face] = line.split(':')
      this.#skillInfo.set(Number(number), { name: decodeText(name), face: Number(face) || 0 })
    }
    this.events.emit('skills', undefined)
  }

  onExperienceTable(levels: readonly number[]): void {
    this.#levels = levels.slice(0, maxLevels)
    this.events.emit('stats', undefined)
  }
}
