import { expect, onTestFinished, test, vi } from 'vitest'
import { PointerInput } from '../../../../games/arcane-sector/browser/pointer-input.ts'

test.each([
  ['the right mouse button', ['pointerdown 2', 'contextmenu 2', 'pointerup 2'], ['use']],
  ['a long press', ['pointerdown 0', 'contextmenu 0', 'pointerup 0'], ['use']],
  ['a click', ['pointerdown 0', 'pointerup 0'], ['offer']],
])('%s acts once on an item at the player’s feet', (_, events, expected) => {
  const done: string[] = []
  const box = { getBoundingClientRect: () => ({ left: 0, top: 0 }), append() {} }
  const canvas = Object.assign(new EventTarget(), { setPointerCapture() {} })
  const lever = { id: 5n, movable: false }
  const client = {
    ...{ isSelecting: false, inventory: {}, surroundings: { itemsHere: [lever], piles: [] } },
    use: () => done.push('use'),
  }
  const scene = { canvas, element: box, pick: () => ({ picked: { on: 'item', id: 5n } }) }
  vi.stubGlobal('Node', class {})
  vi.stubGlobal('document', { createElement: () => ({ style: {}, setAttribute() {}, append() {} }) })
  onTestFinished(() => void vi.unstubAllGlobals())
  new PointerInput(client as never, scene as never, { bag: { offer: () => done.push('offer') } } as never)
  for (const [type, button] of events.map((event) => event.split(' ')))
    canvas.dispatchEvent(Object.assign(new Event(type!), { button: Number(button), clientX: 9, clientY: 9 }))
  expect(done).toEqual(expected)
})
