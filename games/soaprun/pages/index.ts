import type { Game, GamePage } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    render: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }
