// Countdowns: who may start one, and for how many seconds. Used by both tables.
import type { CommandLine } from './command-line.ts'
import type { Call } from './table.ts'

const usual = 10
const hour = 3600
/** With at least this many names, the mode `auto` reserves countdowns for the admin. */
const crowd = 30

/** Sends players a refusal if they may not start one. */
export function mayCountDown({ world, reply }: Call): boolean {
  const { countdown_mode } = world.options
  const crowded = world.seed.connectNames.size >= crowd
  const may = countdown_mode === 'enabled' || (countdown_mode === 'auto' && !crowded)
  if (!may)
    reply(
      'Sorry, client countdowns have been disabled on this server. You can ask the server admin for a /countdown',
    )
  return may
}

/** An argument that is not a whole number is ignored. */
export function countDown({ world, reply }: Call, { words: [typed = ''] }: CommandLine): void {
  const seconds = /^[+-]?[0-9]+$/.test(typed) ? Number(typed) : usual
  if (seconds < 0 || seconds > hour) return reply(`A countdown is of 0 to ${hour} seconds, which is an hour.`)
  world.countdown.start(Math.abs(seconds), world.context.now())
}
