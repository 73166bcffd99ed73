// The tokens of the rooms whose host this browser's user is, kept in this browser and sent to nobody but the rooms' site.

const key = (room: string) => `packetboat-host ${room}`

/** `room`: `game/room`. */
export function keepToken(room: string, token: string): void {
  localStorage.setItem(key(room), token)
}

export function tokenOf(room: string): string | undefined {
  return localStorage.getItem(key(room)) ?? undefined
}

export function dropToken(room: string): void {
  localStorage.removeItem(key(room))
}
