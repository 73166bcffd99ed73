import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Ten minutes, most kills win: a deathmatch on a Doom map in your browser.',
  since: 2024,
  paragraphs: [
    'Enter a name and you are in the sea fort, with a pistol. The match begins when the second player joins, and ends after ten minutes. A room keeps its all-time scores.',
    'Art, sounds and map are our own. Hosts can upload a WAD with other maps, and you can load textures and sprites from your own WAD: it stays in your browser.',
  ],
  controls: [
    { action: 'Walk', keys: 'W, A, S and D', touch: 'Left thumb' },
    {
      action: 'Look',
      keys: 'Click the arena, then move the mouse; or left and right',
      touch: 'Drag a finger across the arena',
    },
    { action: 'Fire', keys: 'Left button, or Space', touch: 'Fire' },
    { action: 'Choose a weapon', keys: '1 to 4, or the wheel', touch: 'Gun' },
    { action: 'Reload, open', keys: 'R, E', touch: 'Load, Open' },
    { action: 'Score, chat', keys: 'Tab, Enter', touch: 'Score, Chat' },
  ],
  originalClient: {
    name: 'the client of 2024',
    page: 'https://github.com/Esteban795/DOOM-2077',
    note: 'The client of 2024 is built from its source. It takes an address without a port and uses UDP port 9999. It needs the file DOOM1-NET.WAD of a room, which the room’s page offers.',
  },
  defaultRoomTitle: 'The sea fort',
} as const satisfies AboutGame
