import type { CommandLine } from '../dispatcher/command-line.ts'
import type { CommandContext } from '../dispatcher/command-table.ts'

const defaultSeconds = 10
const maxSeconds = 3600
/** In a room with at least this many slots, the mode `auto` allows countdowns only to the admin. */
const largeRoomSlots = 30

/** Answers a player who may not start a countdown. */
export function checkCountdownAllowed({ world, reply }: CommandContext): boolean {
  const { countdown_mode } = world.options
  const isLargeRoom = world.seed.connectNames.size >= largeRoomSlots
  const isAllowed = countdown_mode === 'enabled' || (countdown_mode === 'auto' && !isLargeRoom)
  if (!isAllowed)
    reply(
      'Sorry, client countdowns have been disabled on this server. You can ask the server admin for a /countdown',
    )
  return isAllowed
}

/** An argument that is not a whole number is replaced by the default. */
export function startCountdown({ world, reply }: CommandContext, { words: [typed = ''] }: CommandLine): void {
  const seconds = /^[+-]?[0-9]+$/.test(typed) ? Number(typed) : defaultSeconds
  if (seconds < 0 || seconds > maxSeconds)
    return reply(`Invalid countdown: choose 0 to ${maxSeconds} seconds (one hour).`)
  world.countdown.start(Math.abs(seconds), world.context.now())
}
