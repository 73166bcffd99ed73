import { expect, test } from 'vitest'
import { PointerInput } from '../../../../games/arcane-sector/browser/pointer-input.ts'
import { FakeElement, fakeDocument } from '../../../browser-unit/fake-document.ts'

test.each([
  ['the right mouse button', ['pointerdown 2', 'contextmenu 2', 'pointerup 2'], ['use']],
  ['a long press', ['pointerdown 0', 'contextmenu 0', 'pointerup 0'], ['use']],
  ['a click', ['pointerdown 0', 'pointerup 0'], ['offer']],
])('%s acts once on an item at the player’s feet', (_, events, expected) => {
  const done: string[] = []
  fakeDocument()
  const canvas = new FakeElement()
  const lever = { id: 5n, movable: false }
  const client = {
    ...{ isSelecting: false, inventory: {}, surroundings: { itemsHere: [lever], piles: [] } },
    use: () => done.push('use'),
  }
  const scene = { canvas, element: new FakeElement(), pick: () => ({ picked: { on: 'item', id: 5n } }) }
  new PointerInput(client as never, scene as never, { bag: { offer: () => done.push('offer') } } as never)
  for (const [type, button] of events.map((event) => event.split(' ')))
    canvas.dispatchEvent(Object.assign(new Event(type!), { button: Number(button), clientX: 9, clientY: 9 }))
  expect(done).toEqual(expected)
})
