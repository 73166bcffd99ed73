import { expect, test } from 'vitest'
import { addCopyButton } from '../../../browser/ui/copy-button.ts'
import { FakeElement, fakeDocument } from '../fake-document.ts'

test('a long address may break after each slash of its path, and nowhere else', () => {
  const { created } = fakeDocument()
  const text = Object.assign(new FakeElement(), { after() {} })
  text.textContent = 'https://boats.example/echo/harbor'
  addCopyButton(text as unknown as HTMLElement)
  const parts = text.content.map((part) => (created.wbr?.includes(part as FakeElement) ? '|' : part))
  expect(parts.join('')).toBe('https://boats.example/|echo/|harbor|')
})
