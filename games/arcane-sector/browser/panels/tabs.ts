// Small screens show one panel at a time.
import { createButton, createElement } from '../../../../browser/ui/elements.ts'

const labels = { talk: 'Talk', bag: 'Things', runes: 'Runes' } as const
export type TabName = keyof typeof labels

export class Tabs {
  readonly element: HTMLElement
  readonly #buttons: { readonly [sheet in TabName]: HTMLButtonElement }

  /** `onSwitch`: called when the user switches to a panel. */
  constructor(sheets: { readonly [sheet in TabName]: HTMLElement }, onSwitch: (sheet: TabName) => void) {
    const made = (sheet: TabName) =>
      createButton(labels[sheet], () => {
        onSwitch(sheet)
        this.show(sheet)
      })
    this.#buttons = { talk: made('talk'), bag: made('bag'), runes: made('runes') }
    const menu = createElement(
      'div',
      { class: 'sheet-menu', role: 'group', 'aria-label': 'Menu' },
      ...Object.values(this.#buttons),
    )
    this.element = createElement('div', { class: 'sheets' }, menu, sheets.bag, sheets.runes, sheets.talk)
    this.show('talk')
  }

  show(shown: TabName): void {
    this.element.dataset.shown = shown
    for (const [sheet, one] of Object.entries(this.#buttons))
      one.setAttribute('aria-pressed', `${sheet === shown}`)
  }
}
