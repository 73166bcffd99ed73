// The pages of Say Back: the page for playing. The page's markup is loaded on demand.
import type { Game, GamePage } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    render: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }
