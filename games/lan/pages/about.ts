import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'A network cable for DOS games: play what supports IPX with friends anywhere.',
  since: 1983,
  paragraphs: [
    'A room is a local network. All computers in it exchange IPX packets, so the games find each other as if they were in one house.',
    'Each player runs the game. It connects with DOSBox, or with IPXWrapper on Windows.',
  ],
  controls: [],
  originalClient: {
    name: 'DOSBox',
    page: 'https://www.dosbox.com/',
    note: 'The room’s page offers a dosbox.conf that enables IPX and connects to the room. Start DOSBox with it, then your game.',
  },
  defaultRoomTitle: 'LAN party',
} as const satisfies AboutGame
