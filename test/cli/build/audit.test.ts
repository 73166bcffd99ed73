// What an audit's answer means for a check: that the registry is silent is said, and fails nothing.
import { expect, it } from 'vitest'
import { signatures, vulnerabilities } from '../../../cli/build/audit.ts'

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
  ['no vulnerability', found(), { outcome: 'ok', why: '' }],
  ['low ones', found('info', 'low'), { outcome: 'ok', why: '' }],
  [
    'others',
    found('low', 'moderate', 'critical'),
    { outcome: 'failed', why: 'p1 (moderate), p2 (critical)' },
  ],
])('%s', (_, answer, verdict) => expect(vulnerabilities(run(answer))).toEqual(verdict))

const evil = { name: 'evil', version: '1.0.0' }
it.each([
  ['good signatures', { invalid: [], missing: [] }, { outcome: 'ok', why: '' }],
  ['a bad one', { invalid: [evil], missing: [] }, { outcome: 'failed', why: 'evil@1.0.0 (bad signature)' }],
  [
    'a missing one',
    { invalid: [], missing: [evil] },
    { outcome: 'failed', why: 'evil@1.0.0 (no signature)' },
  ],
])('%s', (_, answer, verdict) => expect(signatures(run(answer))).toEqual(verdict))

it.each([
  [run('', true), 'the package registry did not answer within 20 s'],
  [run({ message: 'no', statusCode: 405 }), 'the package registry does not answer audits (HTTP 405)'],
  [run('npm error network'), 'the package registry does not answer audits'],
  [run('[]'), 'the package registry does not answer audits'],
])('%j is skipped, and says why', (answer, why) => {
  expect(vulnerabilities(answer)).toEqual({ outcome: 'skipped', why })
  expect(signatures(answer)).toEqual({ outcome: 'skipped', why })
})
