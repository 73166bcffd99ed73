import { expect, test } from 'vitest'
import { addCopyButton } from '../../../browser/ui/copy-button.ts'
import { FakeElement, fakeDocument } from '../fake-document.ts'

test('a long address can wrap only after the slashes of its path', () => {
  const { created } = fakeDocument()
  const text = Object.assign(new FakeElement(), { after() {} })
  text.textContent = 'https://boats.example/echo/harbor'
  addCopyButton(text as unknown as HTMLElement)
  const parts = text.content.map((part) => (created.wbr?.includes(part as FakeElement) ? '|' : part))
  expect(parts.join('')).toBe('https://boats.example/|echo/|harbor|')
})
