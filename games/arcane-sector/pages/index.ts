// What a room shows of itself as hypertext: where it is played, and where by pixels. Markup is loaded when it is asked for.
import type { Game } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    show: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
  thin: {
    path: 'thin.html',
    show: async (...given) => (await import('./thin.tsx')).thinPage(...given),
  },
}
