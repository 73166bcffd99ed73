// The tab of the owner page with which the owner takes the room back to an earlier time or creates a copy of the room
// at that time.
import type { Timeline } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { ConfirmBox, OwnerForm, SubmitButton } from './owner-form.tsx'
import { UtcTime } from './utc-time.tsx'

/** Maximum number of log lines on the page, newest first, from which the owner chooses. */
const maxLines = 50

export function HistorySection({
  hasHistory,
  timeline,
  siteTokenRequired,
}: {
  hasHistory: boolean
  /** Undefined if the request has no token. */
  timeline: Timeline | undefined
  siteTokenRequired: boolean
}): Content {
  return (
    <section aria-labelledby="past">
      <h2 id="past">Go back in time</h2>
      {hasHistory ? (
        <RewindForm timeline={timeline} siteTokenRequired={siteTokenRequired} />
      ) : (
        <p>
          The room keeps no history. If you set the option <em>history</em> under{' '}
          <a href="#settings">Settings</a>, the room stores its changes from then on, and you can undo
          griefing or a mistake here.
        </p>
      )}
    </section>
  )
}

function RewindForm({
  timeline,
  siteTokenRequired,
}: {
  timeline: Timeline | undefined
  siteTokenRequired: boolean
}): Content {
  return (
    <>
      <p>
        Choose a moment, look at a copy of the room first, then take the room back. Everybody is disconnected
        and can join again at once. Going back can be undone in the same way.
      </p>
      <OwnerForm name="rewind">
        <div data-refresh="past">{timeline && <Lines timeline={timeline} />}</div>
        <LabelledField id="rewind-time" label="Or another time (UTC)" help="As in 2026-11-28 09:30:00.">
          <input id="rewind-time" name="time" maxlength={30} autocomplete="off" />
        </LabelledField>
        {siteTokenRequired && (
          <LabelledField
            id="rewind-site"
            label="The site's token"
            help="Needed for a copy, because it is a new room."
          >
            <input id="rewind-site" name="site" type="password" autocomplete="off" />
          </LabelledField>
        )}
        <p class="actions">
          <SubmitButton act="look-back" label="Look: open a copy" look="second" />
        </p>
        <ConfirmBox id="rewind-sure" label="Yes, undo everything after this moment." />
        <p class="actions">
          <SubmitButton act="go-back" label="Go back" look="danger" />
        </p>
      </OwnerForm>
    </>
  )
}

/** A menu of log lines, with the newest line first. */
function Lines({ timeline: { since, lines } }: { timeline: Timeline }): Content {
  if (since === undefined) return <p class="quiet">Nothing has changed since the history was switched on.</p>
  const covered = lines.filter(({ time }) => justBefore(time) >= since).slice(-maxLines)
  return (
    <>
      <p>
        The history reaches back to <UtcTime at={since} />.
      </p>
      {covered.length > 0 && (
        <ScrollableTable label="Table of events" heads={['Just before', 'What happened']}>
          {covered.toReversed().map(({ time, text }) => (
            <tr>
              <td>
                <label>
                  <input type="radio" name="at" value={justBefore(time)} /> <UtcTime at={time} />
                </label>
              </td>
              <td dir="auto">{text}</td>
            </tr>
          ))}
        </ScrollableTable>
      )}
    </>
  )
}

/** The last millisecond before the second in which the log line was written. `time`: the time of the line. */
function justBefore(time: string): string {
  return new Date(Math.floor(Date.parse(time) / 1000) * 1000 - 1).toISOString()
}
