// Host tokens of this user's rooms, stored in this browser and sent only to the site of the rooms.
import { keep, kept, read } from '../kept.ts'

const name = (room: string) => `host ${room}`
/** The former key of a token, which is not stored as JSON. */
const former = (room: string) => `packetboat-host ${room}`

/** `room`: `game/room`. */
export const keepToken = (room: string, token: string): void => keep(name(room), token)

export function tokenOf(room: string): string | undefined {
  const token = kept(name(room)) ?? read(former(room))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const dropToken = (room: string): void => keep(name(room), '')
