// The fields for the duration and the reason in the forms of the owner page that ban or mute a player.
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'

const hour = 3600
const banDurations = [
  [hour, 'an hour'],
  [24 * hour, 'a day'],
  [7 * 24 * hour, 'a week'],
  [30 * 24 * hour, 'thirty days'],
  [3650 * 24 * hour, 'ten years'],
] as const

export function BanFields({ id }: { id: string }): Content {
  return (
    <>
      <LabelledField id={`${id}-seconds`} label="Duration">
        <select id={`${id}-seconds`} name="seconds">
          {banDurations.map(([seconds, words]) => (
            <option value={String(seconds)}>{words}</option>
          ))}
        </select>
      </LabelledField>
      <LabelledField
        id={`${id}-reason`}
        label="Reason"
        help="Written to the log, and shown to a banned player."
      >
        <input id={`${id}-reason`} name="reason" maxlength={200} autocomplete="off" />
      </LabelledField>
    </>
  )
}
