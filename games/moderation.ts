// The room's answers to players whose words the host's rules refuse, and moderation for a world without a room.
import type { ChatModeration } from './game-context.ts'

/** The answer to a muted player who says something. */
export const mutedMessage = 'The host of this room has muted you.'
/** The answer to a line with a word of the room's filter, if the room refuses such lines. */
export const filteredMessage = 'Not sent: the host of this room does not allow one of these words.'
/** The answer to a player who chooses a name with such a word. */
export const filteredNameMessage =
  'The host of this room does not allow a word in this name. Choose another name.'

/** Allows everything and reports nothing: for a world without a room. */
export const noModeration: ChatModeration = {
  review: (_, text) => ({ text }),
  nameRefusal: () => undefined,
  recordLine() {},
  report: () => 'There is nobody to report to.',
}
