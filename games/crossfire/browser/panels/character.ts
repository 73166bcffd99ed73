// Who the player is: abilities and where they come from, how he fights, what he resists, and his skills.

import { button, make, write } from '../../../../browser/elements.ts'
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import type { Figure, Skill } from '../client/stats.ts'
import type { Pictures } from './pictures.ts'

const abilities = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const
const combat: readonly (readonly [figure: Figure, says: string])[] = [
  ['wc', 'To hit (lower is better)'],
  ['dam', 'Damage'],
  ['ac', 'Armour class (lower is better)'],
  ['armour', 'Armour, percent'],
  ['speed', 'Acts a tick'],
  ['weaponSpeed', 'Blows a tick'],
]
const resistances: readonly (readonly [figure: Figure, says: string])[] = [
  ['resistPhysical', 'Blows'],
  ['resistMagic', 'Magic'],
  ['resistFire', 'Fire'],
  ['resistElectricity', 'Electricity'],
  ['resistCold', 'Cold'],
  ['resistConfusion', 'Confusion'],
  ['resistAcid', 'Acid'],
  ['resistDrain', 'Draining'],
  ['resistGhostHit', 'Ghosts'],
  ['resistPoison', 'Poison'],
  ['resistSlow', 'Slowing'],
  ['resistParalysis', 'Paralysis'],
  ['resistTurn', 'Turning'],
  ['resistFear', 'Fear'],
  ['resistDeplete', 'Depletion'],
  ['resistDeath', 'Death'],
  ['resistHoly', 'Holy word'],
  ['resistBlind', 'Blindness'],
]

export function character(client: Client, pictures: Pictures): HTMLElement {
  const { stats, events } = client
  const title = make('p', { class: 'title' })
  const figures = make('dl', { class: 'figures' })
  const skills = make('ul', { class: 'rows' })
  const frames = new Frames(() => {
    write(title, stats.title)
    const rows = [...abilityRows(client), ...combatRows(client), ...resistanceRows(client)]
    const same = rows.map((row) => row.join(' ')).join('\n')
    if (figures.dataset.shown === same) return false
    figures.dataset.shown = same
    figures.replaceChildren(...rows.flatMap(([says, value]) => [make('dt', {}, says), make('dd', {}, value)]))
    return false
  })
  const rows = new Map<number, ReturnType<typeof skillRow>>()
  const skillFrames = new Frames(() => {
    for (const skill of stats.skills) {
      const row = rows.get(skill.number) ?? skillRow(client, pictures, skill)
      if (!rows.has(skill.number)) skills.append(row.element)
      rows.set(skill.number, row)
      row.show(skill)
    }
    return false
  })
  events.on('stats', () => frames.ask())
  events.on('skills', () => skillFrames.ask())
  events.on('self', (self) => {
    if (self) return
    rows.clear()
    skills.replaceChildren()
  })
  return make('div', {}, title, figures, make('h3', {}, 'Skills'), skills)
}

type Row = readonly [says: string, value: string]

/** [CF-8.5] What he was born with and what he wears are told only to who asked for it. */
function abilityRows({ stats }: Client): Row[] {
  return abilities.map((name) => {
    const now = stats.figure(name.toLowerCase() as Lowercase<typeof name>)
    const worn = stats.figure(`applied${name}`)
    return [name, worn === 0 ? `${now}` : `${now} (${worn > 0 ? '+' : ''}${worn} worn)`]
  })
}

function combatRows({ stats }: Client): Row[] {
  return combat.map(([figure, says]) => {
    const value = stats.figure(figure)
    return [says, Number.isInteger(value) ? `${value}` : value.toFixed(2)]
  })
}

/** Those that there are: most have none, and a list of zeros tells nothing. */
function resistanceRows({ stats }: Client): Row[] {
  return resistances.flatMap(([figure, says]) => {
    const value = stats.figure(figure)
    return value === 0 ? [] : [[`Resists: ${says.toLowerCase()}`, `${value} %`] as const]
  })
}

function skillRow({ stats, commands }: Client, pictures: Pictures, { name, face }: Skill) {
  const told = make('span', { class: 'detail' })
  const element = make(
    'li',
    {},
    pictures.element({ face }),
    make('span', { class: 'name' }, name, told),
    make(
      'span',
      { class: 'does' },
      button('Use', () => commands.useSkill(name), { class: 'second', 'aria-label': `Use ${name}` }),
      button('Ready', () => commands.readySkill(name), { class: 'second', 'aria-label': `Ready ${name}` }),
    ),
  )
  return {
    element,
    show({ level, experience }: Skill) {
      const next = stats.experienceOf(level + 1)
      write(told, `level ${level} · ${experience}${next === undefined ? '' : ` of ${next}`}`)
    },
  }
}
