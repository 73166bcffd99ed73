// Decodes `/:game/:room/qr.svg` as a phone does.
import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { origin, sendRequest } from '../fixtures/requests.ts'

/** Width of a module in pixels, as on a screen. */
const scale = 3

/** Draws the modules of the code as a picture, dark on white. */
function pixels(svg: string): { rgba: Uint8ClampedArray; side: number } {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]) * scale
  const rgba = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const at = 4 * ((Number(y) * scale + row) * side + Number(x) * scale + column)
        rgba.fill(0, at, at + 3)
      }
  return { rgba, side }
}

it("a room's QR code contains the address of its page", async () => {
  for (const room of ['harbor', 'a-name-as-long-as-names-may-be']) {
    const answer = await sendRequest(`/echo/${room}/qr.svg`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    const { rgba, side } = pixels(await answer.text())
    expect(jsQR(rgba, side, side)?.data).toBe(`${origin}/echo/${room}`)
  }
})
