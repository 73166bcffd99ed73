import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Explore towns and dungeons with friends: fight, cast, trade, and keep your character for years.',
  since: 1992,
  paragraphs: [
    'You create a character and stand on the square of Hollowford, a town with an inn, a temple, a smithy and a shop. Outside are a wood with wolves, a cellar, a barrow, and under it twenty floors of dungeon that change every week.',
    'There are four races and classes, ten skills, spells and prayers, day and night, hunger and trade. If you die, you wake up in the last bed that you used. Your character keeps everything, in every client.',
  ],
  controls: [
    {
      action: 'Walk, fight',
      keys: 'W, A, S and D, or arrow keys; walk into a monster to hit it',
      touch: 'Tap where you want to go, or hold the pad',
    },
    { action: 'Use what is here', keys: 'E', touch: 'Apply' },
    { action: 'Pick up', keys: 'Comma', touch: 'Take' },
    { action: 'Shoot, cast ahead', keys: 'F, or Shift with an arrow key', touch: 'Switch the pad to firing' },
    { action: 'Talk', keys: 'Enter', touch: 'Talk' },
    { action: 'Type a command', keys: 'Slash; /help lists all commands', touch: 'Talk' },
  ],
  originalClient: {
    name: 'the client of 1992',
    page: 'https://crossfire.real-time.com/',
    note: 'Debian and Ubuntu have the client as the package crossfire-client; other systems find it on the project’s site. The X11 client of 1997 works, too. Enter the address of a room as the server.',
  },
  defaultRoomTitle: 'Hollowford',
} as const satisfies AboutGame
