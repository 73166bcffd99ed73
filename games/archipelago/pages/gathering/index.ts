// The pages of a room that gathers players' files. The code of each page is loaded on first use.
import type { Game, GamePage } from '../../../game.ts'

export const gatheringPages: NonNullable<Game['pages']> = {
  room: {
    path: '',
    endpoint: 'yamls',
    render: async (...args) => (await import('./lobby.tsx')).lobbyPage(...args),
  },
  file: {
    path: 'yamls/:id',
    endpoint: 'yaml',
    render: async (...args) => (await import('./lobby.tsx')).filePage(...args),
  },
} satisfies { readonly [name: string]: GamePage }
