import type { Game } from '../../../games/game.ts'
import { formFields } from '../../../games/shared/options/form.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField, OptionFields } from '../layout/option-fields.tsx'
import { statusLabels } from '../rooms/room-card.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'

const joinLabels = {
  open: 'everybody',
  password: 'players who know the password',
  invited: 'players with the invite link',
} as const

export function SettingsForm({ game, room }: { game: Game; room: RoomResponse }): Content {
  // The status that the owner has set, which applies within the opening hours. The room's actual status also depends on
  // its schedule.
  const ownStatus = room.outsideHours ? 'open' : room.status
  return (
    <OwnerForm action="change">
      <fieldset>
        <legend>The room</legend>
        <ShownValues
          values={{
            status: ownStatus,
            title: room.title,
            comments: room.comments.join('\n'),
            join: room.join,
          }}
        />
        {game.createSpectatorFeed && <ShownValues values={{ watching: room.watching }} />}
        <LabelledField id="status" label="New players" help="Current players stay connected.">
          <select id="status" name="status">
            {(['open', 'closed'] as const).map((status) => (
              <option value={status} selected={status === ownStatus}>
                {statusLabels[status]}
              </option>
            ))}
          </select>
        </LabelledField>
        <LabelledField
          id="join"
          label="Who may join"
          help={
            game.options.password === undefined
              ? 'Players of a private room enter its password or open its invite link in a browser; then their original clients can join, too.'
              : 'Clients of this game ask for the password themselves. Invited players open the invite link in a browser; then their clients can join, too.'
          }
        >
          <select id="join" name="join">
            {(['open', 'password', 'invited'] as const).map((mode) => (
              <option value={mode} selected={mode === room.join}>
                {joinLabels[mode]}
              </option>
            ))}
          </select>
        </LabelledField>
        {game.options.password === undefined && (
          <LabelledField
            id="password"
            label="Password for players"
            help="Set a new one, or leave it empty to keep the current one. A new password ends all earlier admissions."
          >
            <input
              id="password"
              name="password"
              type="password"
              maxlength={128}
              autocomplete="new-password"
            />
          </LabelledField>
        )}
        <LabelledField id="title" label="Title">
          <input id="title" name="title" required maxlength={80} value={room.title} autocomplete="off" />
        </LabelledField>
        {game.createSpectatorFeed && (
          <LabelledField
            id="watching"
            label="Watching"
            help="When off, nobody can watch or see a picture of the room."
          >
            <select id="watching" name="watching">
              {(['on', 'off'] as const).map((word) => (
                <option value={word} selected={word === room.watching}>
                  {word === 'on' ? 'for everybody' : 'for nobody'}
                </option>
              ))}
            </select>
          </LabelledField>
        )}
        <LabelledField id="comments" label="Comments" help="Notes for players, up to six lines.">
          <textarea id="comments" name="comments" rows={3}>
            {room.comments.join('\n')}
          </textarea>
        </LabelledField>
      </fieldset>
      <OptionFields fields={formFields(game.options, room.options)} />
      <p class="actions">
        <SubmitButton label="Save" />
      </p>
    </OwnerForm>
  )
}

/**
 * Hidden fields with the values that the form shows, so that the site changes only the settings that the owner has
 * changed.
 */
function ShownValues({ values }: { values: { readonly [field: string]: string } }): Content {
  return (
    <>
      {Object.entries(values).map(([field, value]) => (
        <input type="hidden" name={`${field}.was`} value={value} />
      ))}
    </>
  )
}
