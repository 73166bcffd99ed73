import { createElement, createSecondaryButton, setText } from '../../../browser/ui/elements.ts'
import { playerColourNames } from '../view/colours.ts'
import type { OtherPlayer } from './client/figure.ts'

export interface WatchChoices {
  /** Follows the player with this index. Without an index, shows the whole field. */
  follow(index: number | undefined): void
  /** `ms`: how long ago the replay starts. 0 shows the live field. */
  wind(ms: number): void
}

export class WatchControls {
  readonly #wishes: WatchChoices
  readonly #whom = createElement('select', { change: () => this.follow(numberOf(this.#whom.value)) })
  readonly #when = createElement('input', {
    ...{ type: 'range', min: 0, max: 0, value: 0 },
    input: () => this.#wishes.wind(-1000 * Number(this.#when.value)),
  })
  readonly #time = createElement('output')
  readonly #live = createSecondaryButton('Back to live', () => this.#wishes.wind(0))
  readonly element = createElement(
    'div.watch-controls',
    ...[
      createElement('label', 'Follow', this.#whom),
      // Hidden in the film player, which has its own rewind controls.
      createElement('div.rewind', createElement('label', 'Rewind', this.#when), this.#time, this.#live),
    ],
  )
  #known = ''

  constructor(wishes: WatchChoices) {
    this.#wishes = wishes
    this.showPlayers([])
    this.showDelay(0)
  }

  follow(index: number | undefined): void {
    this.#whom.value = index === undefined ? '' : `${index}`
    this.#wishes.follow(numberOf(this.#whom.value))
  }

  showPlayers(others: readonly OtherPlayer[]): void {
    const key = others.map(({ index, color }) => `${index} ${color}`).join()
    if (key === this.#known && this.#whom.options.length > 0) return
    this.#known = key
    const chosen = this.#whom.value
    this.#whom.replaceChildren(
      new Option('The whole field', ''),
      ...others.map(
        ({ index, color }) => new Option(`${playerColourNames[color] ?? 'player'} (${index})`, `${index}`),
      ),
    )
    this.#whom.value = others.some(({ index }) => `${index}` === chosen) ? chosen : ''
    if (this.#whom.value !== chosen) this.#wishes.follow(undefined)
  }

  showRecording(ms: number, bytes: number): void {
    this.#when.min = `${-Math.ceil(ms / 1000)}`
    this.#when.title = `This page stores ${Math.ceil(bytes / 1024)} kB`
  }

  showDelay(lateMs: number): void {
    this.#when.value = `${-lateMs / 1000}`
    const seconds = Math.round(lateMs / 1000)
    const clock = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
    setText(this.#time, lateMs === 0 ? 'now' : `${clock} ago`)
    this.#live.hidden = lateMs === 0
  }
}

const numberOf = (value: string) => (value === '' ? undefined : Number(value))
