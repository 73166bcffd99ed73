// Watching a room, whatever its game: the world as it moves takes the place of the picture that the page came with, and
// what is told comes over a connection that comes back. Nothing is asked for, and nothing drawn, while nobody sees it.
import { framesOf } from '../wire/watched.ts'
import { make, write } from './elements.ts'
import { type Pixels, Screen, type Size } from './screen.ts'
import { heardOf, watchRoom } from './watch-connection.ts'

/** What a game makes of what it hears. */
export interface WatchView {
  /** What is to be seen, for who does not see it. */
  readonly says: string
  /** Of the picture: width to height. */
  readonly shape: number
  /** Stands under the picture: what is better read than seen. */
  readonly beside?: HTMLElement
  /** The picture is there. `redraw`: to be called when something else is to be seen though nothing was heard. */
  started?(redraw: () => void, screen: HTMLCanvasElement): void
  /** Forget what was heard: how the world lies is told from the beginning. */
  begun(): void
  /**
   * The frames of one message; a promise if what they tell of has to be fetched, kept when there is more to see. Throws
   * WireError for what is none of the game's.
   */
  heard(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
  /** What is to be seen at this time; undefined: nothing yet. `still`: whoever looks wants nothing to move by itself. */
  draw(size: Size, now: number, still: boolean): Seen | undefined
}

export interface Seen {
  readonly pixels: Pixels
  /** It will be another picture in a moment, though nothing is heard. */
  readonly moves: boolean
}

/** In the place that the page has for it; without one nothing happens. */
export function watch(view: WatchView): void {
  const place = document.querySelector<HTMLElement>('[data-watch]')
  if (place) new Watching(place, view)
}

class Watching {
  readonly #place: HTMLElement
  readonly #view: WatchView
  readonly #screen: Screen
  readonly #says = make('p.standing', { role: 'status' })
  readonly #wantsStill = matchMedia('(prefers-reduced-motion: reduce)')
  #asked = false
  #begins = true

  constructor(place: HTMLElement, view: WatchView) {
    this.#place = place
    this.#view = view
    this.#screen = new Screen(view.says, view.shape)
    place.append(this.#says)
    view.started?.(() => this.#draw(), this.#screen.element)
    new ResizeObserver(() => this.#draw()).observe(place)
    watchRoom(place.dataset.watch ?? '', {
      opened: () => {
        this.#begins = true
      },
      heard: (message) => this.#heard(message),
      stands: ({ says }) => write(this.#says, says),
    })
  }

  #heard(message: string | Uint8Array): void {
    if (this.#begins) this.#view.begun()
    this.#begins = false
    const frames = typeof message === 'string' ? [message] : framesOf(message)
    void this.#view.heard(frames, performance.now())?.then(() => this.#draw())
    this.#draw()
    document.dispatchEvent(new Event(heardOf))
  }

  /** Where the picture is: beside it may be what it tells. */
  get #seen(): HTMLElement {
    return this.#place.querySelector<HTMLElement>('.seen') ?? this.#place
  }

  /** Until something is to be seen the picture is better than nothing. */
  #takePlace(): void {
    if (this.#screen.element.isConnected) return
    for (const picture of this.#place.querySelectorAll<HTMLElement>('.picture')) picture.hidden = true
    this.#seen.prepend(this.#screen.element)
    if (this.#view.beside) this.#place.append(this.#view.beside)
  }

  /** In the next frame of the browser, of which a hidden page has none. */
  #draw(): void {
    if (this.#asked || this.#begins) return
    this.#asked = true
    requestAnimationFrame((now) => {
      this.#asked = false
      const still = this.#wantsStill.matches
      const seen = this.#view.draw(this.#screen.fit(this.#seen.clientWidth), now, still)
      if (!seen) return
      this.#takePlace()
      this.#screen.show(seen.pixels)
      if (seen.moves && !still) this.#draw()
    })
  }
}
