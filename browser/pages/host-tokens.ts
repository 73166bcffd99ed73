// The tokens of the rooms whose host this browser's user is, kept in this browser and sent to nobody but the rooms' site.
import { keep, kept, read } from '../kept.ts'

const name = (room: string) => `host ${room}`
/** Under which a token was kept first, and not as JSON. */
const former = (room: string) => `packetboat-host ${room}`

/** `room`: `game/room`. */
export const keepToken = (room: string, token: string): void => keep(name(room), token)

export function tokenOf(room: string): string | undefined {
  const token = kept(name(room)) ?? read(former(room))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const dropToken = (room: string): void => keep(name(room), '')
