// The code of each page is loaded on first use.
import type { ConsoleForm, Game, GamePage } from '../../game.ts'

/** [AP-12] */
export const pages: NonNullable<Game['pages']> = {
  room: {
    navTitle: 'Room',
    path: '',
    endpoint: 'slots',
    render: async (...args) => (await import('./room.tsx')).roomPageContent(...args),
  },
  tracker: {
    navTitle: 'Tracker',
    path: 'tracker',
    endpoint: 'slots',
    render: async (...args) => (await import('./tracker.tsx')).trackerPage(...args),
  },
  slot: {
    path: 'tracker/:slot',
    endpoint: 'slot',
    render: async (...args) => (await import('./slot.tsx')).slotPage(...args),
  },
  spheres: {
    navTitle: 'Spheres',
    path: 'spheres',
    endpoint: 'spheres',
    render: async (...args) => (await import('./spheres.tsx')).spheresPage(...args),
  },
  sphere: {
    path: 'spheres/:sphere',
    endpoint: 'sphere',
    render: async (...args) => (await import('./spheres.tsx')).spherePage(...args),
  },
  hints: {
    navTitle: 'Hints',
    path: 'hints',
    endpoint: 'hints',
    render: async (...args) => (await import('./hints.tsx')).hintsPage(...args),
  },
  events: {
    navTitle: 'Chat and events',
    path: 'events',
    endpoint: 'feed',
    render: async (...args) => (await import('./events.tsx')).eventsPage(...args),
  },
  // [AP-16.6]
  yamls: {
    path: 'yamls',
    endpoint: 'yamls',
    render: async (...args) => (await import('./matched.tsx')).matchedFilesPage(...args),
  },
  play: {
    navTitle: 'Text client',
    path: 'play',
    endpoint: 'slots',
    render: async (...args) => (await import('./play.tsx')).playPage(...args),
  },
} satisfies { readonly [name: string]: GamePage }

/** [AP-16] */
export const gatheringPages: NonNullable<Game['pages']> = {
  room: {
    path: '',
    endpoint: 'yamls',
    render: async (...args) => (await import('./lobby.tsx')).lobbyPage(...args),
  },
  file: {
    path: 'yamls/:id',
    endpoint: 'yaml',
    render: async (...args) => (await import('./lobby.tsx')).filePage(...args),
  },
} satisfies { readonly [name: string]: GamePage }

export async function gatheringConsoleForms(): Promise<readonly ConsoleForm[]> {
  return (await import('./console.tsx')).gatheringConsoleForms()
}

/** `json`: the response of the endpoint `slots`. */
export async function consoleForms(json: string): Promise<readonly ConsoleForm[]> {
  return (await import('./console.tsx')).consoleForms(json)
}
