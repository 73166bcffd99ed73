// On the host page: what the room uses of the platform, and its cost.
import type { CostReport } from '../../api/responses/cost-report.ts'
import type { Content } from '../layout/frame.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'

export function Usage({ costs: { since, days, aDay, aMonth, freePlan } }: { costs: CostReport }): Content {
  return (
    <>
      <p>
        <strong>{dollars(aDay.dollars)} a day</strong>, {dollars(aMonth)} in a month of such days. It is in
        use {hours(aDay.hoursInUse)} a day; the free plan would do for {hours(freePlan.hoursADay)} a day of
        such use
        {freePlan.hoursADay < 24 && `, and ${freePlan.first} is what it has too little of then`}.
      </p>
      {days.length > 0 && <DaysTable days={days} />}
      <p class="quiet">
        Counted by the room since <time datetime={since}>{since.slice(0, 10)}</time>, at Cloudflare's prices
        for what is beyond the plan's allowance. On a machine of your own it costs nothing more than that.
      </p>
    </>
  )
}

function DaysTable({ days }: Pick<CostReport, 'days'>): Content {
  return (
    <ScrollableTable label="Usage per day">
      <table>
        <thead>
          <tr>
            {['Day', 'In use', 'Awake', 'Messages', 'Requests', 'Rows read', 'Rows written', 'Costs'].map(
              (head, at) => (
                <th scope="col" class={at > 0 ? 'number' : undefined}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr>
              <td>
                <time datetime={day.day}>{day.day}</time>
              </td>
              <td class="number">{hours(day.minutes / 60)}</td>
              <td class="number">{hours(day.awakeSeconds / 3600)}</td>
              <td class="number">{count(day.messages)}</td>
              <td class="number">{count(day.requests)}</td>
              <td class="number">{count(day.rowsRead)}</td>
              <td class="number">{count(day.rowsWritten)}</td>
              <td class="number">{dollars(day.dollars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}

const count = (number: number) => Math.round(number).toLocaleString('en')
/** Less than an hour in minutes. */
const hours = (number: number) => (number < 1 ? `${Math.round(number * 60)} min` : `${number.toFixed(1)} h`)

/** Most rooms cost less than a cent a day. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '< $0.0001'
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`
}
