// The host tokens of this user's rooms, which this browser stores and sends only to this site.
import { readSetting, saveSetting, settingNames } from '../local-settings.ts'

const keyStart = 'host '
const tokenKey = (room: string) => keyStart + room

/** `room`: the full name `game/room`. */
export const saveOwnerToken = (room: string, token: string): void => saveSetting(tokenKey(room), token)

export function ownerTokenOf(room: string): string | undefined {
  const token = readSetting(tokenKey(room))
  return typeof token === 'string' && token !== '' ? token : undefined
}

export const deleteOwnerToken = (room: string): void => saveSetting(tokenKey(room), undefined)

/** `game/room`, sorted by name. */
export const ownedRooms = (): readonly string[] =>
  settingNames(keyStart)
    .map((name) => name.slice(keyStart.length))
    .filter((room) => ownerTokenOf(room) !== undefined)
    .sort()
