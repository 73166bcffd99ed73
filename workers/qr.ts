// `/:game/:room/qr.svg`: the address of a room's page, for who has it on a screen and wants it on a phone.
import { encode } from 'uqr'
import { headersOf } from './given-file.ts'

/** Modules of nothing around it, as the standard wants them (ISO/IEC 18004, 5.3.8). */
const quietZone = 4
/** Seconds: an address says the same for ever. */
const keptFor = 86_400

/** A code that holds `address`, dark on white in every scheme, for cameras do not read all that is light on dark. */
export function qrAnswer(address: string): Response {
  const { size, data } = encode(address, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`
  return new Response(svg, { headers: headersOf('image/svg+xml', `public, max-age=${keptFor}`) })
}
