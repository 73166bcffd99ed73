// Host tokens of this user's rooms, stored in this browser and sent only to the site of the rooms.
import { readRaw, readSetting, saveSetting } from '../local-settings.ts'

const tokenKey = (room: string) => `host ${room}`
/** The former key of a token, which is not stored as JSON. */
const formerKey = (room: string) => `packetboat-host ${room}`

/** `room`: `game/room`. */
export const saveOwnerToken = (room: string, token: string): void => saveSetting(tokenKey(room), token)

export function ownerTokenOf(room: string): string | undefined {
  const token = readSetting(tokenKey(room)) ?? readRaw(formerKey(room))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const deleteOwnerToken = (room: string): void => saveSetting(tokenKey(room), '')
