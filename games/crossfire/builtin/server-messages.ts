// The room's texts, shown at login and on request. [CF-3.9]

export interface ServerMessages {
  readonly motd: string
  readonly news: string
  readonly rules: string
}

/** Texts for all rooms: an owner's world is not Hollowford. */
export const serverMessages: ServerMessages = {
  motd:
    'Welcome to Crossfire!\n\n' +
    'Walk with the arrows, press a to use what you stand on, and type help for all there is to do. ' +
    'Signs tell where you are, and what lies where.',
  news: '\n%The gates are open\nThis world is kept: what you find, learn and build here is still yours when you come back.\n',
  rules:
    'Be kind to each other: shout and chat are heard by everybody.\n' +
    'Take what you find, pay for what you take from a shelf, and leave others the same pleasure.\n',
}
