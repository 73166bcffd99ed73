// A room's public status.

/**
 * `closed`: no new players can join. `needs-upgrade`: its records are of a version that this build does not read; it
 * accepts no clients and changes nothing. `damaged`: likewise, because it cannot open its records.
 */
export type RoomStatus = 'open' | 'closed' | 'needs-upgrade' | 'damaged'
