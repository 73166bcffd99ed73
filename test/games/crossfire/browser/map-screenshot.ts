// A page with the map of a Crossfire room as it lies: what a client heard is told once more to one in the page, which draws.
import { Client } from '../../../../games/crossfire/browser/client/client.ts'
import { MapView } from '../../../../games/crossfire/browser/map-view/map-view.ts'

declare global {
  interface Window {
    /** Draws what these frames tell, each in base64, but no words: their letters are the machine's. */
    show(frames: readonly string[]): void
    /** The picture that there is now: a PNG in base64. */
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
