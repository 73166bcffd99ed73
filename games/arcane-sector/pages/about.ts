import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Walk an island in first person, find rune spells, and do quests for its townspeople.',
  since: 2019,
  paragraphs: [
    'You stand on the green of Hearthwick, on an island of caves, herbs, flasks and doors. Say “work” to the person in front of you, and to others in their houses. Signs and scrolls name the runes of spells.',
    'Your number and your password bring you back as the same character, in the same place, with everything that you carried or left on the ground.',
  ],
  controls: [
    { action: 'Walk', keys: 'W and S, or up and down; Q and E step aside', touch: 'The direction pad' },
    { action: 'Turn', keys: 'A and D, or left and right', touch: 'The direction pad' },
    { action: 'Take, read or use', keys: 'Click an item at your feet, or F', touch: 'Tap it' },
    { action: 'Talk', keys: 'Enter', touch: 'The speech field' },
    {
      action: 'Strike',
      keys: 'Walk into a monster, preferably with a dagger in hand',
      touch: 'Walk into it',
    },
    { action: 'Cast a spell', keys: 'R shows the runes, Space casts', touch: 'Runes, then Cast' },
  ],
  originalClient: {
    name: 'the client of 2019',
    page: 'https://github.com/gynvael/arcanesector',
    note: 'Build the client of 2019 from its source. It needs the address of a room, and the room’s file map.data from the room’s page.',
  },
  defaultRoomTitle: 'Hearthwick',
} as const satisfies AboutGame
