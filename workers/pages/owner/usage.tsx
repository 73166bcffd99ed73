import type { Answers } from '../../api/responses/answers.ts'
import type { Content } from '../layout/frame.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'

export function UsageSection({
  costs: { since, days, aDay, aMonth, freePlan },
}: {
  costs: Answers['Meter']
}): Content {
  return (
    <>
      <p>
        <strong>{dollars(aDay.dollars)} per day</strong>, {dollars(aMonth)} per month at this rate. The room
        is in use {hours(aDay.hoursInUse)} per day. The free plan covers {hours(freePlan.hoursADay)} per day
        of such use
        {freePlan.hoursADay < 24 && `; the first of its limits to be reached is ${freePlan.first}`}.
      </p>
      {days.length > 0 && <DaysTable days={days} />}
      <p class="quiet">
        Counted by the room since <time datetime={since}>{since.slice(0, 10)}</time>, at Cloudflare's prices
        beyond the included usage. On your own machine the room costs nothing.
      </p>
    </>
  )
}

function DaysTable({ days }: Pick<Answers['Meter'], 'days'>): Content {
  return (
    <ScrollableTable
      label="Usage per day"
      heads={['Day', 'In use', 'Awake', 'Messages', 'Requests', 'Rows read', 'Rows written', 'Costs']}
      numbersFrom={1}
    >
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
    </ScrollableTable>
  )
}

const count = (number: number) => Math.round(number).toLocaleString('en')
const hours = (number: number) =>
  number < 1 ? `${Math.round(number * 60)}\u00a0min` : `${Number(number.toFixed(1))}\u00a0h`

/** Amounts below a dollar have four decimals, because most rooms cost less than a cent a day. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '< $0.0001'
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`
}
