// What a finger that rests on something is, in simulated time and without a browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onContextMenu } from '../../../browser/ui/elements.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a long press opens the menu once, also if the browser reports a right click, and then is no click', () => {
  const element = new EventTarget() as HTMLElement
  const heard: string[] = []
  const tell = (type: string, more: object = {}) =>
    element.dispatchEvent(
      Object.assign(new Event(type, { cancelable: true }), { clientX: 5, clientY: 5, ...more }),
    )
  const touches = () => tell('pointerdown', { pointerType: 'touch' })
  onContextMenu(element, ({ clientX }) => heard.push(`menu ${clientX}`))
  element.addEventListener('click', () => heard.push('click'))

  // As in a browser that says nothing of it: the finger is lifted, and that is told as a click.
  touches()
  vi.advanceTimersByTime(600)
  tell('pointerup')
  tell('click')
  expect(heard.splice(0)).toEqual(['menu 5'])
  // As in one that calls it the right button, sooner or later than we do.
  touches()
  vi.advanceTimersByTime(400)
  tell('contextmenu')
  vi.advanceTimersByTime(600)
  touches()
  vi.advanceTimersByTime(600)
  tell('contextmenu')
  expect(heard.splice(0)).toEqual(['menu 5', 'menu 5'])
  // A tap, a finger that moves, and a mouse that is held.
  touches()
  tell('pointerup')
  tell('click')
  touches()
  tell('pointermove', { clientX: 40 })
  vi.advanceTimersByTime(600)
  tell('pointerdown', { pointerType: 'mouse' })
  vi.advanceTimersByTime(600)
  expect(heard.splice(0)).toEqual(['click'])
  tell('contextmenu')
  expect(heard).toEqual(['menu 5'])
})
