// Draws the map of a Crossfire room in a browser page. A client in the page replays recorded frames.
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import { MapView } from '../../../../games/crossfire/browser/map-view/map-view.ts'

declare global {
  interface Window {
    /** Draws the map from these base64 frames. Labels are left out, because their fonts depend on the machine. */
    show(frames: readonly string[]): void
    /** The current picture of the map as a PNG in base64. */
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
