// [DM-2.5] KICK reasons, which the original client does not display, and the text line sent before each.

export const kickDescriptions = {
  'Bad name.': 'A name has 1 to 100 letters.',
  'Name already in use.': 'Somebody here has that name already.',
  'Server full.': 'There is no seat left.',
  'Timed out.': 'Nothing was heard of you for too long: you are out.',
  'Unknown session': 'You are not in this game any more: join again.',
} as const

export type KickMessage = keyof typeof kickDescriptions
