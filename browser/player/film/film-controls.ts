import { isKeyHandledElsewhere } from '../../input/keys.ts'
import { createElement, createSecondaryButton, createSelect, setText } from '../../ui/elements.ts'
import type { Film, FilmPlaybackMark } from './film-source.ts'
import { type FilmWindow, windowAt } from './film-windows.ts'

const speeds = [0.5, 1, 2, 4, 8, 16] as const
/** The buttons and keys move the film back or forward by this time. */
const stepMs = 10_000
/** The list shows at most this number of events, those nearest to the shown time. */
const maxListed = 200
/**
 * Also lists the events of this many milliseconds before the window, because the film shows a player at most this long
 * after they joined.
 */
const markLeadMs = 1000

export interface FilmChoices {
  play(isOn: boolean): void
  /** Milliseconds since 1970. */
  go(to: number): void
}

export class FilmControls {
  readonly #choices: FilmChoices
  readonly #play = createElement('button.play', { type: 'button', click: () => this.#toggle() }, 'Play')
  readonly #speed = createSelect(
    {},
    speeds.map((speed) => [`${speed}`, `×${speed}`]),
  )
  readonly #window = createSelect({ change: () => this.#choices.go(Number(this.#window.value)) }, [])
  readonly #bar = createElement('input', {
    ...{ type: 'range', min: 0, max: 0, step: 1000, value: 0, 'aria-label': 'Time' },
    input: () => this.#choices.go(this.#shown!.start + Number(this.#bar.value)),
  })
  readonly #ticks = createElement('div.ticks', { 'aria-hidden': 'true' })
  readonly #time = createElement('time')
  readonly #status = createElement('p.standing', { role: 'status' })
  readonly #events = createElement('ol')
  readonly #list: HTMLElement
  readonly #link = createElement('a', { href: '' }, 'Link to this moment')
  readonly #windowField: HTMLElement
  readonly element: HTMLElement
  #isPlaying = false
  #windows: readonly FilmWindow[] = []
  #marks: readonly FilmPlaybackMark[] = []
  #shown: FilmWindow | undefined
  #position = 0

  constructor(choices: FilmChoices) {
    this.#choices = choices
    this.#speed.value = '1'
    this.#windowField = createElement('label', 'Recorded', this.#window)
    this.#list = createElement('details', createElement('summary', 'Events'), this.#events)
    const keys =
      'Keys: Space plays and pauses, J and L go ten seconds back and forward, P and N to the previous and next event.'
    this.element = createElement(
      'div.film-controls',
      createElement('div.scrub', this.#bar, this.#ticks),
      createElement(
        'div.buttons',
        this.#play,
        createSecondaryButton('Back 10 s', () => this.#step(-stepMs)),
        createSecondaryButton('Forward 10 s', () => this.#step(stepMs)),
        createElement('label', 'Speed', this.#speed),
        this.#windowField,
        this.#time,
        this.#link,
      ),
      this.#status,
      this.#list,
      createElement('p.quiet', keys),
    )
    for (const unknown of [this.#windowField, this.#list, this.#link]) unknown.hidden = true
    document.addEventListener('keydown', (event) => this.#onKey(event))
    this.#setEnabled(false)
  }

  /** The playback speed as a multiple of real time. */
  get speed(): number {
    return Number(this.#speed.value)
  }

  say(text: string): void {
    setText(this.#status, text)
  }

  setPlaying(isOn: boolean): void {
    this.#isPlaying = isOn
    setText(this.#play, isOn ? 'Pause' : 'Play')
  }

  showFilm(windows: readonly FilmWindow[], { marks }: Film): void {
    this.#windows = windows
    this.#marks = marks
    this.#shown = undefined
    this.#window.replaceChildren(
      ...windows.map(
        ({ start, end }) =>
          new Option(`${formatDay(start)}, ${formatTime(start)} to ${formatTime(end)}`, `${start}`),
      ),
    )
    this.#windowField.hidden = windows.length < 2
    this.#setEnabled(windows.length > 0)
  }

  showPosition(at: number): void {
    this.#position = at
    const window = windowAt(this.#windows, at)
    if (window !== this.#shown) this.#showWindow(window)
    this.#bar.value = `${at - window.start}`
    const iso = new Date(Math.floor(at / 1000) * 1000).toISOString()
    if (this.#time.dateTime === iso) return
    this.#time.dateTime = iso
    const text = `${formatDay(at)}, ${formatTime(at)}`
    setText(this.#time, text)
    this.#bar.setAttribute('aria-valuetext', text)
    const url = new URL(location.href)
    url.searchParams.set('t', iso)
    this.#link.href = url.href
    this.#link.hidden = false
  }

  #showWindow(window: FilmWindow): void {
    this.#shown = window
    const { start, end, gaps } = window
    this.#bar.max = `${end - start}`
    this.#window.value = `${start}`
    const marks = this.#marks.filter(({ at }) => at >= start - markLeadMs && at <= end).slice(-maxListed)
    const share = (ms: number) => `${((ms / (end - start)) * 100).toFixed(2)}%`
    this.#ticks.replaceChildren(
      ...gaps.map((gap) => {
        const element = createElement('span.gap')
        element.style.left = share(gap.start - start)
        element.style.width = share(gap.end - gap.start)
        return element
      }),
      ...marks.map(({ at, text }) => {
        const element = createElement('span.mark', { title: text })
        element.style.left = share(at - start)
        return element
      }),
    )
    this.#list.hidden = marks.length === 0
    this.#events.replaceChildren(
      ...marks.map(({ at, text }) => {
        const words = createElement('span', { dir: 'auto' }, text)
        return createElement(
          'li',
          createSecondaryButton(formatTime(at), () => this.#choices.go(at)),
          ' ',
          words,
        )
      }),
    )
  }

  /** Without a film only the status is shown. Its text says why nothing can be played. */
  #setEnabled(isOn: boolean): void {
    for (const part of this.element.children)
      if (part !== this.#status && part !== this.#list) (part as HTMLElement).hidden = !isOn
    for (const input of this.element.querySelectorAll<
      HTMLButtonElement | HTMLInputElement | HTMLSelectElement
    >('button, input, select'))
      input.disabled = !isOn
  }

  #toggle(): void {
    this.#choices.play(!this.#isPlaying)
  }

  #step(ms: number): void {
    const first = this.#windows[0]?.start ?? 0
    this.#choices.go(Math.max(first, this.#position + ms))
  }

  /** An event in the last second counts as the current one. */
  #toEvent(direction: 1 | -1): void {
    const next =
      direction > 0
        ? this.#marks.find(({ at }) => at > this.#position)
        : this.#marks.findLast(({ at }) => at < this.#position - 1000)
    if (next) this.#choices.go(next.at)
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#shown === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (isKeyHandledElsewhere(event) || this.#windows.length === 0) return
    const key = event.key.toLowerCase()
    if (key === 'k' || key === ' ') {
      if (!event.repeat) this.#toggle()
    } else if (key === 'j') this.#step(-stepMs)
    else if (key === 'l') this.#step(stepMs)
    else if (key === 'n') this.#toEvent(1)
    else if (key === 'p') this.#toEvent(-1)
    else return
    event.preventDefault()
  }
}

/** The time of day in the user's time zone. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

function formatDay(at: number): string {
  return new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' })
}
