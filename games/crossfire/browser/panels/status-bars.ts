import { createElement, setText } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { redrawOn } from '../components/redraw-on.ts'

/** [CF-15.2] Below this value the server also sends a message. */
const hungry = 150
/** The amount of food at which the bar is full. */
const maxFood = 999
/** Below this fraction of the maximum the bar warns. */
const inDanger = 0.25

export function createStatusBars(client: Client): HTMLElement {
  const { stats, items } = client
  const pools = [
    ['hp', createGauge('Life'), inDanger],
    ['sp', createGauge('Power'), 0],
    ['grace', createGauge('Grace'), 0],
  ] as const
  const [food, level] = [createGauge('Food'), createGauge('Level')]
  const [range, load] = [createElement('p.range'), createElement('p.load')]
  redrawOn(client, ['stats', 'self'], () => {
    for (const [name, bar, danger] of pools) {
      const [now, most] = [stats.figure(name), stats.figure(`max${name}`)]
      bar.show(now / Math.max(1, most), `${now}/${most}`, now < danger * most)
    }
    const eaten = stats.figure('food')
    food.show(eaten / maxFood, `${eaten}`, eaten < hungry)
    level.show(stats.progress ?? 0, `${stats.figure('level')}`)
    setText(range, stats.range)
    setText(
      load,
      `${inKilograms(items.player?.weight ?? 0)} of ${inKilograms(stats.figure('weightLimit'))} kg`,
    )
  })
  const all = [...pools.map(([, bar]) => bar), food, level].map(({ element }) => element)
  return createElement('section.bars', { 'aria-label': 'Your condition' }, ...all, range, load)
}

function createGauge(title: string) {
  const value = createElement('span.value', { 'aria-hidden': 'true' })
  const meter = createElement('div', {
    role: 'meter',
    'aria-label': title,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
  })
  const element = createElement('div', { class: `gauge ${title.toLowerCase()}` })
  element.append(createElement('span', { 'aria-hidden': 'true' }, title), meter, value)
  return {
    element,
    /** `part`: the filled fraction, 0 to 1. `warns`: the value is low. */
    show(part: number, text: string, warns = false) {
      const within = Math.min(1, Math.max(0, part))
      meter.style.setProperty('--part', `${within}`)
      meter.setAttribute('aria-valuenow', `${Math.round(within * 100)}`)
      meter.setAttribute('aria-valuetext', text)
      setText(value, text)
      element.classList.toggle('low', warns)
    },
  }
}

const inKilograms = (grams: number) => (grams / 1000).toFixed(1)
