import type { Game, GamePage } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  room: {
    path: '',
    endpoint: 'sessions',
    render: async (...given) => (await import('./room.tsx')).roomPageContent(...given),
  },
} satisfies { readonly [name: string]: GamePage }
