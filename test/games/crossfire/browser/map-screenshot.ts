// Draws the map of a Crossfire room in a page: recorded frames are replayed to a client there.
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import { MapView } from '../../../../games/crossfire/browser/map-view/map-view.ts'

declare global {
  interface Window {
    /** Draws these base64 frames without labels, whose fonts depend on the machine. */
    show(frames: readonly string[]): void
    /** The current picture, a PNG in base64. */
    seen(): string
  }
}

window.show = (frames) => {
  const client = new Client({ send() {}, now: () => 0 })
  const { element } = new MapView(client)
  document.body.replaceChildren(element)
  client.onConnected()
  for (const frame of frames)
    client.handleFrame(Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0)))
  for (const { cell } of client.map.inView()) cell.labels = []
}

window.seen = () =>
  document.querySelector('canvas')!.toDataURL('image/png').slice('data:image/png;base64,'.length)
