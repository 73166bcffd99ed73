import type { Game, GamePage } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  room: {
    path: '',
    endpoint: 'nodes',
    render: async (...given) => (await import('./room.tsx')).roomPageContent(...given),
  },
  dos: {
    path: 'dos',
    render: async (...given) => (await import('./dos.tsx')).dosPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }
