// The package prom-client needs Node and does not run in workerd.

/** A metric whose samples are computed from a `T`. */
export interface Metric<T> {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  /** The label values are in the order of `labels`. */
  samples(of: T): Iterable<readonly [values: readonly string[], figure: number]>
}

export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** For a metric without samples, writes only the help and the type. */
export function formatMetrics<T>(metrics: readonly Metric<T>[], of: T): string {
  return metrics.map((metric) => formatMetric(metric, of)).join('')
}

function formatMetric<T>({ name, type, help, labels, samples }: Metric<T>, of: T): string {
  const lines = [`# HELP ${name} ${help.replace(/[\\\n]/g, ' ')}`, `# TYPE ${name} ${type}`]
  for (const [values, figure] of samples(of)) {
    const named = labels.map((label, at) => `${label}="${escapeLabel(values[at] ?? '')}"`)
    lines.push(`${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${figure}`)
  }
  return `${lines.join('\n')}\n`
}

const escapes: { readonly [character: string]: string } = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

const escapeLabel = (value: string) => value.replace(/[\\"\n]/g, (character) => escapes[character]!)
