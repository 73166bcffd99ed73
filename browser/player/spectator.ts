// Replaces the still picture on a page by the live world or by a film of the world. While the page is hidden, nothing
// is fetched or drawn.
import { decodeSpectatorFrames } from '../../wire/link/spectator-frames.ts'
import type { Pixels, Size } from '../canvas/screen.ts'
import { connectSpectator, spectatorUpdatedEvent } from '../connection/spectator-connection.ts'
import { createElement, setText } from '../ui/elements.ts'
import { SpectatorStage } from './spectator-stage.ts'

/** A game's rendering of the spectator feed. */
export interface SpectatorView {
  /** The text alternative. */
  readonly description: string
  /** The width of the picture divided by its height. */
  readonly aspectRatio: number
  /** Shown below the picture. */
  readonly sidebar?: HTMLElement
  /** Called when the canvas is in the page. The view must call `redraw` when its picture changes without new data. */
  mounted?(redraw: () => void, screen: HTMLCanvasElement): void
  /** Discards all data. A full snapshot follows. */
  reset(): void
  /**
   * Called when a film jumps to another time. Must also discard the data that `reset` keeps for an interrupted
   * connection that resumes.
   */
  timeChanged?(): void
  /** The maximum time in milliseconds for which the view shows the effect of a received message (default 5000). */
  readonly memoryMs?: number
  /**
   * `frames`: one message. Returns a promise if the view must fetch data for the frames. The promise resolves when the
   * data has arrived and the view must be drawn again. Throws WireError for an invalid frame.
   */
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
  /** Undefined if there is no data yet. `still`: whether the user prefers reduced motion. */
  draw(size: Size, now: number, still: boolean): Rendering | undefined
}

export interface Rendering {
  readonly pixels: Pixels
  /** Whether the next frame will differ even without new data. */
  readonly isAnimated: boolean
}

/** Does nothing if the page has no `data-watch` element. */
export function startSpectating(view: SpectatorView): void {
  const place = document.querySelector<HTMLElement>('[data-watch]')
  if (!place) return
  if (place.dataset.film === undefined) new Spectator(place, view)
  else void import('./film/film-player.ts').then(({ FilmPlayer }) => new FilmPlayer(place, view))
}

class Spectator {
  readonly #view: SpectatorView
  readonly #stage: SpectatorStage
  readonly #status = createElement('p.standing', { role: 'status' })
  #awaitsSnapshot = true

  constructor(place: HTMLElement, view: SpectatorView) {
    this.#view = view
    place.append(this.#status)
    this.#stage = new SpectatorStage(place, view, (frameTime) =>
      this.#awaitsSnapshot ? undefined : frameTime,
    )
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
    void this.#view.handlePacket(frames, performance.now())?.then(() => this.#stage.draw())
    this.#stage.draw()
    document.dispatchEvent(new Event(spectatorUpdatedEvent))
  }
}
