import { expect, it } from 'vitest'
import { ReceivedLines } from '../../../../games/say-back/browser/received-lines.ts'
import { maxLines } from '../../../../games/say-back/lines/records.ts'

it('[SB-5.2] the browser shows the newest lines, each once, in the order of arrival', () => {
  const received = new ReceivedLines()
  const lines = Array.from({ length: maxLines + 3 }, (_, n) => ({ number: n + 1, text: `line ${n}` }))
  for (const line of lines.slice(0, 3)) expect(received.add(line)).toBe(true)
  expect(received.add(lines[1]!)).toBe(false)
  expect(received.all).toEqual(lines.slice(0, 3))
  for (const line of lines) received.add(line)
  expect(received.all).toEqual(lines.slice(-maxLines))
  received.reset()
  expect(received.all).toEqual([])
})
