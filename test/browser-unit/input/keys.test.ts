import { expect, test } from 'vitest'
import { createKeyList, displayKey } from '../../../browser/input/key-list.ts'
import { chordOf, KeyBindings } from '../../../browser/input/keys.ts'
import { fakeDocument } from '../fake-document.ts'

const none = { code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }

test('the name of a key is its character, with `Shift+` if the character does not imply Shift', () => {
  expect(chordOf({ ...none, key: 'ArrowUp' })).toBe('ArrowUp')
  expect(chordOf({ ...none, key: ' ' })).toBe('Space')
  expect(chordOf({ ...none, shiftKey: true, key: 'A' })).toBe('Shift+a')
  expect(chordOf({ ...none, shiftKey: true, key: '?' })).toBe('?')
  expect(chordOf({ ...none, ctrlKey: true, altKey: true, shiftKey: true, key: 'F2' })).toBe(
    'Ctrl+Alt+Shift+F2',
  )
})

test('a key with a letter of another script is named by the Latin letter on the same key', () => {
  const keys = { ц: 'KeyW', א: 'KeyT', Φ: 'KeyF', ж: 'Semicolon', ğ: 'KeyE', z: 'KeyY' }
  const named = Object.entries(keys).map(([key, code]) => chordOf({ ...none, key, code }))
  expect(named).toEqual(['w', 't', 'f', 'ж', 'ğ', 'z'])
})

test('keys are displayed as arrow symbols and capital letters', () => {
  expect(['Shift+ArrowLeft', 'a', 'Ctrl++', 'Enter'].map(displayKey)).toEqual([
    'Shift+←',
    'A',
    'Ctrl++',
    'Enter',
  ])
})

test('one key press assigns one key, even if the action’s button was clicked twice', () => {
  const { created } = fakeDocument()
  const bound: string[] = []
  createKeyList({
    ...{ actionNames: ['walk'], keysOf: () => [], labelOf: () => '' },
    bind: (action: string, chord: string) => bound.push(`${action} ${chord}`),
  } as never)
  const button = created.button!.at(-1)
  for (const type of ['click', 'click', 'keydown'])
    button!.dispatchEvent(Object.assign(new Event(type), { ...none, key: 'u' }))
  expect(bound).toEqual(['walk u'])
})

type KeyOptions = Partial<Pick<KeyboardEvent, 'code' | 'shiftKey' | 'metaKey' | 'repeat'>>
type Keys = KeyBindings<'walk' | 'shoot'>
let page = new EventTarget()

function down(key: string, options: KeyOptions = {}): void {
  tell('keydown', key, options)
}
function up(key: string, options: KeyOptions = {}): void {
  tell('keyup', key, options)
}
function tell(type: string, key: string, options: KeyOptions): void {
  const code = `Key${key.toUpperCase()}`
  page.dispatchEvent(Object.assign(new Event(type), { ...none, code, key, repeat: false, ...options }))
}

test.each<[name: string, act: (keys: Keys) => void, events: string]>([
  [
    'Shift is pressed while the key is held, and released last',
    () => {
      down('w')
      down('W', { shiftKey: true, repeat: true })
      up('W', { shiftKey: true })
    },
    '+walk +walk again -walk',
  ],
  [
    'Shift is released before the key',
    () => {
      down('W', { shiftKey: true })
      up('w')
    },
    '+shoot -shoot',
  ],
  [
    'a second key of the action is held, too',
    () => {
      for (const key of ['w', 'k']) down(key)
      for (const key of ['w', 'k']) up(key)
    },
    '+walk -walk',
  ],
  [
    'a touch button of the action is held, too',
    (keys) => {
      down('w')
      keys.press('walk')
      up('w')
      keys.release('walk')
    },
    '+walk -walk',
  ],
  [
    'macOS reports no release, because the command key is held',
    () => {
      down('w')
      down('Meta', { metaKey: true })
      up('Meta')
    },
    '+walk -walk',
  ],
  [
    'a menu of the browser took the release',
    () => {
      down('w')
      down('w')
      up('w')
    },
    '+walk -walk +walk -walk',
  ],
  [
    'the window loses the focus',
    () => {
      down('w')
      page.dispatchEvent(new Event('blur'))
      up('w')
    },
    '+walk -walk',
  ],
])('each pressed action is released once and does not stay held if %s', (_, act, events) => {
  page = fakeDocument()
  const done: string[] = []
  const actions = { walk: { label: '', keys: ['w', 'k'] }, shoot: { label: '', keys: ['Shift+w'] } }
  const keys: Keys = new KeyBindings('game', actions, {
    pressed: (action, again) => done.push(`+${action}${again ? ' again' : ''}`),
    released: (action) => done.push(`-${action}`),
  })
  act(keys)
  expect(done.join(' ')).toBe(events)
  expect([keys.isHeld('walk'), keys.isHeld('shoot')]).toEqual([false, false])
})
