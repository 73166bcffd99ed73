// A room's public status.

/**
 * `closed`: no new players can join. `needs-upgrade`: this build does not read the version of its records, so the room
 * accepts no clients and changes nothing. `damaged`: the room's records cannot be opened, so it accepts no clients and
 * changes nothing.
 */
export type RoomStatus = 'open' | 'closed' | 'needs-upgrade' | 'damaged'
