// Reads a sidecar's dispatch as the client of 2010 does: it opens a connection, sends its request, and calls recv once
// for at most 1,000 bytes.
import { once } from 'node:events'
import { connect } from 'node:net'
import { type DispatchContent, parseDispatchText } from '../../../games/soaprun/protocol/dispatch.ts'

const request = 'GET /rochet/en_0x_kb/server.cgi HTTP/1.0\r\nHost: hpcgi2.nifty.com\r\n\r\n'

/** `dispatch`: the text parsed from the first read. `bytes`: the number of bytes until the server disconnects. */
export async function readOnce(
  port: number,
): Promise<{ dispatch: DispatchContent | undefined; bytes: number }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const reads: Buffer[] = []
  socket.on('data', (chunk) => reads.push(chunk))
  socket.write(request)
  await once(socket, 'close')
  return { dispatch: parseDispatchText(reads[0] ?? Buffer.alloc(0)), bytes: Buffer.concat(reads).length }
}
