// The claim of a slot: who plays it, and the forms that make and change a claim. Complete without script.
import type { Child } from 'hono/jsx'
import type { PageRoom } from '../../game.ts'
import type { ClaimRow, SlotRow } from '../endpoints/slots.ts'
import { claimStateLabels, pingLabels } from './labels.ts'

const maxNameLength = 40
const maxNoteLength = 280

/** The slot's claim, and forms to claim it, to change the claim and to withdraw it. */
export function ClaimSection({ slot, room }: { slot: SlotRow; room: PageRoom }): Child {
  const { claim } = slot
  return (
    <section aria-labelledby="claim">
      <h2 id="claim">Player of this slot</h2>
      <div data-refresh="claim">
        {claim ? <ClaimDetails claim={claim} /> : <p class="quiet">Nobody has claimed this slot.</p>}
        {slot.locked && (
          <p class="quiet">The player has locked the slot: only their own clients can join it.</p>
        )}
      </div>
      <details>
        <summary>{claim ? 'Change or withdraw the claim' : 'Claim this slot'}</summary>
        <form method="post" action={`${room.path}/act/claim`} enctype="multipart/form-data">
          {claim && <SecretField id="claim-secret" />}
          <input type="hidden" name="slot" value={slot.slot} />
          <ClaimFields claim={claim} />
          <p class="actions">
            <button type="submit">{claim ? 'Save the claim' : 'Claim the slot'}</button>
          </p>
        </form>
        {claim && (
          <form method="post" action={`${room.path}/act/unclaim`} enctype="multipart/form-data">
            <SecretField id="unclaim-secret" />
            <input type="hidden" name="slot" value={slot.slot} />
            <p class="actions">
              <button type="submit" class="danger">
                Withdraw the claim
              </button>
            </p>
          </form>
        )}
      </details>
    </section>
  )
}

function SecretField({ id }: { id: string }): Child {
  return (
    <div class="field">
      <label for={id}>Claim link</label>
      <p class="quiet">The link that you got with the claim. The host can use the host link.</p>
      <input id={id} name="secret" type="password" required autocomplete="off" />
    </div>
  )
}

function ClaimFields({ claim }: { claim: ClaimRow | null }): Child {
  return (
    <>
      <div class="field">
        <label for="called">Your name</label>
        <input
          id="called"
          name="called"
          required
          maxlength={maxNameLength}
          value={claim?.called ?? ''}
          autocomplete="nickname"
        />
      </div>
      <div class="field">
        <label for="state">How it goes</label>
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
        <p class="quiet">For the other players, up to {maxNoteLength} characters. Everybody can read it.</p>
        <textarea id="note" name="note" rows={2} maxlength={maxNoteLength}>
          {claim?.note ?? ''}
        </textarea>
      </div>
      <div class="field">
        <label for="discord">Discord user id</label>
        <p class="quiet">
          15 to 20 digits, so that messages in Discord can mention you. Everybody can read it. Optional.
        </p>
        <input
          id="discord"
          name="discord"
          inputmode="numeric"
          pattern="[0-9]{15,20}"
          maxlength={20}
          value={claim?.discord ?? ''}
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
      <dt>How it goes</dt>
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

/** In tables of slots: who plays it, and the progress state unless it is `playing`. */
export function ClaimCell({ claim }: { claim: ClaimRow | null }): Child {
  if (!claim) return <span class="quiet">–</span>
  return (
    <span title={claim.note || undefined}>
      <bdi>{claim.called}</bdi>
      {claim.state !== 'playing' && (
        <span class={`claim-${claim.state}`}>{` · ${claimStateLabels[claim.state]}`}</span>
      )}
    </span>
  )
}
