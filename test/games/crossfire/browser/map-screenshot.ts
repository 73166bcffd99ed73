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

// Cells whose pictures were decoded after the first drawing are on canvases of their own over the large one.
window.seen = () => {
  const [map, ...patches] = document.querySelectorAll('canvas')
  const { width, height } = map!
  const picture = Object.assign(document.createElement('canvas'), { width, height })
  const context = picture.getContext('2d')!
  context.drawImage(map!, 0, 0)
  for (const patch of patches)
    context.drawImage(patch, Number.parseInt(patch.style.left, 10), Number.parseInt(patch.style.top, 10))
  return picture.toDataURL('image/png').slice('data:image/png;base64,'.length)
}
