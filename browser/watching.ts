// Watches a room of any game: replaces the page's still picture with the live world, over a connection that reconnects.
// Fetches and draws nothing while the page is hidden.
import { decodeSpectatorFrames } from '../wire/watched.ts'
import { make, write } from './elements.ts'
import { type Pixels, Screen, type Size } from './screen.ts'
import { heardOf, watchRoom } from './watch-connection.ts'

/** A game's rendering of the spectator feed. */
export interface WatchView {
  /** The text alternative. */
  readonly description: string
  /** Width divided by height of the picture. */
  readonly shape: number
  /** Shown under the picture, for what is better read than seen. */
  readonly sidebar?: HTMLElement
  /** The canvas is in the page. Call `redraw` when the view changes without new data. */
  started?(redraw: () => void, screen: HTMLCanvasElement): void
  /** Discard all data: a full snapshot follows. */
  reset(): void
  /**
   * Handles the frames of one message. Returns a promise if it has to fetch something, resolved when there is more to
   * see. Throws WireError for an invalid frame.
   */
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
  /** The view at this time; undefined: nothing yet. `still`: the user prefers reduced motion. */
  draw(size: Size, now: number, still: boolean): Seen | undefined
}

export interface Seen {
  readonly pixels: Pixels
  /** The next frame will differ, even without new data. */
  readonly moves: boolean
}

/** Fills the page's place for it. Does nothing if there is none. */
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
    this.#screen = new Screen(view.description, view.shape)
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
    if (this.#begins) this.#view.reset()
    this.#begins = false
    const frames = typeof message === 'string' ? [message] : decodeSpectatorFrames(message)
    void this.#view.handlePacket(frames, performance.now())?.then(() => this.#draw())
    this.#draw()
    document.dispatchEvent(new Event(heardOf))
  }

  /** The picture's element; its caption may be beside it. */
  get #seen(): HTMLElement {
    return this.#place.querySelector<HTMLElement>('.seen') ?? this.#place
  }

  /** Replaces the still picture, which stays until there is something to show. */
  #takePlace(): void {
    if (this.#screen.element.isConnected) return
    for (const picture of this.#place.querySelectorAll<HTMLElement>('.picture')) picture.hidden = true
    this.#seen.prepend(this.#screen.element)
    if (this.#view.sidebar) this.#place.append(this.#view.sidebar)
  }

  /** Draws in the browser's next frame; a hidden page has none. */
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
