import { maxTimeZoneLength } from '../../../durable-objects/model/schedule.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import type { RoomSchedule } from '../rooms/opening-time.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'

export function ScheduleForm({ room: { schedule }, url }: { room: RoomSchedule; url: string }): Content {
  const { hours = [], timeZone = '', closesOn = '' } = schedule ?? {}
  return (
    <OwnerForm action="hours">
      <fieldset>
        <legend>Opening hours</legend>
        <LabelledField
          id="hours"
          label="Hours"
          help="One period per line, as in “Fri-Sun 19:00-23:00” or “daily 18:00-24:00”. Empty: always open. Players are warned ten minutes before the room closes, and disconnected when it does."
        >
          <textarea id="hours" name="hours" rows={3} spellcheck={false}>
            {hours.join('\n')}
          </textarea>
        </LabelledField>
        <LabelledField
          id="closesOn"
          label="Closing date"
          help="The room closes at this time. Its world is kept."
        >
          <input id="closesOn" name="closesOn" type="datetime-local" value={closesOn} />
        </LabelledField>
        <LabelledField
          id="timeZone"
          label="Time zone"
          help="The time zone of the opening hours and the closing date, as in Europe/Berlin."
        >
          <input
            id="timeZone"
            name="timeZone"
            maxlength={maxTimeZoneLength}
            value={timeZone}
            list="time-zones"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            data-time-zone
          />
        </LabelledField>
        {schedule && (
          <p>
            <a href={`${url}/calendar.ics`}>Calendar of this room</a>
          </p>
        )}
      </fieldset>
      <p class="actions">
        <SubmitButton label="Save opening hours" />
      </p>
    </OwnerForm>
  )
}
