import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Run through one shared field, take the sword, paint the floor, and find the goal.',
  since: 2010,
  paragraphs: [
    'All players share one field of rooms that connect at their edges. Somewhere is the goal. Moving enemies kill you; with the sword you kill them, but it attracts avengers if you keep it too long. The shield protects you from flames.',
    'Players paint the floor tile by tile, and it stays painted. Some gates open only while three players stand on their switches.',
  ],
  controls: [
    {
      action: 'Run',
      keys: 'Arrow keys, or hold the mouse where you want to go',
      touch: 'The direction pad, or hold a finger where you want to go',
    },
    { action: 'Change colour, paint the tile', keys: 'Z', touch: 'The button' },
  ],
  originalClient: {
    name: 'the client of 2010',
    page: 'https://github.com/CaveStoryModdingCommunity/soaprun',
    note: 'The client of 2010 asks a fixed address for its server, which your network has to redirect; a patched client can use a room’s address. Its source is with the Cave Story Modding Community.',
  },
  defaultRoomTitle: 'Harbor',
} as const satisfies AboutGame
