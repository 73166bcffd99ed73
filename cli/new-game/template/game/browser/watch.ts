// The spectator view of Say Back: a picture of the room from above, and its newest lines as text.
import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { createElement } from '../../../browser/ui/elements.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { fromServer } from '../packets.ts'
import { drawPicture } from '../view/picture.ts'
import { ReceivedLines } from './received-lines.ts'

class RoomView implements SpectatorView {
  readonly description = 'The newest lines, each as a bar as long as its text.'
  readonly aspectRatio = 16 / 9
  readonly #received = new ReceivedLines()
  readonly #list = createElement('ol.lines', { 'aria-live': 'polite', 'aria-label': 'Newest lines' })
  readonly sidebar = this.#list

  reset(): void {
    this.#received.reset()
    this.#list.replaceChildren()
  }

  handlePacket(frames: readonly (string | Uint8Array)[]): void {
    for (const frame of frames) {
      if (typeof frame === 'string') throw new WireError('expected a binary packet, got text')
      const packet = fromServer.decode(frame)
      if (packet.type !== 'ECHO' || !this.#received.add(packet)) continue
      // Screen readers read each added element.
      this.#list.prepend(createElement('li', packet.text))
      if (this.#list.childElementCount > this.#received.all.length) this.#list.lastElementChild?.remove()
    }
  }

  draw(size: Size): Rendering {
    const players = 0 // the feed does not say how many players are in the room
    return { pixels: drawPicture(this.#received.all, players, size), isAnimated: false }
  }
}

startSpectating(new RoomView())
