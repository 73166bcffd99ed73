// How the player is doing, always in sight: life, power, grace, food, the way to the next level, and what he would fire.

import { make, write } from '../../../../browser/elements.ts'
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import type { Figure } from '../client/stats.ts'

interface Bar {
  readonly element: HTMLElement
  /** `part`: of all there is room for, 0 to 1. */
  show(part: number, text: string): void
}

/** [CF-15.2] Who has less food is told so by the server, too. */
const hungry = 150
const mostFood = 999
/** Of life, below which the bar warns. */
const inDanger = 0.25

export function bars(client: Client): HTMLElement {
  const { stats, items, events } = client
  const [life, power, grace, food, level] = [
    bar('Life', 'life'),
    bar('Power', 'power'),
    bar('Grace', 'grace'),
    bar('Food', 'food'),
    bar('Level', 'level'),
  ] as const
  const range = make('p', { class: 'range' })
  const load = make('p', { class: 'load' })
  const of = (one: Bar, name: Figure, most: Figure) => {
    const [now, whole] = [stats.figure(name), stats.figure(most)]
    one.show(now / Math.max(1, whole), `${now}/${whole}`)
    return now / Math.max(1, whole)
  }
  const frames = new Frames(() => {
    life.element.classList.toggle('low', of(life, 'hp', 'maxhp') < inDanger)
    of(power, 'sp', 'maxsp')
    of(grace, 'grace', 'maxgrace')
    food.show(stats.figure('food') / mostFood, `${stats.figure('food')}`)
    food.element.classList.toggle('low', stats.figure('food') < hungry)
    level.show(stats.progress ?? 0, `${stats.figure('level')}`)
    write(range, stats.range)
    const limit = stats.figure('weightLimit')
    write(load, `${inKilograms(items.self?.weight ?? 0)} of ${inKilograms(limit)} kg`)
    return false
  })
  for (const subject of ['stats', 'self'] as const) events.on(subject, () => frames.ask())
  return make(
    'section',
    { class: 'bars', 'aria-label': 'How you are' },
    ...[life, power, grace, food, level].map(({ element }) => element),
    range,
    load,
  )
}

function bar(says: string, kind: string): Bar {
  const value = make('span', { class: 'value' })
  const meter = make('div', { role: 'meter', 'aria-label': says, 'aria-valuemin': 0, 'aria-valuemax': 100 })
  const element = make(
    'div',
    { class: `gauge ${kind}` },
    make('span', { 'aria-hidden': 'true' }, says),
    meter,
    value,
  )
  value.setAttribute('aria-hidden', 'true')
  return {
    element,
    show(part, text) {
      const within = Math.min(1, Math.max(0, part))
      meter.style.setProperty('--part', `${within}`)
      meter.setAttribute('aria-valuenow', `${Math.round(within * 100)}`)
      meter.setAttribute('aria-valuetext', text)
      write(value, text)
    },
  }
}

const inKilograms = (grams: number) => (grams / 1000).toFixed(1)
