/** Random and probably free, such as `Guest4372`. All games accept letters and digits. */
export const suggestGuestName = (): string => `Guest${Math.floor(1000 + 9000 * Math.random())}`
