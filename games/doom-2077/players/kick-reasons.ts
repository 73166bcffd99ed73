// [DM-2.5] KICK reasons, which the original client does not display, and the text line sent before each.

export const kickDescriptions = {
  'Bad name.': 'Invalid name. Use 1 to 100 letters.',
  'Name already in use.': 'This name is in use.',
  'Server full.': 'The server is full.',
  'Timed out.': 'Timed out: no data received from you.',
  'Unknown session': 'Your session has ended. Join again.',
} as const

export type KickReason = keyof typeof kickDescriptions
