// `/status/message`: the site's operator sends a message to the players of all rooms.
import { maxBroadcastLength } from '../../../games/broadcast.ts'
import type { Answers } from '../../api/responses/answers.ts'
import type { Page } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'

export const messageFormName = 'message'

/** `shown`: the result, if a message was just sent. */
export function messagePage(shown?: Answers['Broadcast']): Page {
  return {
    title: 'Message to all players',
    description: 'For the operator of this site.',
    content: (
      <>
        <p class="over">
          <a href="/status">Status</a>
        </p>
        <h1>Message to all players</h1>
        {shown && (
          <p class="notice" role="status">
            Shown to {shown.players} {shown.players === 1 ? 'player' : 'players'} in {shown.rooms}{' '}
            {shown.rooms === 1 ? 'room' : 'rooms'}.
          </p>
        )}
        {shown && shown.failed.length > 0 && (
          <p class="error">Not shown in {shown.failed.join(', ')}. Try again.</p>
        )}
        <p>
          The operator of this site can send a message to the players of all rooms. Games that have a chat
          show it there. Example: “Back in 5 minutes.”
        </p>
        <form method="post" enctype="multipart/form-data" data-form={messageFormName}>
          <LabelledField id="token" label="The site's token">
            <input id="token" name="token" type="password" required autocomplete="off" />
          </LabelledField>
          <LabelledField id="text" label="Message">
            <input id="text" name="text" required maxlength={maxBroadcastLength} autocomplete="off" />
          </LabelledField>
          <button type="submit">Send to all rooms</button>
        </form>
      </>
    ),
  }
}
