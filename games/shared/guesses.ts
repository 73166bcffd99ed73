// What players are told while their address may try no password.

/** The same for a right password and a wrong one: nothing is compared meanwhile. `waitMs`: as `Host.guess` answers it. */
export function tooManyWrong(waitMs: number): string {
  return `Too many wrong passwords from your address. Try again in ${Math.ceil(waitMs / 1000)} s.`
}
