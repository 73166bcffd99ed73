// The reply to a player whose address may not try passwords for now.

/** The same for right and wrong passwords, because nothing is compared. `waitMs`: the result of `Host.guess`. */
export function tooManyGuessesMessage(waitMs: number): string {
  return `Too many wrong passwords from your address. Try again in ${Math.ceil(waitMs / 1000)} s.`
}
