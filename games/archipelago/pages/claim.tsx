// The forms work without JavaScript.
import type { Child } from 'hono/jsx'
import type { PageRoom } from '../../game.ts'
import type { ClaimRow, SlotRow } from '../endpoints/slots.ts'
import { ChangeForms, PersonFields } from './action-form.tsx'
import { claimStateLabels, pingLabels } from './labels.ts'

const claimLink = 'Claim link'
const maxNoteLength = 280
const maxVideoLength = 200

export function ClaimSection({ slot, room }: { slot: SlotRow; room: PageRoom }): Child {
  const { claim } = slot
  return (
    <section aria-labelledby="claim">
      <h2 id="claim">Player of this slot</h2>
      <div data-refresh="claim">
        {claim ? <ClaimDetails claim={claim} /> : <p class="quiet">Nobody has claimed this slot.</p>}
        {slot.video && (
          <p>
            <VideoLink slot={slot} />
          </p>
        )}
        {slot.locked && (
          <p class="quiet">The player has locked the slot: only their own clients can join it.</p>
        )}
      </div>
      <ChangeForms
        summary={claim ? 'Change or withdraw the claim' : 'Claim this slot'}
        room={room}
        params={{ slot: slot.slot }}
        secret={claim ? claimLink : undefined}
        change={{ action: 'claim', button: claim ? 'Save the claim' : 'Claim the slot' }}
        withdrawal={claim ? { action: 'unclaim', button: 'Withdraw the claim' } : undefined}
      >
        <ClaimFields claim={claim} video={slot.video} />
      </ChangeForms>
    </section>
  )
}

function ClaimFields({ claim, video }: { claim: ClaimRow | null; video: string }): Child {
  return (
    <>
      <PersonFields called={claim?.called ?? ''} discord={claim?.discord ?? ''} />
      <div class="field">
        <label for="state">Progress</label>
        <select id="state" name="state">
          {Object.entries(claimStateLabels).map(([state, words]) => (
            <option value={state} selected={state === (claim?.state ?? 'playing')}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="note">Note</label>
        <p class="quiet">
          A note for the other players, up to {maxNoteLength} characters. Everybody can read the note.
        </p>
        <textarea id="note" name="note" rows={2} maxlength={maxNoteLength}>
          {claim?.note ?? ''}
        </textarea>
      </div>
      <div class="field">
        <label for="video">Video stream</label>
        <p class="quiet">The address of your video stream, which everybody can see. Optional.</p>
        <input
          id="video"
          name="video"
          type="url"
          pattern="https?://.*"
          maxlength={maxVideoLength}
          value={video}
          placeholder="https://"
          autocomplete="off"
        />
      </div>
      <div class="field">
        <label for="ping">Mention me for</label>
        <select id="ping" name="ping">
          {Object.entries(pingLabels).map(([ping, words]) => (
            <option value={ping} selected={ping === (claim?.ping ?? 'progression')}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

function ClaimDetails({ claim: { called, state, note, ping, discord } }: { claim: ClaimRow }): Child {
  return (
    <dl>
      <dt>Name</dt>
      <dd dir="auto">{called}</dd>
      <dt>Progress</dt>
      <dd class={`claim-${state}`}>{claimStateLabels[state]}</dd>
      {note && (
        <>
          <dt>Note</dt>
          <dd dir="auto" class="note">
            {note}
          </dd>
        </>
      )}
      {discord && (
        <>
          <dt>Discord</dt>
          <dd>
            <code>{discord}</code>, mentioned for: {pingLabels[ping]}
          </dd>
        </>
      )}
    </dl>
  )
}

/** The progress state is omitted if it is `playing`. */
export function ClaimCell({ slot }: { slot: SlotRow }): Child {
  const { claim, video } = slot
  if (!claim && !video) return <span class="quiet">–</span>
  return (
    <>
      {claim && (
        <span title={claim.note || undefined}>
          <bdi>{claim.called}</bdi>
          {claim.state !== 'playing' && (
            <span class={`claim-${claim.state}`}>{` · ${claimStateLabels[claim.state]}`}</span>
          )}
        </span>
      )}
      {claim && video && ' · '}
      {video && <VideoLink slot={slot} />}
    </>
  )
}

/** The player chose the address, so the link sends no referrer and has no effect on search rankings. */
function VideoLink({ slot: { name, video } }: { slot: SlotRow }): Child {
  return (
    <a href={video} rel="nofollow noopener noreferrer ugc" aria-label={`Video stream of ${name}`}>
      Video
    </a>
  )
}
