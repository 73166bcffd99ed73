import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'A netplay relay: play console games over RetroArch when your router lets nobody in.',
  since: 2010,
  paragraphs: [
    'A host opens a netplay session in the room, and the players who join it reach the host through the room.',
    'Nobody has to open a port. A relay near you is faster than one on another continent.',
  ],
  controls: [],
  originalClient: {
    name: 'RetroArch',
    page: 'https://www.retroarch.com/',
    note: 'The room’s page shows the settings to type: a custom relay server. Only the host needs them.',
  },
  defaultRoomTitle: 'Arcade',
} as const satisfies AboutGame
