import { expect, test } from 'vitest'
import { createReportDialog, formatReport } from '../../../browser/ui/report.ts'
import { type FakeElement, fakeDocument } from '../fake-document.ts'

test.each([
  ['Eve of Dover', ' spams ', '"Eve of Dover" spams'],
  [' "Big" Al', 'spams', '"Big" Al spams'],
])('a report of %s quotes the name, unless the name contains quotes', (name, reason, words) => {
  expect(formatReport(name, reason)).toBe(words)
})

test('the report dialog offers the current players each time it opens, even if the browser sends no event at that time', () => {
  const { created } = fakeDocument()
  Object.assign(document, { querySelectorAll: () => [] })
  let players = ['Zoe', 'Al', 'Zoe']
  createReportDialog({ players: () => players, send: () => true, maxLength: 80 })
  const offered = () => {
    created.input![0]!.dispatchEvent(new Event('focus'))
    return created.datalist![0]!.content.map((option) => (option as FakeElement).value)
  }
  expect(offered()).toEqual(['Al', 'Zoe'])
  players = ['Bea']
  expect(offered()).toEqual(['Bea'])
})
