// [LAN-6.4] DOSBox joins the room when it starts.
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { DocumentAddress, RoomInDocument } from '../../game.ts'

/**
 * Lines end with CRLF, as DOSBox expects. If the room has no address, the configuration prints a message instead of
 * connecting.
 */
export function dosboxConf({ room }: RoomInDocument, address: DocumentAddress | undefined): Uint8Array {
  const connect = address
    ? `ipxnet connect ${address.host} ${address.port}`
    : 'echo The room has no UDP address at the moment. Download dosbox.conf again later.'
  const lines = [
    `# LAN room ${room}: dosbox -conf dosbox.conf`,
    '[ipx]',
    'ipx=true',
    '',
    '[autoexec]',
    connect,
  ]
  return encodeUtf8(lines.map((line) => `${line}\r\n`).join(''))
}
