// The room's answers to players whose lines or names the host's rules refuse, and the moderation of a world without a
// room.
import type { ChatModeration } from './game-context.ts'

/** The answer to a line of a muted player. */
export const mutedMessage = 'The host of this room has muted you.'
/** The answer to a line that contains a word of the room's filter, if the room refuses such lines. */
export const filteredMessage = 'Not sent: the host of this room does not allow one of these words.'
/** The answer to a player who chooses a name that contains a word of the room's filter. */
export const filteredNameMessage =
  'The host of this room does not allow a word in this name. Choose another name.'
/** The answer to a player who chooses a name that looks like the host's or the server's. */
export const reservedNameMessage = 'This name is reserved for the host and the server. Choose another name.'
/** The answer to a player who chooses a name without visible characters, or with invisible ones. */
export const unreadableNameMessage =
  'A name must not contain invisible characters or change the direction of the text. Choose another name.'

/** The moderation of a world without a room, which allows everything and reports nothing. */
export const unrestrictedModeration: ChatModeration = {
  review: (_, text) => ({ text }),
  nameRefusal: () => undefined,
  wordRefusal: () => undefined,
  recordLine() {},
  report: () => 'There is nobody to report to.',
}
