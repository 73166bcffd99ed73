// The spectator view of Archipelago: the boat, a progress bar for each player, and the stream of found items.
import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { drawProgress } from '../view/progress.ts'
import { type NamedPart, type Told, WatchedMultiworld } from './multiworld.ts'

class StreamView implements SpectatorView {
  readonly description = 'How far everybody is: a bar for each player, and a boat for all together.'
  readonly aspectRatio = 16 / 9
  readonly sidebar = document.createElement('div')
  readonly #list = document.createElement('ol')
  readonly #multiworld = new WatchedMultiworld()
  #shown: readonly Told[] = []

  constructor() {
    this.sidebar.className = 'stream'
    // Not the role `log`: it would replace the list's own role, and its items would have no list.
    this.sidebar.setAttribute('aria-live', 'polite')
    this.sidebar.setAttribute('aria-label', 'What was found last')
    this.sidebar.tabIndex = 0
    this.sidebar.append(this.#list)
  }

  reset(): void {
    this.#multiworld.begun()
  }

  handlePacket(frames: readonly (string | Uint8Array)[]): void {
    this.#multiworld.heard(frames)
    this.#tell(this.#multiworld.told)
  }

  draw(size: Size): Rendering {
    return { pixels: drawProgress(this.#multiworld.players, size), isAnimated: false }
  }

  /** Adds only new lines, so that the reader's selection is kept. */
  #tell(told: readonly Told[]): void {
    if (told === this.#shown) return
    const fresh = told.filter((one) => !this.#shown.includes(one))
    this.#shown = told
    this.#list.prepend(...fresh.map(lineOf))
    while (this.#list.childElementCount > told.length) this.#list.lastElementChild?.remove()
    if (told.length === 0) this.#list.replaceChildren(nothing())
  }
}

/** Shown until the first line arrives. */
function nothing(): HTMLElement {
  const line = document.createElement('li')
  line.className = 'quiet'
  line.textContent = 'Nothing was found yet.'
  return line
}

function lineOf({ at, data }: Told): HTMLElement {
  const line = document.createElement('li')
  const time = document.createElement('time')
  time.dateTime = new Date(at).toISOString()
  time.textContent = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  line.append(time, ' ', ...data.map(partOf))
  return line
}

function partOf({ text, type = '', flags = 0 }: NamedPart): HTMLElement {
  const part = document.createElement('span')
  part.textContent = text
  if (type === 'item_name') part.className = `item ${kindOf(flags)}`
  else if (type !== '') part.className = type.replace('_name', '')
  return part
}

function kindOf(flags: number): string {
  if (flags & 1) return 'progression'
  if (flags & 4) return 'trap'
  return flags & 2 ? 'useful' : 'filler'
}

startSpectating(new StreamView())
