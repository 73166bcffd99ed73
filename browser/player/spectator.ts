// Watches a room of any game: replaces the page's still picture with the live world, over a connection that reconnects.
// Fetches and draws nothing while the page is hidden.
import { decodeSpectatorFrames } from '../../wire/link/spectator-frames.ts'
import { type Pixels, Screen, type Size } from '../canvas/screen.ts'
import { connectSpectator, spectatorUpdated } from '../connection/spectator-connection.ts'
import { createElement, setText } from '../ui/elements.ts'

/** A game's rendering of the spectator feed. */
export interface SpectatorView {
  /** The text alternative. */
  readonly description: string
  /** Width divided by height of the picture. */
  readonly aspectRatio: number
  /** Shown under the picture, for what is better read than seen. */
  readonly sidebar?: HTMLElement
  /** The canvas is in the page. Call `redraw` when the view changes without new data. */
  mounted?(redraw: () => void, screen: HTMLCanvasElement): void
  /** Discards all data. A full snapshot follows. */
  reset(): void
  /**
   * Handles the frames of one message. Returns a promise if it has to fetch something, resolved when there is more to
   * see. Throws WireError for an invalid frame.
   */
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
  /** The view at this time; undefined before the first. `still`: the user prefers reduced motion. */
  draw(size: Size, now: number, still: boolean): Rendering | undefined
}

export interface Rendering {
  readonly pixels: Pixels
  /** Whether the next frame will differ, even without new data. */
  readonly isAnimated: boolean
}

/** Replaces the page's `data-watch` element with the spectator view. Does nothing if there is none. */
export function startSpectating(view: SpectatorView): void {
  const place = document.querySelector<HTMLElement>('[data-watch]')
  if (place) new Spectator(place, view)
}

class Spectator {
  readonly #container: HTMLElement
  readonly #view: SpectatorView
  readonly #screen: Screen
  readonly #status = createElement('p.standing', { role: 'status' })
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  #isRequested = false
  #awaitsSnapshot = true

  constructor(place: HTMLElement, view: SpectatorView) {
    this.#container = place
    this.#view = view
    this.#screen = new Screen(view.description, view.aspectRatio)
    place.append(this.#status)
    view.mounted?.(() => this.#draw(), this.#screen.element)
    new ResizeObserver(() => this.#draw()).observe(place)
    connectSpectator(place.dataset.watch ?? '', {
      opened: () => {
        this.#awaitsSnapshot = true
      },
      received: (message) => this.#received(message),
      statusChanged: ({ message }) => setText(this.#status, message),
    })
  }

  #received(message: string | Uint8Array): void {
    if (this.#awaitsSnapshot) this.#view.reset()
    this.#awaitsSnapshot = false
    const frames = typeof message === 'string' ? [message] : decodeSpectatorFrames(message)
    void this.#view.handlePacket(frames, performance.now())?.then(() => this.#draw())
    this.#draw()
    document.dispatchEvent(new Event(spectatorUpdated))
  }

  /** The picture's element; its caption may be beside it. */
  get #pictureParent(): HTMLElement {
    return this.#container.querySelector<HTMLElement>('.seen') ?? this.#container
  }

  /** Replaces the still picture, which stays until there is something to show. */
  #replacePicture(): void {
    if (this.#screen.element.isConnected) return
    for (const picture of this.#container.querySelectorAll<HTMLElement>('.picture')) picture.hidden = true
    this.#pictureParent.prepend(this.#screen.element)
    if (this.#view.sidebar) this.#container.append(this.#view.sidebar)
  }

  /** Draws in the browser's next frame; a hidden page has none. */
  #draw(): void {
    if (this.#isRequested || this.#awaitsSnapshot) return
    this.#isRequested = true
    requestAnimationFrame((now) => {
      this.#isRequested = false
      const still = this.#reducedMotion.matches
      const seen = this.#view.draw(this.#screen.fit(this.#pictureParent.clientWidth), now, still)
      if (!seen) return
      this.#replacePicture()
      this.#screen.show(seen.pixels)
      if (seen.isAnimated && !still) this.#draw()
    })
  }
}
