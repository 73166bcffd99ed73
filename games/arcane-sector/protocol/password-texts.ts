// [AS-2.12] The browser client recognizes `changed` by its text.

export const passwordTexts = {
  changed: 'Your password has changed.',
  empty: 'A password has 1 to 32 characters.',
  ownersPassword: 'The owner of this room has chosen your password. Ask them for another.',
  tooOften: 'Too many attempts from your address. Wait a minute.',
} as const
