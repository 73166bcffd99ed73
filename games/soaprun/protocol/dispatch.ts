// The dispatch text tells clients whether the room is open, and the room's address. The Worker and the sidecars send
// the text, and health checks parse it as the client of 2010 does.
import { ascii, latin1, shiftJis } from '../../../wire/codec/fields/charsets.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { GameDocument, RoomInDocument } from '../../game.ts'

export interface DispatchContent {
  /** A client treats any status other than `open` as closed. The client ignores case. */
  readonly status: 'open' | 'closed'
  /** An address or host name. */
  readonly ip: string
  readonly port: number
  readonly protocol: string
  readonly version: number
  /** Lines that a client prints if the room is closed: at most six, without `<br>`. */
  readonly comments: readonly string[]
}

/**
 * Limits in bytes, from the sizes of the client's buffers. The client needs four bytes for each escaped byte, and the
 * buffer for the port follows the buffer for the sixth comment.
 */
export const dispatchLimits = {
  host: 63,
  protocol: 7,
  comments: [23, 23, 23, 23, 23, 21],
  line: 519,
  read: 1000,
} as const

export const dispatchProtocol = { name: 'Soaprun', version: 64 } as const

/** The paths that different clients request end in the same file name. */
export const dispatchDocument: GameDocument = {
  type: 'text/html; charset=Shift_JIS',
  aliases: ['/server.cgi', '/rochet/en_0x_kb/server.cgi'],
  render(room, address, away = false) {
    const usable = address && isUsable(address) ? address : undefined
    const notices = noticesOf(room, address, usable, away)
    const open = room.open && usable && !away
    const record = [
      '-', // a timestamp, which no client reads
      open ? 'open' : 'closed',
      usable?.host ?? '0.0.0.0',
      usable?.port ?? 0,
      dispatchProtocol.name,
      dispatchProtocol.version,
      ...commentFields([...notices, ...room.comments]),
    ]
    return ascii.encode(`<html><body>\nPixel<br>\n${record.join('\t')}\n</body></html>\n`)
  },
}

type Address = { readonly host: string; readonly port: number }

function isUsable({ host, port }: Address): boolean {
  if (!/^[!-~]+$/.test(host) || host.length > dispatchLimits.host) return false
  return Number.isInteger(port) && port > 0 && port < 65_536
}

/** Returns the reason for which an open room is shown as closed, as lines that a client can print. */
function noticesOf(room: RoomInDocument, address?: Address, usable?: Address, away?: boolean): string[] {
  if (away) return ['The server is offline.', 'Please try again soon.']
  if (!room.open || usable) return []
  return address ? ['This client cannot use', 'its address.'] : ['It has no open port now']
}

/** Returns at most six comments. No field is empty, because a client splits the record at runs of tabs. */
function commentFields(comments: readonly string[]): string[] {
  const limits = dispatchLimits.comments.slice(0, comments.length)
  const fields = limits.map((limit, i) => commentField(comments[i]!, limit))
  return fields.length < dispatchLimits.comments.length ? [...fields, blank] : fields
}

/** A client prints nothing for this comment. */
const blank = '<br>'

/**
 * Encodes a comment as at most `limit` bytes of Shift-JIS, cut between characters. All bytes except letters and digits
 * become %XX.
 */
function commentField(comment: string, limit: number): string {
  let field = ''
  let length = 0
  for (const character of comment.toWellFormed()) {
    const bytes = encodeShiftJis(character)
    length += bytes.length
    if (length > limit) break
    for (const byte of bytes) field += escapeByte(byte)
  }
  return field || blank
}

const question = 0x3f
const space = 0x20

function encodeShiftJis(character: string): Uint8Array {
  if (/[\p{Cc}\u2028\u2029]/u.test(character)) return Uint8Array.of(space)
  try {
    return shiftJis.encode(character)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return Uint8Array.of(question)
  }
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte)
  return /[A-Za-z0-9]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * Parses an HTTP response of at most 1,000 bytes as the client does. The line after the one with `<html` starts with
 * `Pixel`, and the line after that is the record. Undefined if there is no record, or if the record exceeds the
 * client's buffers.
 */
export function parseDispatchText(bytes: Uint8Array): DispatchContent | undefined {
  const seen = bytes.subarray(0, dispatchLimits.read)
  const html = findHtml(seen)
  if (html === undefined) return undefined
  const [, pixel, record] = latin1.decode(seen.subarray(html)).split(/\r\n|\r|\n/)
  if (!pixel?.startsWith('Pixel') || record === undefined || record.length > dispatchLimits.line)
    return undefined
  return readRecord(record.split(/\t+/).filter((field) => field))
}

function readRecord([, status, ip, port, name, version, ...rest]: readonly string[]):
  | DispatchContent
  | undefined {
  if (!status || !ip || !port || !name || !version) return undefined
  if (ip.length > dispatchLimits.host || name.length > dispatchLimits.protocol) return undefined
  if (!/^\d+$/.test(port) || !/^\d+$/.test(version)) return undefined
  const comments = rest.slice(0, dispatchLimits.comments.length).map(unescaped)
  if (comments.some((comment, i) => comment.length > dispatchLimits.comments[i]!)) return undefined
  return {
    status: status.toLowerCase() === 'open' ? 'open' : 'closed',
    ip,
    port: Number(port),
    protocol: name,
    version: Number(version),
    comments: comments.map(readShiftJis).filter((comment) => comment !== blank),
  }
}

/** The byte after a Shift-JIS lead byte is part of the same character, whatever its value. */
function findHtml(bytes: Uint8Array): number | undefined {
  const wanted = ascii.encode('<html')
  for (let at = 0; at + wanted.length <= bytes.length; at += isLead(bytes[at]!) ? 2 : 1) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return undefined
}

function isLead(byte: number): boolean {
  return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
}

/** Returns a character per byte. */
function unescaped(field: string): string {
  return field.replace(/\+|%([0-9a-fA-F]{2})/g, (_, hex?: string) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** `text`: a character per byte. Returns invalid Shift-JIS unchanged, because clients send and print it. */
export function readShiftJis(text: string): string {
  try {
    return shiftJis.decode(latin1.encode(text))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return text
  }
}
