// A room's HTML pages. Their markup is loaded on demand.
import type { Game, GamePage } from '../../game.ts'
import type { LanWorld } from '../world.ts'

export const pages: NonNullable<Game<LanWorld>['pages']> = {
  room: {
    path: '',
    endpoint: 'nodes',
    render: async (...given) => (await import('./room.tsx')).roomSummary(...given),
  },
} satisfies { readonly [name: string]: GamePage }
