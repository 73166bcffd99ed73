// Messages to clients that the room rejects or disconnects.
import type { RejectReason } from '../game.ts'

export const rejectMessages: { readonly [why in RejectReason]: string } = {
  closed: 'This room is closed.',
  full: 'This room is full.',
  kicked: 'The owner of this room has disconnected you.',
  banned: 'The owner of this room has banned you temporarily.',
}
