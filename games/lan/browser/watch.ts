// A graph of the traffic, and a legend of the nodes.
import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { createElement } from '../../../browser/ui/elements.ts'
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { drawPicture } from '../view/picture.ts'
import { drawTrafficGraph, graphMaximum, graphMs, nodeColour } from '../view/traffic-graph.ts'
import { silentAfterMs, TrafficHistory } from './traffic-history.ts'

class TrafficView implements SpectatorView {
  readonly description =
    'A graph of the packets a second during the last two minutes, with a coloured band for each computer; or a cable without computers.'
  readonly aspectRatio = 16 / 9
  readonly sidebar = createElement('p.quiet')
  readonly #history = new TrafficHistory()

  readonly memoryMs = graphMs + silentAfterMs

  /** During an interrupted connection the graph has a gap. */
  reset(): void {}

  timeChanged(): void {
    this.#history.clear()
  }

  handlePacket(frames: readonly (string | Uint8Array)[], now: number): void {
    for (const frame of frames) this.#history.add(typeof frame === 'string' ? frame : decodeUtf8(frame), now)
    this.#showLegend()
  }

  draw(size: Size, now: number, still: boolean): Rendering {
    const { samples, nodes } = this.#history
    // The graph of a silent LAN would be empty.
    if (nodes.length === 0) return { pixels: drawPicture([], size), isAnimated: false }
    return { pixels: drawTrafficGraph(samples, nodes, now, size), isAnimated: !still }
  }

  #showLegend(): void {
    const { samples, nodes } = this.#history
    const entries = nodes.flatMap((node, n) => {
      const mark = createElement('span', { 'aria-hidden': 'true' }, '■ ')
      mark.style.color = `#${nodeColour(n).toString(16).padStart(6, '0')}`
      const entry = createElement('span', mark, `${node} `)
      entry.style.whiteSpace = 'nowrap'
      return [entry, ' ']
    })
    const scale = `${graphMaximum(samples)} packets a second at the top, two minutes from left to right. `
    this.sidebar.replaceChildren(nodes.length === 0 ? 'Nobody is connected.' : scale, ...entries)
  }
}

startSpectating(new TrafficView())
