// [CF-3.9] Texts that players read at login and on request.

/** Messages for all rooms, which must not mention Hollowford, because a room can have an imported world. */
export const serverMessages = {
  motd:
    'Welcome to Crossfire!\n\n' +
    'Walk with the arrow keys, press a to use what is under you, and type help for a list of commands. ' +
    'Signs show the way.',
  news: '\n%The gates are open\nThis world is saved: your items, skills and buildings are still here when you return.\n',
  rules:
    'Be kind to each other: everybody reads shout and chat.\n' +
    'Keep what you find, and pay for what you take from a shop.\n',
} as const
