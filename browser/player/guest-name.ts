// Suggests names for players who do not choose one.

/**
 * A random name that is probably free, such as `Guest4372`. The name has only letters and digits, which all games
 * accept.
 */
export const suggestGuestName = (): string => `Guest${Math.floor(1000 + 9000 * Math.random())}`
