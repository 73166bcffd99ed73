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

test('a press drops the held item into a slot or onto the ground, and not on other parts of the HUD', () => {
  const dropped: unknown[] = []
  fakeDocument()
  const canvas = new FakeElement()
  const client = { inventory: { held: {} }, drop: (slot: unknown = 'ground') => dropped.push(slot) }
  let picked: object = {}
  const scene = { canvas, element: new FakeElement(), pick: () => ({ picked }) }
  new PointerInput(client as never, scene as never, {} as never)
  for (picked of [{ on: 'slot', slot: 8 }, { on: 'ground' }, { on: 'mode' }, { on: 'rune', rune: 0x40 }])
    canvas.dispatchEvent(Object.assign(new Event('pointerdown'), { button: 0 }))
  expect(dropped).toEqual([8, 'ground'])
})
