// Shows the game's spectator view by a clock that the user starts, stops and sets.
import type { SpectatorView } from '../spectator.ts'
import { SpectatorStage } from '../spectator-stage.ts'
import { FilmControls, formatTime } from './film-controls.ts'
import { FilmFeeder, type FilmGap } from './film-feeder.ts'
import { clipSourceFromApi, type Film, type FilmSource, filmSourceFromApi } from './film-source.ts'
import { windowAt, windowsOf } from './film-windows.ts'

/** Maximum milliseconds of real time per frame, so that the film does not jump after the page was hidden. */
const maxStepMs = 250
/** Shorter gaps are skipped without a message. */
const minGapMs = 1000

export class FilmPlayer {
  readonly #source: FilmSource
  readonly #stage: SpectatorStage
  readonly #feeder: FilmFeeder
  readonly #controls: FilmControls
  #film: Film = { spans: [], marks: [] }
  #isPlaying = false
  /** The time of the last frame, as a value of `performance.now()`. Undefined while the clock is stopped. */
  #frameTime: number | undefined

  constructor(place: HTMLElement, view: SpectatorView) {
    const { film = '', clip } = place.dataset
    this.#source = clip === undefined ? filmSourceFromApi(film) : clipSourceFromApi(clip)
    this.#controls = new FilmControls({
      play: (isOn) => this.#play(isOn),
      go: (to) => void this.#go(to),
    })
    this.#stage = new SpectatorStage(place, view, (frameTime) => this.#timeOf(frameTime))
    this.#feeder = new FilmFeeder(this.#source, view, () => this.#stage.draw())
    place.append(this.#controls.element)
    void this.#start(place)
  }

  async #start({ dataset }: HTMLElement): Promise<void> {
    await this.#reporting(async () => {
      this.#film = await this.#source.read()
      const { spans } = this.#film
      if (spans.length === 0) {
        this.#controls.say('Nothing is recorded yet.')
        return
      }
      this.#showFilm()
      const asked = Date.parse(dataset.at ?? '')
      const last = windowsOf(spans).at(-1)!
      const first = dataset.clip === undefined ? last.start : spans[0]!.start
      await this.#go(Number.isNaN(asked) ? first : asked)
      // A clip starts to play at once, unless the user prefers reduced motion.
      if (dataset.clip !== undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches)
        this.#play(true)
    })
  }

  #showFilm(): void {
    this.#controls.showFilm(windowsOf(this.#film.spans), this.#film)
  }

  async #go(to: number): Promise<void> {
    await this.#reporting(async () => {
      const { spans } = this.#film
      const end = spans.at(-1)?.end ?? to
      const progress = await this.#feeder.seek(Math.min(to, end))
      if (progress === 'waits') return
      this.#controls.say('')
      if (typeof progress === 'object') this.#sayGap(progress)
      this.#showPosition()
      this.#stage.draw()
    })
  }

  #play(isOn: boolean): void {
    this.#isPlaying = isOn
    this.#frameTime = undefined
    this.#controls.setPlaying(isOn)
    this.#controls.say('')
    const last = this.#film.spans.at(-1)
    if (isOn && this.#feeder.position !== undefined && last && this.#feeder.position >= last.end - 1)
      void this.#continueAtEnd()
    this.#stage.draw()
  }

  /**
   * Continues at the end of the film with the part that was recorded in the meantime. If nothing was recorded, as in a
   * clip, the last window starts again.
   */
  async #continueAtEnd(): Promise<void> {
    await this.#reporting(async () => {
      const before = this.#film.spans.at(-1)!
      this.#film = await this.#source.read()
      const last = this.#film.spans.at(-1)!
      this.#showFilm()
      if (last.end === before.end) await this.#go(windowAt(windowsOf(this.#film.spans), before.end - 1).start)
    })
  }

  /** Advances the clock if it is running. Returns the film's time. */
  #timeOf(frameTime: number): number | undefined {
    const { position } = this.#feeder
    if (position === undefined) return undefined
    if (!this.#isPlaying) return position
    const elapsed = Math.min(maxStepMs, frameTime - (this.#frameTime ?? frameTime))
    this.#frameTime = frameTime
    try {
      const progress = this.#feeder.advance(position + elapsed * this.#controls.speed)
      if (typeof progress === 'object') this.#sayGap(progress)
      if (progress === 'end') {
        this.#play(false)
        this.#controls.say('End of the recording.')
      }
    } catch (error) {
      this.#play(false)
      this.#controls.say(`The film is damaged here: ${describe(error)}`)
    }
    this.#showPosition()
    if (this.#isPlaying) this.#stage.draw()
    return this.#feeder.position
  }

  #showPosition(): void {
    const { position } = this.#feeder
    if (position !== undefined) this.#controls.showPosition(position)
  }

  #sayGap({ from, to }: FilmGap): void {
    if (to - from < minGapMs) return
    this.#controls.say(`Nothing was recorded from ${formatTime(from)} to ${formatTime(to)}.`)
  }

  /** Shows errors to the user. The film source writes its error messages for users. */
  async #reporting(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      this.#controls.say(describe(error))
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
