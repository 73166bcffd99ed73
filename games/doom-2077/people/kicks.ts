// [DM-2.5] Why somebody is no player: the word of KICK, which the original client shows nobody, and the line before it.

export const kicks = {
  'Bad name.': 'A name has 1 to 100 letters.',
  'Name already in use.': 'Somebody here has that name already.',
  'Server full.': 'There is no seat left.',
  'Timed out.': 'Nothing was heard of you for too long: you are out.',
  'Unknown session': 'You are not in this game any more: join again.',
} as const

export type KickWord = keyof typeof kicks
