// Shows a spectator view in place of the still picture.
import { Screen } from '../canvas/screen.ts'
import type { SpectatorView } from './spectator.ts'

export class SpectatorStage {
  readonly #container: HTMLElement
  readonly #view: SpectatorView
  readonly #screen: Screen
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #timeOf: (frameTime: number) => number | undefined
  #isRequested = false

  /**
   * `timeOf`: converts the time of a browser frame (`performance.now()`) to the time that the view shows. Undefined
   * while there is nothing to show.
   */
  constructor(place: HTMLElement, view: SpectatorView, timeOf: (frameTime: number) => number | undefined) {
    this.#container = place
    this.#view = view
    this.#timeOf = timeOf
    this.#screen = new Screen(view.description, view.aspectRatio)
    view.mounted?.(() => this.draw(), this.#screen.element)
    new ResizeObserver(() => this.draw()).observe(place)
  }

  /** Draws in the browser's next frame, which a hidden page does not get. */
  draw(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    requestAnimationFrame((frameTime) => {
      this.#isRequested = false
      const now = this.#timeOf(frameTime)
      if (now === undefined) return
      const still = this.#reducedMotion.matches
      const seen = this.#view.draw(this.#screen.fit(this.#pictureParent.clientWidth), now, still)
      if (!seen) return
      this.#replacePicture()
      this.#screen.show(seen.pixels)
      if (seen.isAnimated && !still) this.draw()
    })
  }

  /** The element that contains the picture but not its caption. */
  get #pictureParent(): HTMLElement {
    return this.#container.querySelector<HTMLElement>('.seen') ?? this.#container
  }

  /** Called when there is something to show. */
  #replacePicture(): void {
    if (this.#screen.element.isConnected) return
    for (const picture of this.#container.querySelectorAll<HTMLElement>('.picture')) picture.hidden = true
    this.#pictureParent.prepend(this.#screen.element)
    if (this.#view.sidebar) this.#container.append(this.#view.sidebar)
  }
}
