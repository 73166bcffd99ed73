// Host tokens of this user's rooms, stored in this browser and sent only to the site of the rooms.
import { readSetting, saveSetting } from '../local-settings.ts'

const tokenKey = (room: string) => `host ${room}`

/** `room`: `game/room`. */
export const saveOwnerToken = (room: string, token: string): void => saveSetting(tokenKey(room), token)

export function ownerTokenOf(room: string): string | undefined {
  const token = readSetting(tokenKey(room))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const deleteOwnerToken = (room: string): void => saveSetting(tokenKey(room), '')
