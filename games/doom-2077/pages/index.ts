// What a room shows of itself as hypertext: where it is played. Markup is loaded when it is asked for.
import type { Game, GamePage } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    show: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }
