import { alignColumns } from '../cli/terminal/output.ts'
import type { Figure, Samples } from './bench.ts'
import { median } from './statistics.ts'

/** Formats one line per figure: first those that miss their target, then the others in the bench's order. */
export function formatTable(figures: readonly Figure[], samples: Samples): string[] {
  const rows = figures.map((figure) => ({ figure, ours: median(samples.of(figure.id)) }))
  const short = rows.filter(({ figure, ours }) => fallsShort(figure, ours))
  const rest = rows.filter(({ figure, ours }) => !fallsShort(figure, ours))
  const head = ['', 'what', 'ours', 'target', 'references (ours ÷ theirs)']
  return alignColumns([head, ...[...short, ...rest].map(({ figure, ours }) => row(figure, ours))])
}

export function summarizeFigures(figures: readonly Figure[], samples: Samples) {
  return figures.map((figure) => {
    const ours = median(samples.of(figure.id))
    return { ...figure, ours, samples: samples.of(figure.id), short: fallsShort(figure, ours) }
  })
}

function row(figure: Figure, ours: number): string[] {
  const { description, unit, references = {} } = figure
  const theirs = Object.entries(references).map(
    ([who, value]) => `${who} ${shown(value)} (${shown(ours / value)}×)`,
  )
  return [verdict(figure, ours), description, `${shown(ours)} ${unit}`, target(figure), theirs.join(', ')]
}

function verdict(figure: Figure, ours: number): string {
  if (fallsShort(figure, ours)) return 'SHORT'
  return target(figure) ? 'ok' : ''
}

function target({ atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `≤ ${shown(atMost)}`
  return atLeast === undefined ? '' : `≥ ${shown(atLeast)}`
}

function fallsShort({ atMost = Infinity, atLeast = -Infinity }: Figure, ours: number): boolean {
  return ours > atMost || ours < atLeast
}

/** Formats a value with three significant digits, or from 100 as an integer with thousands separators. */
function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
