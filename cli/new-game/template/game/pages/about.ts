// The texts about Say Back on the site.
import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Send a line, and everybody in the room receives it.',
  since: 2026,
  paragraphs: ['Your browser chooses a name for you. Type a line, and all players receive it.'],
  controls: [{ action: 'Say a line', keys: 'Type it, then Enter', touch: 'Type it, then Say' }],
  originalClient: {
    name: 'a client of your own',
    note: 'A client connects over TCP and sends packets as PROTOCOL.md describes.',
  },
  defaultRoomTitle: 'Say Back',
} as const satisfies AboutGame
