import type { RejectReason } from '../../../games/game.ts'
import { closedUntilPrefix } from '../../../wire/link/control-messages.ts'
import type { Availability, Schedule } from '../../model/schedule.ts'

const rejectMessages: { readonly [why in RejectReason]: string } = {
  closed: 'This room is closed.',
  full: 'This room is full.',
  unavailable: 'This room has a fault. Try again in a minute.',
  uninvited:
    "This room is private. Open its page, or your invite link, in a browser on this client's network first.",
  kicked: 'The owner of this room has disconnected you.',
  banned: 'The owner of this room has banned you temporarily.',
  erased: 'Your data in this room has been erased.',
}

interface Rejection {
  /** Players read this text: one line of ASCII. */
  readonly text: string
  /** Programs read this reason. */
  readonly closeReason: string
}

/** If the schedule has closed the room, the text contains the time of the next opening, in the schedule's time zone. */
export function describeRejection(
  why: RejectReason,
  schedule: Schedule | undefined,
  { opensAt }: Availability,
): Rejection {
  if (why !== 'closed' || !schedule || opensAt === undefined)
    return { text: rejectMessages[why], closeReason: why }
  const { timeZone } = schedule
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  return {
    text: `This room is closed until ${format.format(opensAt)} (${timeZone}).`,
    closeReason: `${closedUntilPrefix}${new Date(opensAt).toISOString()}`,
  }
}
