import { expect, test } from 'vitest'
import { formatReport } from '../../../browser/ui/report.ts'

test.each([
  ['Eve of Dover', ' spams ', '"Eve of Dover" spams'],
  [' "Big" Al', 'spams', '"Big" Al spams'],
])('a report of %s has quotes around the name, unless the name has quotes itself', (name, reason, words) => {
  expect(formatReport(name, reason)).toBe(words)
})
