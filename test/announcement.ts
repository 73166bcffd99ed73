import type { RoomAnnouncement } from '../durable-objects/rpc/rpc-types.ts'

/**
 * An announcement that the room `tally/harbor` sends to the Directory: the room is open, without players and listeners.
 * `change` replaces some of its fields.
 */
export function announcementOf(change: Partial<RoomAnnouncement>): RoomAnnouncement {
  return {
    ...{ game: 'tally', room: 'harbor', generation: 1, title: 'Harbor', status: 'open', comments: [] },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', players: 0, capacity: 7, options: {}, listen: [] },
    limits: {
      windowBytes: 65_536,
      maxFrameBytes: 1000,
      maxSessionsPerAddress: 4,
      ticks: false,
      idleTimeoutMs: 0,
    },
    ...change,
  }
}
