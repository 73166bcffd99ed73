// The PROXY protocol, versions 1 and 2, of HAProxy's proxy-protocol.txt (sections 2.1 and 2.2), by which a load
// balancer passes the client's address. This code does no I/O.
import { isAddress, normalizeAddress } from '../../../wire/net/ip-address.ts'
import { WireError } from '../../../wire/util/wire-error.ts'

export interface ProxyHeader {
  readonly length: number
  /** The client's address; absent if the load balancer connects on its own behalf, for example for a health check. */
  readonly address?: string
}

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** Maximum bytes of a header of version 1, with the end of the line. */
const maxVersion1Bytes = 107
/** Maximum bytes of a header of version 2; real load balancers send about a quarter of this. */
const maxVersion2Bytes = 4096
const [localCommand, proxyCommand] = [0x20, 0x21] as const
const addressBytesByFamily: { readonly [code: number]: number } = { 17: 4, 33: 16 }

/**
 * Parses the header at the start of `bytes`; undefined if more bytes are needed. Throws WireError for bytes that do not
 * start with a PROXY header.
 */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length === 0) return undefined
  return bytes[0] === signature[0] ? parseVersion2(bytes) : parseVersion1(bytes)
}

function parseVersion1(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.indexOf('\r\n')
  const line = bytes.subarray(0, end < 0 ? maxVersion1Bytes : end).toString('latin1')
  if (end + 2 > maxVersion1Bytes || !'PROXY '.startsWith(line.slice(0, 6)))
    throw new WireError('no PROXY header')
  if (end < 0) {
    if (bytes.length >= maxVersion1Bytes) throw new WireError('PROXY header too long')
    return undefined
  }
  const length = end + 2
  if (/^PROXY UNKNOWN( |$)/.test(line)) return { length }
  const [, address] = /^PROXY TCP[46] ([0-9a-fA-F.:]+) [0-9a-fA-F.:]+ \d{1,5} \d{1,5}$/.exec(line) ?? []
  if (address === undefined || !isAddress(address)) throw new WireError('invalid PROXY header')
  return { length, address: normalizeAddress(address) }
}

function parseVersion2(bytes: Buffer): ProxyHeader | undefined {
  const start = bytes.subarray(0, signature.length)
  if (!start.equals(signature.subarray(0, start.length))) throw new WireError('no PROXY header')
  if (bytes.length < 16) return undefined
  const length = 16 + bytes.readUInt16BE(14)
  if (length > maxVersion2Bytes) throw new WireError('PROXY header too long')
  if (bytes.length < length) return undefined
  const command = bytes[12]!
  if (command === localCommand) return { length }
  if (command !== proxyCommand) throw new WireError('unknown PROXY command')
  const size = addressBytesByFamily[bytes[13]!]
  if (size === undefined) return { length }
  if (length < 16 + 2 * size + 4) throw new WireError('invalid PROXY header')
  return { length, address: formatAddress(bytes.subarray(16, 16 + size)) }
}

function formatAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16))
  return normalizeAddress(new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1))
}
