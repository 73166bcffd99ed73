import { expect, it, onTestFinished, vi } from 'vitest'
import { RowList } from '../../../browser/ui/row-list.ts'

/** An element that has a parent, children and the focus as in a browser. */
class Node {
  static focused: Node | undefined
  parent: Node | undefined
  children: Node[] = []
  tabIndex: number | undefined

  get isConnected(): boolean {
    return this.parent === undefined ? this === body : this.parent.isConnected
  }
  contains(other: Node | undefined): boolean {
    return other !== undefined && (other === this || this.contains(other.parent))
  }
  replaceChildren(...children: Node[]): void {
    for (const child of this.children) child.parent = undefined
    if (!Node.focused?.isConnected) Node.focused = body
    this.children = children
    for (const child of children) child.parent = this
  }
  querySelector(): Node | undefined {
    return this.children[0]
  }
  focus(): void {
    Node.focused = this
  }
  removeAttribute(): void {
    this.tabIndex = undefined
  }
}
const body = new Node()

/** A list with these rows, which have a button each. `show`: replaces the rows. */
function listOf(...keys: number[]) {
  const list = new Node()
  body.replaceChildren(list)
  vi.stubGlobal('document', {
    get activeElement() {
      return Node.focused
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const rows = new RowList<number, { element: Element; show(): void }>(
    list as never,
    (key) => key,
    () => {
      const row = new Node()
      row.replaceChildren(new Node())
      return { element: row as never, show() {} }
    },
  )
  const show = (...shown: number[]) => rows.show(shown)
  show(...keys)
  const button = (key: number) => (rows.all.get(key)!.element as unknown as Node).children[0]!
  return { list, show, button }
}

it('a row keeps the focus while rows before it appear and disappear', () => {
  const { show, button } = listOf(1, 2)
  button(2).focus()
  show(0, 1, 2)
  expect(Node.focused).toBe(button(2))
  show(2)
  expect(Node.focused).toBe(button(2))
})

it('the focused row gets the focus back after the list was empty for a moment, as after a reconnect', () => {
  const { list, show, button } = listOf(1, 2)
  button(2).focus()
  show()
  expect([Node.focused, list.tabIndex]).toEqual([list, -1])
  show(1, 2)
  expect([Node.focused, list.tabIndex]).toEqual([button(2), undefined])
})

it('the first row gets the focus if the list was empty and the focused row does not come back', () => {
  const { show, button } = listOf(1, 2)
  button(2).focus()
  show()
  show(3, 4)
  expect(Node.focused).toBe(button(3))
})

it('a list that fills again leaves the focus on an element outside the list', () => {
  const { show, button } = listOf(1, 2)
  button(2).focus()
  show()
  body.focus()
  show(1, 2)
  expect(Node.focused).toBe(body)
})
