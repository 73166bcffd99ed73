// A script adds a countdown and converts the time to the visitor's time zone.
import type { RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Content } from '../layout/frame.tsx'

export type RoomSchedule = Pick<RoomAnnouncement, 'schedule' | 'outsideHours' | 'opensAt' | 'closesAt'>

/** Also rendered for a room without a schedule, so that a script can show a schedule that the room gets later. */
export function OpeningTime({
  room: { schedule, outsideHours, opensAt, closesAt },
}: {
  room: RoomSchedule
}): Content {
  const zone = schedule?.timeZone
  return (
    <p class="quiet when" data-opens={opensAt ?? ''} data-closes={closesAt ?? ''}>
      {zone !== undefined && opensAt !== undefined && `Opens ${inWords(opensAt, zone)}.`}
      {zone !== undefined && closesAt !== undefined && `Open until ${inWords(closesAt, zone)}.`}
      {outsideHours && opensAt === undefined && 'This room does not open again.'}
    </p>
  )
}

/** Shows the hours as the host wrote them. `url`: the room's page. */
export function OpeningHoursList({ room: { schedule }, url }: { room: RoomSchedule; url: string }): Content {
  if (!schedule) return null
  const { hours, closesOn, timeZone } = schedule
  return (
    <section>
      <h2>Opening hours</h2>
      <ul>
        {hours.map((line) => (
          <li>{line}</li>
        ))}
        {closesOn !== undefined && <li>Closes on {closesOn.replace('T', ', ')}</li>}
      </ul>
      <p class="quiet">
        Times of {timeZone.replaceAll('_', ' ')}. <a href={`${url}/calendar.ics`}>Add to your calendar</a>
      </p>
    </section>
  )
}

/** Formats a time, as in `Fri 27 Nov, 19:00 (Europe/Berlin)`. */
function inWords(time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  return `${format.format(new Date(time))} (${timeZone})`
}
