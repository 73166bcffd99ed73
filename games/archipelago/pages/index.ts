// A room's HTML pages. The code of each page is loaded on first use.
import type { ConsoleForm, Game, GamePage } from '../../game.ts'

const trackerAlias = (path: string) => ({ path, id: 'tracker' })

/** [AP-12] `aliases`: the same page's path on archipelago.gg, for existing links. */
export const pages: NonNullable<Game['pages']> = {
  room: {
    navTitle: 'Room',
    path: '',
    aliases: [{ path: '/room/:id', id: 'room' }],
    endpoint: 'slots',
    render: async (...given) => (await import('./room.tsx')).roomSummary(...given),
  },
  tracker: {
    navTitle: 'Tracker',
    path: 'tracker',
    aliases: [trackerAlias('/tracker/:id')],
    endpoint: 'slots',
    render: async (...given) => (await import('./tracker.tsx')).trackerPage(...given),
  },
  slot: {
    path: 'tracker/:slot',
    aliases: [trackerAlias('/tracker/:id/0/:slot'), trackerAlias('/generic_tracker/:id/0/:slot')],
    endpoint: 'slot',
    render: async (...given) => (await import('./slot.tsx')).slotPage(...given),
  },
  spheres: {
    navTitle: 'Spheres',
    path: 'spheres',
    aliases: [trackerAlias('/sphere_tracker/:id')],
    endpoint: 'spheres',
    render: async (...given) => (await import('./spheres.tsx')).spheresPage(...given),
  },
  sphere: {
    path: 'spheres/:sphere',
    endpoint: 'sphere',
    render: async (...given) => (await import('./spheres.tsx')).spherePage(...given),
  },
  hints: {
    navTitle: 'Hints',
    path: 'hints',
    endpoint: 'hints',
    render: async (...given) => (await import('./hints.tsx')).hintsPage(...given),
  },
  events: {
    navTitle: 'Chat and events',
    path: 'events',
    endpoint: 'feed',
    render: async (...given) => (await import('./events.tsx')).eventsPage(...given),
  },
  play: {
    navTitle: 'Text client',
    path: 'play',
    endpoint: 'slots',
    render: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }

/** Needs the reading `slots`. */
export async function consoleForms(reading: string): Promise<readonly ConsoleForm[]> {
  return (await import('./console.tsx')).consoleForms(reading)
}
