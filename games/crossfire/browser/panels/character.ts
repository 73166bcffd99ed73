import { createElement, createSecondaryButton, setText } from '../../../../browser/ui/elements.ts'
import { createListRow, RowList } from '../../../../browser/ui/row-list.ts'
import { statNumbers } from '../../protocol/packets/stats.ts'
import type { Client } from '../client/client.ts'
import { abilityDisplayNames } from '../client/state/character-creation.ts'
import type { NumericStat, SkillExperience } from '../client/state/stats.ts'
import type { FaceImages } from '../components/face-image.ts'
import { redrawOn } from '../components/redraw-on.ts'
import { capitalize } from '../input/actions.ts'

const abilities = Object.keys(abilityDisplayNames) as (keyof typeof abilityDisplayNames)[]
const combat: readonly (readonly [figure: NumericStat, title: string])[] = [
  ['wc', 'To hit (lower is better)'],
  ['dam', 'Damage'],
  ['ac', 'Armour class (lower is better)'],
  ['armour', 'Armour, percent'],
  ['speed', 'Steps per second'],
  ['weaponSpeed', 'Attacks per second'],
]
const resistances = (Object.keys(statNumbers) as NumericStat[]).filter((name) => name.startsWith('resist'))

export function createCharacterPanel(client: Client, pictures: FaceImages): HTMLElement {
  const { stats } = client
  const title = createElement('p.title')
  const figures = createElement('dl.figures')
  const skills = createElement('ul.rows')
  redrawOn(client, ['stats'], () => {
    setText(title, stats.title)
    const rows = [...abilityRows(client), ...combatRows(client), ...resistanceRows(client)]
    const same = rows.map((row) => row.join(' ')).join('\n')
    if (figures.dataset.shown === same) return
    figures.dataset.shown = same
    figures.replaceChildren(
      ...rows.flatMap(([title, value]) => [createElement('dt', title), createElement('dd', value)]),
    )
  })
  const rows = new RowList<SkillExperience, ReturnType<typeof skillRow>>(
    skills,
    ({ number }) => number,
    (skill) => skillRow(client, pictures, skill),
  )
  redrawOn(client, ['skills', 'self'], () => rows.show(stats.skills))
  return createElement('div', title, figures, createElement('h3', 'Skills'), skills)
}

type Row = readonly [title: string, value: string]

/** [CF-8.5] Servers send two sets of stats only on request: the abilities without items, and the bonuses of items. */
function abilityRows({ stats }: Client): Row[] {
  return abilities.map((name) => {
    const now = stats.figure(name)
    const worn = stats.figure(`applied${capitalize(name)}` as NumericStat)
    return [
      abilityDisplayNames[name],
      worn === 0 ? `${now}` : `${now} (${worn > 0 ? '+' : ''}${worn} from equipment and effects)`,
    ]
  })
}

function combatRows({ stats }: Client): Row[] {
  return combat.map(([figure, title]) => {
    const value = stats.figure(figure)
    return [title, Number.isInteger(value) ? `${value}` : value.toFixed(1)]
  })
}

/** `resistGhostHit` becomes "ghost hit". */
function resistanceRows({ stats }: Client): Row[] {
  return resistances.flatMap((figure) => {
    const [, ...words] = figure.split(/(?=[A-Z])/)
    const value = stats.figure(figure)
    return value === 0 ? [] : [[`Resists: ${words.join(' ').toLowerCase()}`, `${value} %`] as const]
  })
}

function skillRow({ stats, commands }: Client, pictures: FaceImages, skill: SkillExperience) {
  const { name } = skill
  const details = createElement('span.detail')
  const use = (title: string, word: string) =>
    createSecondaryButton(title, () => commands.send(`${word} ${name}`), { 'aria-label': `${title} ${name}` })
  const does = [use('Use', 'use_skill'), use('Ready', 'ready_skill')]
  return {
    element: createListRow(pictures.element(skill), name, [details], ...does),
    show({ level, experience }: SkillExperience) {
      const next = stats.experienceOf(level + 1)
      setText(details, `level ${level} · ${experience}${next === undefined ? '' : ` of ${next}`}`)
    },
  }
}
