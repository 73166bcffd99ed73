/**
 * A random name such as `Guest437221`, which is probably free even among thousands of guests. It consists of letters
 * and digits, which all games accept.
 */
export const suggestGuestName = (): string => `Guest${Math.floor(100_000 + 900_000 * Math.random())}`
