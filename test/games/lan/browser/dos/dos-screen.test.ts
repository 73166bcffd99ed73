import { expect, test } from 'vitest'
import { DosScreen } from '../../../../../games/lan/browser/dos/dos-screen.ts'
import type { FakeElement } from '../../../../browser-unit/fake-document.ts'
import { fakeDocument } from '../../../../browser-unit/fake-document.ts'

type Input = readonly [type: string, fields: object]
const tab = { code: 'Tab', key: 'Tab' }
const letter = { code: 'KeyC', key: 'c' }
const left = { button: 0 }

test.each<[name: string, inputs: readonly Input[], received: readonly string[]]>([
  [
    'Shift is pressed while Tab is held',
    [
      ['keydown', tab],
      ['keyup', { ...tab, shiftKey: true }],
    ],
    ['258 true', '258 false'],
  ],
  ['Shift+Tab moves the focus away', [['keydown', { ...tab, shiftKey: true }]], []],
  [
    'macOS reports no release while the command key is held',
    [
      ['keydown', letter],
      ['keyup', { code: 'MetaLeft', key: 'Meta' }],
    ],
    ['67 true', 'release'],
  ],
  [
    'the mouse button is released outside of the screen',
    [
      ['pointerdown', left],
      ['pointerup', left],
    ],
    ['capture', 'left true', 'left false'],
  ],
  [
    'the browser takes a touch for itself',
    [
      ['pointerdown', left],
      ['pointercancel', left],
    ],
    ['capture', 'left true', 'left false'],
  ],
])('no key or button of the DOS computer stays pressed if %s', (_, inputs, expected) => {
  fakeDocument()
  const received: string[] = []
  const machine = {
    setKey: (code: number, isPressed: boolean) => received.push(`${code} ${isPressed}`),
    releaseKeys: () => received.push('release'),
    setMouseButton: (_: number, isPressed: boolean) => received.push(`left ${isPressed}`),
    moveMouse() {},
  }
  const element = new DosScreen(machine as never).element as unknown as FakeElement
  element.setPointerCapture = () => void received.push('capture')
  for (const [type, fields] of inputs) element.dispatchEvent(Object.assign(new Event(type), fields))
  expect(received).toEqual(expected)
})
