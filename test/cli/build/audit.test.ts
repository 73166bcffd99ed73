// How `npm run check` evaluates the results of npm audits. If the registry does not answer, the checks are skipped and
// do not fail.
import { expect, it } from 'vitest'
import { parseSignatureAudit, parseVulnerabilityAudit } from '../../../cli/build/audit.ts'

const run = (answer: unknown, timedOut = false) => ({
  stdout: typeof answer === 'string' ? answer : JSON.stringify(answer),
  timedOut,
})
const found = (...severities: string[]) => ({
  vulnerabilities: Object.fromEntries(
    severities.map((severity, i) => [`p${i}`, { name: `p${i}`, severity }] as const),
  ),
})

it.each([
  ['no vulnerabilities', found(), { outcome: 'ok', reason: '' }],
  ['low vulnerabilities', found('info', 'low'), { outcome: 'ok', reason: '' }],
  [
    'moderate and critical vulnerabilities',
    found('low', 'moderate', 'critical'),
    { outcome: 'failed', reason: 'p1 (moderate), p2 (critical)' },
  ],
])('parseVulnerabilityAudit() evaluates a report with %s', (_, answer, verdict) =>
  expect(parseVulnerabilityAudit(run(answer))).toEqual(verdict),
)

const evil = { name: 'evil', version: '1.0.0' }
it.each([
  ['good signatures', { invalid: [], missing: [] }, { outcome: 'ok', reason: '' }],
  [
    'a bad signature',
    { invalid: [evil], missing: [] },
    { outcome: 'failed', reason: 'evil@1.0.0 (bad signature)' },
  ],
  [
    'a missing signature',
    { invalid: [], missing: [evil] },
    { outcome: 'failed', reason: 'evil@1.0.0 (no signature)' },
  ],
])('parseSignatureAudit() evaluates a report with %s', (_, answer, verdict) =>
  expect(parseSignatureAudit(run(answer))).toEqual(verdict),
)

it.each([
  [run('', true), 'the package registry did not answer within 20 s'],
  [run({ message: 'no', statusCode: 405 }), 'the package registry does not answer audits (HTTP 405)'],
  [run('npm error network'), 'the package registry does not answer audits'],
  [run('[]'), 'the package registry does not answer audits'],
])('an audit is skipped after npm output %j', (answer, reason) => {
  expect(parseVulnerabilityAudit(answer)).toEqual({ outcome: 'skipped', reason })
  expect(parseSignatureAudit(answer)).toEqual({ outcome: 'skipped', reason })
})
