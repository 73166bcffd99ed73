/** Random and probably free among thousands of guests, such as `Guest437221`. All games accept letters and digits. */
export const suggestGuestName = (): string => `Guest${Math.floor(100_000 + 900_000 * Math.random())}`
