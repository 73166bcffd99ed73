// On the owner page: the room's webhooks.
import { type WebhookEventKind, webhookEventKinds } from '../../../durable-objects/model/webhook.ts'
import type { WebhookInfo } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { OwnerForm } from './owner-form.tsx'

const eventLabels: { readonly [kind in WebhookEventKind]: string } = {
  join: 'a player joined',
  goal: 'a goal is reached',
  end: 'a match ended',
  trouble: 'the room has a problem',
}

/** `webhooks` undefined: no token was sent yet. `secret`: of a webhook that was just created, shown once. */
export function WebhooksSection({
  webhooks,
  secret,
}: {
  webhooks: readonly WebhookInfo[] | undefined
  secret?: string | undefined
}): Content {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p>Send events of this room to a Discord channel, or as signed JSON to your own program.</p>
      {secret !== undefined && <SigningSecret secret={secret} />}
      <div data-refresh="webhooks">{webhooks && <WebhookTable webhooks={webhooks} />}</div>
      <OwnerForm action="hook">
        <LabelledField id="hook-url" label="Webhook URL" help="Kept secret; not shown again.">
          <input id="hook-url" name="url" type="url" required maxlength={500} autocomplete="off" />
        </LabelledField>
        <fieldset>
          <legend>Events</legend>
          {webhookEventKinds.map((kind) => (
            <div class="field">
              <label>
                <input type="checkbox" name="on" value={kind} checked /> {eventLabels[kind]}
              </label>
            </div>
          ))}
        </fieldset>
        <LabelledField
          id="hook-cooldown"
          label="Cooldown in seconds"
          help="Events of one kind within this time are sent together."
        >
          <input id="hook-cooldown" name="cooldown" type="number" min={0} max={86_400} value={60} required />
        </LabelledField>
        <button type="submit">Add webhook</button>
      </OwnerForm>
    </section>
  )
}

function SigningSecret({ secret }: { secret: string }): Content {
  return (
    <div class="keep" role="status">
      <p>Messages are signed with this secret (Standard Webhooks). Save it: it is shown once.</p>
      <p>
        <code data-copy>{secret}</code>
      </p>
    </div>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly WebhookInfo[] }): Content {
  if (webhooks.length === 0) return <p class="quiet">No webhooks.</p>
  return (
    <OwnerForm action="unhook">
      <ScrollableTable label="Table of webhooks">
        <table>
          <thead>
            <tr>
              {['Host', 'Events', 'Cooldown', 'State'].map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {webhooks.map(({ id, kind, host, on, cooldown, status, waiting, failure }) => (
              <tr>
                <td>
                  <label>
                    <input type="radio" name="id" value={id} required /> <bdi>{host}</bdi>
                  </label>{' '}
                  {kind === 'discord' && <span class="quiet">Discord</span>}
                </td>
                <td>{on.map((one) => eventLabels[one]).join(', ')}</td>
                <td>{cooldown} s</td>
                <td>
                  {status === 'off'
                    ? 'off: add it again'
                    : waiting === 0
                      ? 'up to date'
                      : `${waiting} waiting`}
                  {failure !== undefined && <span class="quiet"> ({failure})</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      <p class="actions">
        <button type="submit" class="second">
          Delete webhook
        </button>
      </p>
    </OwnerForm>
  )
}
