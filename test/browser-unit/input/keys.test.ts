import { expect, test } from 'vitest'
import { displayKey } from '../../../browser/input/key-list.ts'
import { chordOf } from '../../../browser/input/keys.ts'

const none = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }

test('a key is named by its character, and by Shift if the character does not imply Shift', () => {
  expect(chordOf({ ...none, key: 'ArrowUp' })).toBe('ArrowUp')
  expect(chordOf({ ...none, key: ' ' })).toBe('Space')
  expect(chordOf({ ...none, shiftKey: true, key: 'A' })).toBe('Shift+a')
  expect(chordOf({ ...none, shiftKey: true, key: '?' })).toBe('?')
  expect(chordOf({ ...none, ctrlKey: true, altKey: true, shiftKey: true, key: 'F2' })).toBe(
    'Ctrl+Alt+Shift+F2',
  )
})

test('a key is displayed by its symbol', () => {
  expect(['Shift+ArrowLeft', 'a', 'Ctrl++', 'Enter'].map(displayKey)).toEqual([
    'Shift+←',
    'A',
    'Ctrl++',
    'Enter',
  ])
})
