// How a room is, as everybody is told.

/**
 * `closed`: nobody new comes in. `needs-upgrade`: its records are of a version that this build does not read; it takes
 * nobody and changes nothing. `damaged`: nor can it open them.
 */
export type RoomStatus = 'open' | 'closed' | 'needs-upgrade' | 'damaged'
