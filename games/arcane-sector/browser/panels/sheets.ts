// Panels beside the picture, or one at a time below it on a small screen: talk, things, runes.
import { button, make } from '../../../../browser/elements.ts'

const says = { talk: 'Talk', bag: 'Things', runes: 'Runes' } as const
export type Sheet = keyof typeof says

export class Sheets {
  readonly element: HTMLElement
  readonly #buttons: { readonly [sheet in Sheet]: HTMLButtonElement }

  /** `turned`: the user switched to this panel. */
  constructor(sheets: { readonly [sheet in Sheet]: HTMLElement }, turned: (sheet: Sheet) => void) {
    const made = (sheet: Sheet) =>
      button(says[sheet], () => {
        turned(sheet)
        this.show(sheet)
      })
    this.#buttons = { talk: made('talk'), bag: made('bag'), runes: made('runes') }
    const menu = make(
      'div',
      { class: 'sheet-menu', role: 'group', 'aria-label': 'Menu' },
      ...Object.values(this.#buttons),
    )
    this.element = make('div', { class: 'sheets' }, menu, sheets.bag, sheets.runes, sheets.talk)
    this.show('talk')
  }

  show(shown: Sheet): void {
    this.element.dataset.shown = shown
    for (const [sheet, one] of Object.entries(this.#buttons))
      one.setAttribute('aria-pressed', `${sheet === shown}`)
  }
}
