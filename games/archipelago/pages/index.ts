// A room's HTML pages. The code of each page is loaded on first use.
import type { ConsoleForm, Game, GamePage } from '../../game.ts'

const byTracker = (path: string) => ({ path, id: 'tracker' })

/** [AP-12] `aliases`: the same page's path on archipelago.gg, for existing links. */
export const pages: NonNullable<Game['pages']> = {
  room: {
    called: 'Room',
    path: '',
    aliases: [{ path: '/room/:id', id: 'room' }],
    reading: 'slots',
    show: async (...given) => (await import('./room.tsx')).roomPart(...given),
  },
  tracker: {
    called: 'Tracker',
    path: 'tracker',
    aliases: [byTracker('/tracker/:id')],
    reading: 'slots',
    show: async (...given) => (await import('./tracker.tsx')).trackerPage(...given),
  },
  slot: {
    path: 'tracker/:slot',
    aliases: [byTracker('/tracker/:id/0/:slot'), byTracker('/generic_tracker/:id/0/:slot')],
    reading: 'slot',
    show: async (...given) => (await import('./slot.tsx')).slotPage(...given),
  },
  spheres: {
    called: 'Spheres',
    path: 'spheres',
    aliases: [byTracker('/sphere_tracker/:id')],
    reading: 'spheres',
    show: async (...given) => (await import('./spheres.tsx')).spheresPage(...given),
  },
  sphere: {
    path: 'spheres/:sphere',
    reading: 'sphere',
    show: async (...given) => (await import('./spheres.tsx')).spherePage(...given),
  },
  hints: {
    called: 'Hints',
    path: 'hints',
    reading: 'hints',
    show: async (...given) => (await import('./hints.tsx')).hintsPage(...given),
  },
  events: {
    called: 'Chat and events',
    path: 'events',
    reading: 'feed',
    show: async (...given) => (await import('./events.tsx')).eventsPage(...given),
  },
  play: {
    called: 'Text client',
    path: 'play',
    reading: 'slots',
    show: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
} satisfies { readonly [name: string]: GamePage }

/** Needs the reading `slots`. */
export async function consoleForms(reading: string): Promise<readonly ConsoleForm[]> {
  return (await import('./console.tsx')).consoleForms(reading)
}
