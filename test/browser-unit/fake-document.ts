// A page without a browser: elements that record what the tested code does with them.
import { onTestFinished, vi } from 'vitest'

export class FakeElement extends EventTarget {
  readonly style: Record<string, string> = {}
  readonly dataset: Record<string, string> = {}
  readonly classList = { toggle() {}, add() {}, remove() {} }
  readonly attributes = new Map<string, unknown>()
  value = ''
  textContent = ''
  content: unknown[] = []

  get children(): readonly FakeElement[] {
    return this.content.filter((one) => one instanceof FakeElement)
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, value)
    if (name === 'value') this.value = `${value}`
  }
  append(...content: unknown[]): void {
    this.content.push(...content)
  }
  replaceWith(): void {}
  replaceChildren(...content: unknown[]): void {
    this.content = content
  }
  closest(): FakeElement | null {
    return null
  }
  querySelector(): FakeElement | null {
    return null
  }
  querySelectorAll(): readonly FakeElement[] {
    return []
  }
  focus(): void {}
  setCustomValidity(): void {}
  reportValidity(): boolean {
    return true
  }
  setPointerCapture(): void {}
  getContext(): object {
    return { createImageData: () => ({}) }
  }
  getBoundingClientRect(): object {
    return { left: 0, top: 0, width: 100, height: 100 }
  }
}

/**
 * Stubs the globals of a page until the end of the test. Returns the window, to which tests dispatch the page's events,
 * and the created elements by tag.
 */
export function fakeDocument() {
  const created: Record<string, FakeElement[]> = {}
  const body = new FakeElement()
  const page = Object.assign(new EventTarget(), { created })
  const createElement = (tag: string) => {
    const element = new FakeElement()
    created[tag] = [...(created[tag] ?? []), element]
    return element
  }
  vi.stubGlobal('Node', FakeElement)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('ImageData', class {})
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { body, hidden: false, createElement }))
  onTestFinished(() => void vi.unstubAllGlobals())
  return page
}
