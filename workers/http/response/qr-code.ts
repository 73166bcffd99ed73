// The QR code with which a phone opens the room's page.
import { encode } from 'uqr'
import { fileHeaders } from './file-response.ts'

/** Width in modules (ISO/IEC 18004, 5.3.8). */
const quietZone = 4
/** Clients may cache the QR code for a day, because the code of an address never changes. */
const maxAgeSeconds = 86_400

/** The code is dark on white in every colour scheme, because not all cameras can read light codes on dark. */
export function qrCodeResponse(address: string): Response {
  const { size, data } = encode(address, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`
  return new Response(svg, { headers: fileHeaders('image/svg+xml', `public, max-age=${maxAgeSeconds}`) })
}
