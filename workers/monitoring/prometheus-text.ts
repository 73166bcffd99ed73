// Writes a table of metrics in Prometheus's format. (prom-client needs Node, which workerd is not.)

/** A metric of `T`. */
export interface Metric<T> {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  /** One sentence. */
  readonly help: string
  readonly labels: readonly string[]
  /** The label values in order, and the number. */
  samples(of: T): Iterable<readonly [values: readonly string[], figure: number]>
}

/** The content type of the text. */
export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Every metric with its help, also those without a sample now. */
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

/** Escapes characters that would end a value or its line. */
const escapeLabel = (value: string) => value.replace(/[\\"\n]/g, (character) => escapes[character]!)
