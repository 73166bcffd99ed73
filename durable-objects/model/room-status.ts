/**
 * `closed`: no new players can join. `needs-upgrade`: this build does not read the version of the room's records, so
 * the room accepts no clients and changes nothing. `damaged`: the room's records cannot be opened, so it accepts no
 * clients and changes nothing.
 */
export type RoomStatus = 'open' | 'closed' | 'needs-upgrade' | 'damaged'
