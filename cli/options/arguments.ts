// Parsers of command-line values. If one of them throws, the command ends with exit code 2.
import { InvalidArgumentError } from 'commander'
import type { ListenerRequest } from '../../durable-objects/rpc/rpc-types.ts'
import type { OptionFlag } from './parse-option-flags.ts'

/** Port 0 means any free port. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new InvalidArgumentError('a port is a whole number from 0 to 65535.')
}

/** Rejects an empty text, which a shell passes for an unset variable. */
export function parseNonEmptyText(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('it must not be empty.')
}

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('expected a whole number from 1 to 9999.')
}

/** Parses seconds, at most ten years. */
export function parseSeconds(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= 315_360_000) return Number(text)
  throw new InvalidArgumentError('expected seconds from 1 to 315360000.')
}

/** Parses seconds, at most a day. */
export function parseCooldown(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 86_400) return Number(text)
  throw new InvalidArgumentError('expected seconds from 0 to 86400.')
}

export function parseRoomName(text: string): string {
  if (/^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('expected GAME/ROOM, for example soaprun/harbor.')
}

export function parseRoomNames(text: string, previous: readonly string[] = []): string[] {
  return [...previous, parseRoomName(text)]
}

export function parseOption(text: string, previous: readonly OptionFlag[]): OptionFlag[] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('expected NAME=VALUE.')
  return [...previous, [text.slice(0, at), text.slice(at + 1)]]
}

/** Parses `transport:port`. `none` alone means no listeners. */
export function parseListen(text: string, previous?: readonly ListenerRequest[]): ListenerRequest[] {
  if (previous && (text === 'none' || previous.length === 0)) {
    throw new InvalidArgumentError('none cannot be combined with listeners.')
  }
  if (text === 'none') return []
  const [, transport, at] = /^(tcp|udp|websocket|dispatch):(\d+)$/.exec(text) ?? []
  if (!transport || !at) {
    throw new InvalidArgumentError(
      'expected none or TRANSPORT:PORT; transports: tcp, udp, websocket, dispatch.',
    )
  }
  return [...(previous ?? []), { transport: transport as ListenerRequest['transport'], port: parsePort(at) }]
}

/** An empty line alone removes all lines. */
export function appendTextLine(text: string, previous?: readonly string[]): string[] {
  if (previous && (text === '' || previous.length === 0)) {
    throw new InvalidArgumentError("'' cannot be combined with other lines.")
  }
  return text === '' ? [] : [...(previous ?? []), text]
}

export function parseVariable(text: string, previous: readonly string[]): string[] {
  if (/^[A-Z][A-Z_]*=/.test(text)) return [...previous, text]
  throw new InvalidArgumentError('expected NAME=VALUE with NAME in capitals.')
}
