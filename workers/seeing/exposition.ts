// Figures as Prometheus reads them, written from a table of them. (prom-client wants Node, which workerd is not.)

/** One metric of whatever figures are made of. */
export interface Metric<T> {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  /** One sentence. */
  readonly help: string
  readonly labels: readonly string[]
  /** The labels' values in their order, and the figure. */
  samples(of: T): Iterable<readonly [values: readonly string[], figure: number]>
}

/** The content type of the text. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** The text: every metric with what it means, also those that have no sample now. */
export function exposition<T>(metrics: readonly Metric<T>[], of: T): string {
  return metrics.map((metric) => familyOf(metric, of)).join('')
}

function familyOf<T>({ name, type, help, labels, samples }: Metric<T>, of: T): string {
  const lines = [`# HELP ${name} ${help.replace(/[\\\n]/g, ' ')}`, `# TYPE ${name} ${type}`]
  for (const [values, figure] of samples(of)) {
    const named = labels.map((label, at) => `${label}="${escaped(values[at] ?? '')}"`)
    lines.push(`${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${figure}`)
  }
  return `${lines.join('\n')}\n`
}

const escapes: { readonly [character: string]: string } = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

/** Nothing that is in a value ends it, or its line. */
const escaped = (value: string) => value.replace(/[\\"\n]/g, (character) => escapes[character]!)
