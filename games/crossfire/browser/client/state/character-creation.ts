import type { ArchetypeInfo, FromServer } from '../../../protocol/packets/index.ts'
import { PacketHandler } from '../core/packet-handler.ts'
import { decodeText, encodeText } from '../core/text.ts'

type Lines = readonly string[]
type Reply = Extract<FromServer, { readonly type: 'replyinfo' }>

export interface Choice {
  readonly id: string
  readonly name: string
  readonly text: string
  /** Bonuses of the choice, by the ability's name in lower case. */
  readonly adds: { readonly [ability: string]: number }
}

export interface NewCharacter {
  readonly name: string
  /** Ids. Undefined: the server chooses. */
  readonly race: string | undefined
  readonly class: string | undefined
  readonly start: string | undefined
  readonly abilities: { readonly [ability: string]: number }
}

/** Names of the abilities for players, by the server's name in lower case. */
export const abilityDisplayNames = {
  ...{ str: 'Strength', dex: 'Dexterity', con: 'Constitution', int: 'Intelligence' },
  ...{ wis: 'Wisdom', pow: 'Power', cha: 'Charisma' },
} as const

/** Maximum number of races, of classes and of starting maps. */
const maxChoices = 64

export class CharacterCreation extends PacketHandler {
  #asked = false
  races: readonly Choice[] = []
  classes: readonly Choice[] = []
  starts: readonly Choice[] = []
  /** Total of all abilities, without race and class bonuses. */
  points = 0
  /** `minAbility` and `maxAbility` are the bounds of each ability. */
  minAbility = 1
  maxAbility = 30
  /** Names such as `Str` and `Dex`, in the server's order. */
  abilities: readonly string[] = []

  get isKnown(): boolean {
    const told = (choices: readonly Choice[]) => choices.length > 0 && choices.every(({ name }) => name)
    return this.abilities.length > 0 && told(this.races) && told(this.classes)
  }

  /** Requests the choices of the server, once per session. The event `characterCreation` reports each reply. */
  ask(): void {
    if (this.#asked) return
    this.#asked = true
    for (const info of ['newcharinfo', 'race_list', 'class_list', 'startingmap'])
      this.sendPacket({ type: 'requestinfo', info })
  }

  reset(): void {
    this.#asked = false
  }

  /** The choices in the format of the packet `createplayer`. */
  encodeChoices({ race, class: calling, start, abilities }: NewCharacter): string[] {
    return [
      ...(race ? [`race ${race}`] : []),
      ...(calling ? [`class ${calling}`] : []),
      ...(start ? [`starting_map ${start}`] : []),
      ...Object.entries(abilities).map(([ability, value]) => `${ability} ${value}`),
    ].map(encodeText)
  }

  onReplyInfo({ info, data }: Reply): void {
    const takes: { readonly [info: string]: () => void } = {
      newcharinfo: () => {
        for (const line of data as Lines) this.#newCharacter(line.split(' '))
      },
      race_list: () => Object.assign(this, { races: this.#listed(data as Lines, 'race_info') }),
      class_list: () => Object.assign(this, { classes: this.#listed(data as Lines, 'class_info') }),
      race_info: () => Object.assign(this, { races: toChoices(this.races, data as ArchetypeInfo) }),
      class_info: () => Object.assign(this, { classes: toChoices(this.classes, data as ArchetypeInfo) }),
      startingmap: () =>
        Object.assign(this, { starts: parseStartingMaps(data as Parameters<typeof parseStartingMaps>[0]) }),
    }
    if (!Object.hasOwn(takes, info)) return
    takes[info]!()
    this.events.emit('characterCreation', undefined)
  }

  /** Handles lines such as `V points 84`, `V statrange 3 18` and `V statname Str Dex …`. */
  #newCharacter([, what, ...values]: readonly string[]): void {
    if (what === 'points') this.points = Number(values[0]) || 0
    if (what === 'statname') this.abilities = values.slice(0, 16)
    if (what !== 'statrange') return
    this.minAbility = Number(values[0]) || 1
    this.maxAbility = Number(values[1]) || 30
  }

  #listed(ids: readonly string[], info: 'race_info' | 'class_info'): Choice[] {
    const known = ids.slice(0, maxChoices)
    for (const id of known) this.sendPacket({ type: 'requestinfo', info, options: id })
    return known.map((id) => ({ id, name: '', text: '', adds: {} }))
  }
}

function toChoices(choices: readonly Choice[], { name: id, parts }: ArchetypeInfo): Choice[] {
  const told: { name?: string; text?: string; adds: { [ability: string]: number } } = { adds: {} }
  for (const part of parts) {
    if (part.key === 'name') told.name = decodeText(part.value)
    if (part.key === 'msg') told.text = decodeText(part.value)
    if (part.key !== 'stats') continue
    for (const { stat, value } of part.value)
      if (typeof value === 'number') told.adds[String(stat).toLowerCase()] = value
  }
  return choices.map((choice) => (choice.id === id ? { ...choice, name: id, ...told } : choice))
}

/** Each starting map begins with an `archetype` entry; its name and description follow. */
function parseStartingMaps(parts: readonly { readonly kind: string; readonly value: string }[]): Choice[] {
  const starts: { id: string; name: string; text: string; adds: Choice['adds'] }[] = []
  for (const { kind, value } of parts) {
    if (kind === 'archetype') starts.push({ id: value, name: value, text: '', adds: {} })
    const last = starts.at(-1)
    if (last && kind === 'name') last.name = decodeText(value)
    if (last && kind === 'description') last.text = decodeText(value)
  }
  return starts.slice(0, maxChoices)
}
