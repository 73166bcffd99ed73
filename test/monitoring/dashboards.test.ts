import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { Metrics } from '../../sidecar/monitoring/metrics.ts'
import { siteMetrics } from '../../workers/monitoring/metrics.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(resolve(deploy, name), 'utf8')
/** `promtool`, the tool of Prometheus that tests alerts. */
const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0

/** Labels that Prometheus adds. */
const builtInLabels = ['job', 'instance']

async function labelsByMetric(): Promise<Map<string, ReadonlySet<string>>> {
  const channel = {
    ...{ name: 'echo/a', connected: true, sessions: 1 },
    ...{ reconnects: 1, resumes: 1, unacknowledgedBytes: 1 },
  }
  const sidecar = new Metrics({ isWorkerConnected: () => true, channels: () => [channel] })
  const counters = sidecar.countersFor('echo/a', 'tcp')
  counters.countRejection('slow')
  counters.countDrop('behind')
  counters.countDispatchResponse('here')
  const { recordRoundTrip, recordQueueTime, recordWriteTime } = sidecar.latencies.forRoom('echo/a')
  for (const record of [recordRoundTrip, recordQueueTime, recordWriteTime]) record(1)
  const known = new Map<string, ReadonlySet<string>>(
    siteMetrics.map(({ name, labels }) => [name, new Set(labels)]),
  )
  for (const line of (await sidecar.exposition()).text.split('\n')) {
    const [, name, labels = ''] = /^(packetboat_\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name) known.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!)))
  }
  return known
}

/** Names in a query or its legend that belong to no existing metric or label. */
function unknownNames(known: ReadonlyMap<string, ReadonlySet<string>>, query: string, legend = ''): string[] {
  const names = [...query.matchAll(/packetboat_\w+/g)].map(([name]) => name)
  const labels = new Set(builtInLabels)
  for (const name of names) for (const label of known.get(name) ?? []) labels.add(label)
  const usedLabels = [
    ...[...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers]) =>
      [...matchers!.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label]) => label!),
    ),
    ...[...query.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(([, list]) =>
      list!.split(/\s*,\s*/),
    ),
    ...[...query.matchAll(/label_values\([^,]*, (\w+)\)/g)].map(([, label]) => label!),
    ...[...legend.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label!),
  ]
  return [...names.filter((name) => !known.has(name)), ...usedLabels.filter((label) => !labels.has(label))]
}

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

interface PrometheusConfig {
  readonly rule_files: readonly string[]
  readonly scrape_configs: readonly { readonly metrics_path?: string }[]
}

interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string
      readonly exp_alerts: readonly unknown[]
    }[]
  }[]
}

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly query: string }[] }
  readonly panels: readonly {
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

describe('deploy/', () => {
  it('grafana-dashboard.json uses only existing metrics and labels', async () => {
    const known = await labelsByMetric()
    const { panels, templating }: Dashboard = JSON.parse(read('grafana-dashboard.json'))
    const targets = panels.flatMap(({ targets = [] }) => targets)
    expect(targets.length).toBeGreaterThan(25)
    for (const { expr, legendFormat } of targets)
      expect([expr, unknownNames(known, expr, legendFormat)]).toEqual([expr, []])
    for (const { query } of templating.list) expect([query, unknownNames(known, query)]).toEqual([query, []])
  })

  it('prometheus-alerts.yaml uses only existing metrics and labels, and each alert has a summary', async () => {
    const known = await labelsByMetric()
    const { groups } = load(read('prometheus-alerts.yaml')) as Alerts
    const rules = groups.flatMap(({ rules }) => rules)
    expect(rules.length).toBe(10)
    for (const { alert, expr, annotations } of rules) {
      expect([alert, unknownNames(known, expr, annotations.summary.replaceAll('{{ $value }}', ''))]).toEqual([
        alert,
        [],
      ])
      expect(annotations.summary.length).toBeGreaterThan(10)
    }
    const config = load(read('prometheus.yaml')) as PrometheusConfig
    expect(config.rule_files).toEqual(['prometheus-alerts.yaml'])
    expect(config.scrape_configs.map(({ metrics_path }) => metrics_path ?? '/metrics')).toEqual([
      ...['/api/metrics', '/metrics'],
    ])
  })

  it('prometheus-alerts.test.yaml tests each alert in two cases, firing and not firing', () => {
    const { groups } = load(read('prometheus-alerts.yaml')) as Alerts
    const { tests } = load(read('prometheus-alerts.test.yaml')) as AlertTests
    const cases = tests.flatMap((test) => test.alert_rule_test)
    const named = (those: typeof cases) => [...new Set(those.map(({ alertname }) => alertname))].sort()
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()
    expect(named(cases.filter(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(alerts)
    expect(named(cases.filter(({ exp_alerts }) => exp_alerts.length === 0))).toEqual(alerts)
  })

  it.skipIf(!hasPromtool)('prometheus-alerts.test.yaml passes (skipped without promtool)', () => {
    const promtool = (...words: string[]) =>
      execFileSync('promtool', words, { cwd: deploy, encoding: 'utf8' })
    expect(promtool('test', 'rules', 'prometheus-alerts.test.yaml')).toContain('SUCCESS')
    expect(promtool('check', 'rules', 'prometheus-alerts.yaml')).toContain('10 rules found')
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yaml')).toContain('SUCCESS')
  })

  it('all metrics except the listed ones are used by the dashboard or an alert', async () => {
    const used = read('grafana-dashboard.json') + read('prometheus-alerts.yaml')
    const base = [...(await labelsByMetric()).keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    const unused = [...new Set(base)].filter((name) => !used.includes(name))
    expect(unused.sort()).toEqual([
      // No dashboard shows these metrics: they are for debugging, or a dashboard shows values derived from them.
      'packetboat_bytes_total',
      'packetboat_dispatch_total',
      'packetboat_info',
      'packetboat_link_connected',
      'packetboat_link_redials',
      'packetboat_link_resumes',
      'packetboat_link_sessions',
      'packetboat_link_unacknowledged_bytes',
      'packetboat_room_began_timestamp_seconds',
      'packetboat_room_capacity',
      'packetboat_room_open',
      'packetboat_rooms_summed',
    ])
  })

  it('metrics and labels that do not exist are detected', async () => {
    const known = await labelsByMetric()
    expect(unknownNames(known, 'packetboat_romes')).toEqual(['packetboat_romes'])
    expect(unknownNames(known, 'sum by (planet) (packetboat_rooms{colour="red"})', '{{moon}}')).toEqual([
      ...['colour', 'planet', 'moon'],
    ])
  })
})
