// Messages to clients that the room rejects or disconnects.
import type { TurnedAway } from '../game.ts'

export const turnedAway: { readonly [why in TurnedAway]: string } = {
  closed: 'This room is closed.',
  full: 'This room is full.',
  kicked: 'The host of this room has ended your session.',
  banned: 'The host of this room has banned you for a time.',
}
