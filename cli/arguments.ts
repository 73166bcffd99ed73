// Parsers of command-line values. Each returns the value or throws an error message (exit code 2).
import { InvalidArgumentError } from 'commander'
import type { ListenerRequest } from '../durable-objects/rooms.ts'
import type { TypedOption } from './options/typed.ts'

/** 0 to 65535; 0 is any. */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new InvalidArgumentError('a port is a number from 0 to 65535.')
}

/** 1 to 9999. */
export function positive(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('it is a number from 1 to 9999.')
}

/** 1 to 315360000: ten years. */
export function seconds(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= 315_360_000) return Number(text)
  throw new InvalidArgumentError('it is a number of seconds from 1 to 315360000.')
}

/** 0 to 86400: a day. */
export function cooldown(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 86_400) return Number(text)
  throw new InvalidArgumentError('it is a number of seconds from 0 to 86400.')
}

/** `game/room`. */
export function roomName(text: string): string {
  if (/^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('a room is GAME/ROOM, as in soaprun/harbor.')
}

/** Appends `name=value`. */
export function option(text: string, before: readonly TypedOption[]): TypedOption[] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('an option is NAME=VALUE.')
  return [...before, [text.slice(0, at), text.slice(at + 1)]]
}

/** Appends `transport:port`; a lone `none` means no listeners. */
export function listen(text: string, before?: readonly ListenerRequest[]): ListenerRequest[] {
  if (before && (text === 'none' || before.length === 0)) {
    throw new InvalidArgumentError('none goes with no other.')
  }
  if (text === 'none') return []
  const [, transport, at] = /^(tcp|udp|websocket|dispatch):(\d+)$/.exec(text) ?? []
  if (!transport || !at) {
    throw new InvalidArgumentError(
      'it is TRANSPORT:PORT, TRANSPORT one of tcp, udp, websocket, dispatch; or none.',
    )
  }
  return [...(before ?? []), { transport: transport as ListenerRequest['transport'], port: port(at) }]
}

/** Appends a line of text; a lone empty one removes all comments. */
export function comment(text: string, before?: readonly string[]): string[] {
  if (before && (text === '' || before.length === 0)) {
    throw new InvalidArgumentError('an empty one goes with no other.')
  }
  return text === '' ? [] : [...(before ?? []), text]
}

/** Appends `NAME=value`. */
export function variable(text: string, before: readonly string[]): string[] {
  if (/^[A-Z][A-Z_]*=/.test(text)) return [...before, text]
  throw new InvalidArgumentError('a setting is NAME=VALUE, its name in capitals.')
}
