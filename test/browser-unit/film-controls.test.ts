import { expect, test, vi } from 'vitest'
import { FilmControls } from '../../browser/player/film/film-controls.ts'
import { FakeElement, fakeDocument } from './fake-document.ts'

/** A focused element that matches only these selectors. */
class Focused extends FakeElement {
  readonly #selectors: readonly string[]
  constructor(...selectors: readonly string[]) {
    super()
    this.#selectors = selectors
  }
  override closest(selector = ''): FakeElement | null {
    return this.#selectors.some((one) => selector.includes(one)) ? this : null
  }
}

test.each([
  ['nothing', new Focused(), ['play', 'go']],
  ['the list of events, which Space unfolds', new Focused('summary'), ['go']],
  ['a button', new Focused('button'), ['go']],
  ['the time', new Focused('input[type=range]'), ['play', 'go']],
  ['a text field', new Focused('textarea'), []],
])(
  'a held Space starts the film once, and L goes forward, unless the focused element uses the key: %s',
  (_, target, expected) => {
    fakeDocument()
    vi.stubGlobal('Option', FakeElement)
    vi.stubGlobal('location', { href: 'https://play.test/film' })
    const done: string[] = []
    const controls = new FilmControls({ play: () => done.push('play'), go: () => done.push('go') })
    controls.showFilm([{ start: 0, end: 60_000, gaps: [] }], { spans: [], marks: [] })
    controls.showPosition(0)
    for (const [key, repeat] of [
      [' ', false],
      [' ', true],
      ['l', false],
    ] as const) {
      const event = Object.assign(new Event('keydown'), { key, repeat })
      Object.defineProperty(event, 'target', { value: target })
      document.dispatchEvent(event)
    }
    expect(done).toEqual(expected)
  },
)
