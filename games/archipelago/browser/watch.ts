// The spectator view of Archipelago: the boat, a progress bar for each player, and the stream of found items.
import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { itemClassOf } from '../seed/item-class.ts'
import { drawProgress } from '../view/progress-picture.ts'
import { type FeedText, type TextPart, WatchedMultiworld } from './watched-multiworld.ts'

class MultiworldView implements SpectatorView {
  readonly description = 'Progress: a bar for each player, and a boat for all players together.'
  readonly aspectRatio = 16 / 9
  readonly sidebar = document.createElement('div')
  readonly #list = document.createElement('ol')
  readonly #multiworld = new WatchedMultiworld()
  #shownTexts: readonly FeedText[] = []

  constructor() {
    this.sidebar.className = 'stream'
    // The role `log` is not used, because screen readers would then not present the list as a list.
    this.sidebar.setAttribute('aria-live', 'polite')
    this.sidebar.setAttribute('aria-label', 'Recent finds')
    this.sidebar.tabIndex = 0
    this.sidebar.append(this.#list)
  }

  reset(): void {
    this.#multiworld.reset()
  }

  handlePacket(frames: readonly (string | Uint8Array)[]): void {
    this.#multiworld.handleFrames(frames)
    this.#appendTexts(this.#multiworld.texts)
  }

  draw(size: Size): Rendering {
    return { pixels: drawProgress(this.#multiworld.players, size), isAnimated: false }
  }

  /** Adds only the new lines, so that a reader's text selection is kept. */
  #appendTexts(texts: readonly FeedText[]): void {
    if (texts === this.#shownTexts) return
    const fresh = texts.filter((one) => !this.#shownTexts.includes(one))
    this.#shownTexts = texts
    this.#list.prepend(...fresh.map(renderLine))
    while (this.#list.childElementCount > texts.length) this.#list.lastElementChild?.remove()
    if (texts.length === 0) this.#list.replaceChildren(emptyLine())
  }
}

function emptyLine(): HTMLElement {
  const line = document.createElement('li')
  line.className = 'quiet'
  line.textContent = 'Nothing found yet.'
  return line
}

function renderLine({ at, data }: FeedText): HTMLElement {
  const line = document.createElement('li')
  const time = document.createElement('time')
  time.dateTime = new Date(at).toISOString()
  time.textContent = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  line.append(time, ' ', ...data.map(renderPart))
  return line
}

function renderPart({ text, type = '', flags = 0 }: TextPart): HTMLElement {
  const part = document.createElement('span')
  part.textContent = text
  if (type === 'item_name') part.className = `item ${itemClassOf(flags)}`
  else if (type !== '') part.className = type.replace('_name', '')
  return part
}

startSpectating(new MultiworldView())
