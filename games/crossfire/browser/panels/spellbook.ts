// The spells that the player knows, by school or all: what they cost and do, and the ways to cast them.

import { button, field, make, write } from '../../../../browser/elements.ts'
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import type { Spell } from '../client/spells.ts'
import type { Pictures } from './pictures.ts'

export function spellbook(client: Client, pictures: Pictures): HTMLElement {
  const { spells, events } = client
  const school = make('select', { change: () => frames.ask() }, make('option', { value: '' }, 'all'))
  const list = make('ul', { class: 'rows spells' })
  const none = make('p', { class: 'quiet' }, 'You know no spells yet. Books teach them.')
  const rows = new Map<number, ReturnType<typeof spellRow>>()
  const frames = new Frames(() => {
    const all = spells.all
    schoolsIn(school, [...new Set(all.flatMap(({ paths }) => paths))].sort())
    const shown = all.filter(({ paths }) => school.value === '' || paths.includes(school.value))
    for (const tag of rows.keys()) if (!all.some((spell) => spell.tag === tag)) rows.delete(tag)
    for (const spell of shown) {
      const row = rows.get(spell.tag) ?? spellRow(client, pictures, spell)
      rows.set(spell.tag, row)
      row.show(spell)
    }
    const elements = shown.map(({ tag }) => rows.get(tag)!.element)
    if (elements.length !== list.children.length || elements.some((one, at) => list.children[at] !== one))
      list.replaceChildren(...elements)
    none.hidden = all.length > 0
    return false
  })
  events.on('spells', () => frames.ask())
  return make('div', {}, field('School', school), none, list)
}

function schoolsIn(select: HTMLSelectElement, schools: readonly string[]): void {
  const chosen = select.value
  if (
    schools.join() ===
    [...select.options]
      .slice(1)
      .map(({ value }) => value)
      .join()
  )
    return
  select.replaceChildren(
    make('option', { value: '' }, 'all'),
    ...schools.map((one) => make('option', { value: one }, one)),
  )
  select.value = schools.includes(chosen) ? chosen : ''
}

function spellRow(client: Client, pictures: Pictures, spell: Spell) {
  const { commands } = client
  const { tag, name } = spell
  const told = make('span', { class: 'detail' })
  const does = make('span', { class: 'detail' })
  const words = make('input', { 'aria-label': `Words for ${name}`, placeholder: 'with', maxlength: 100 })
  words.hidden = spell.takes === 'none'
  const element = make(
    'li',
    {},
    pictures.element(spell),
    make('span', { class: 'name' }, name, told, does),
    make(
      'span',
      { class: 'does' },
      words,
      button('Cast', () => commands.cast(tag, words.value), {
        class: 'second',
        'aria-label': `Cast ${name}`,
      }),
      button('Invoke', () => commands.invoke(tag, words.value), {
        class: 'second',
        'aria-label': `Invoke ${name}`,
        title: 'Cast at once, the way you face',
      }),
    ),
  )
  return {
    element,
    show(now: Spell) {
      write(told, factsOf(client, now))
      write(does, now.message.trim())
    },
  }
}

function factsOf({ stats }: Client, spell: Spell): string {
  const { level, mana, grace, damage, skill, paths, requirements } = spell
  return [
    `level ${level}`,
    mana > 0 && `${mana} power`,
    grace > 0 && `${grace} grace`,
    damage > 0 && `hurts ${damage}`,
    skill > 0 && stats.skillInfo(skill).name,
    paths.join(', '),
    requirements && `uses up ${requirements}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
