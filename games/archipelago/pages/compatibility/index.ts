// The pages at the paths of archipelago.gg, with its markup, for programs that read them. People use the room's own
// pages.
import type { CompatibilityPage } from '../../../game.ts'

/** [AP-11.7] [AP-11.8] [AP-11.9] [AP-11.10] */
export const webhostPages: readonly CompatibilityPage[] = [
  {
    path: '/room/:id',
    id: 'room',
    endpoint: 'slots',
    render: async (...args) => (await import('./host-room.tsx')).hostRoomPage(...args),
  },
  {
    path: '/tracker/:id',
    id: 'tracker',
    endpoint: 'multitracker',
    render: async (...args) => (await import('./multitracker.tsx')).multitrackerPage(...args),
  },
  ...['/tracker/:id/:team/:slot', '/generic_tracker/:id/:team/:slot'].map(
    (path): CompatibilityPage => ({
      path,
      id: 'tracker',
      endpoint: 'slot',
      render: async (...args) => (await import('./slot-tracker.tsx')).slotTrackerPage(...args),
    }),
  ),
  {
    path: '/sphere_tracker/:id',
    id: 'tracker',
    endpoint: 'sphereTracker',
    render: async (...args) => (await import('./sphere-tracker.tsx')).sphereTrackerPage(...args),
  },
]
