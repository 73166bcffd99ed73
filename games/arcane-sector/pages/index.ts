// The modules of the pages load on first use.
import type { Game } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    render: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
  thin: {
    path: 'thin.html',
    render: async (...given) => (await import('./remote-client.tsx')).remoteClientPage(...given),
  },
}
