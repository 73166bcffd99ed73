import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onContextMenu } from '../../../browser/ui/elements.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a long press opens the menu once, even if the browser also reports a right click, and does not click the element', () => {
  const element = new EventTarget() as HTMLElement
  const received: string[] = []
  const tell = (type: string, more: object = {}) =>
    element.dispatchEvent(
      Object.assign(new Event(type, { cancelable: true }), { clientX: 5, clientY: 5, ...more }),
    )
  const touches = () => tell('pointerdown', { pointerType: 'touch' })
  onContextMenu(element, ({ clientX }) => received.push(`menu ${clientX}`))
  element.addEventListener('click', () => received.push('click'))

  // A browser without a context menu event reports a click when the finger is lifted.
  touches()
  vi.advanceTimersByTime(600)
  tell('pointerup')
  tell('click')
  expect(received.splice(0)).toEqual(['menu 5'])
  // A browser that reports a right click, before or after our timer for long presses runs.
  touches()
  vi.advanceTimersByTime(400)
  tell('contextmenu')
  vi.advanceTimersByTime(600)
  touches()
  vi.advanceTimersByTime(600)
  tell('contextmenu')
  expect(received.splice(0)).toEqual(['menu 5', 'menu 5'])
  // None of these is a long press: a tap, a moving finger, a held mouse button.
  touches()
  tell('pointerup')
  tell('click')
  touches()
  tell('pointermove', { clientX: 40 })
  vi.advanceTimersByTime(600)
  tell('pointerdown', { pointerType: 'mouse' })
  vi.advanceTimersByTime(600)
  expect(received.splice(0)).toEqual(['click'])
  tell('contextmenu')
  expect(received).toEqual(['menu 5'])
})
