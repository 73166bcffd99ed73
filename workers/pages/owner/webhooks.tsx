import {
  commonEventKinds,
  defaultEventKinds,
  type WebhookEventKind,
} from '../../../durable-objects/model/webhook.ts'
import type { WebhookInfo } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'

const eventLabels: { readonly [kind in WebhookEventKind]: string } = {
  item: 'items are found',
  hint: 'a hint is given',
  join: 'a player joined',
  goal: 'a goal is reached',
  end: 'a match ended',
  trouble: 'the room has a problem',
  story: 'a match or a day is over: who played, and how',
  report: 'a player reports another one (not for a public channel)',
}

/**
 * `webhooks`: undefined if the request has no token. `secret`: the signing secret of a webhook that the request has
 * created, which is shown only once.
 */
export function WebhooksSection({
  game,
  webhooks,
  secret,
}: {
  game: Game
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
          {kindsOf(game).map((kind) => (
            <div class="field">
              <label>
                <input type="checkbox" name="on" value={kind} checked={isDefault(game, kind)} />{' '}
                {game.webhooks?.kinds[kind as 'item'] ?? eventLabels[kind]}
              </label>
            </div>
          ))}
        </fieldset>
        {Object.entries(game.webhooks?.filters ?? {}).map(([label, filter]) => (
          <FilterFields label={label} {...filter} />
        ))}
        <LabelledField
          id="hook-cooldown"
          label="Cooldown in seconds"
          help="Events of one kind within this time are sent together."
        >
          <input id="hook-cooldown" name="cooldown" type="number" min={0} max={86_400} value={60} required />
        </LabelledField>
        <SubmitButton label="Add webhook" />
      </OwnerForm>
    </section>
  )
}

const kindsOf = ({ webhooks }: Game): readonly WebhookEventKind[] => [
  ...commonEventKinds,
  ...(Object.keys(webhooks?.kinds ?? {}) as WebhookEventKind[]),
]

const isDefault = ({ webhooks }: Game, kind: WebhookEventKind) =>
  (webhooks?.byDefault ?? defaultEventKinds).some((one) => one === kind)

function FilterFields({
  label,
  description,
  choices,
  byDefault = [],
}: NonNullable<Game['webhooks']>['filters'][string] & { label: string }): Content {
  const id = `filter.${label}`
  if (!choices)
    return (
      <LabelledField id={id} label={label} help={`${description} One per line. Empty: all are sent.`}>
        <textarea id={id} name={id} rows={2} />
      </LabelledField>
    )
  return (
    <fieldset>
      <legend>{label}</legend>
      <p class="quiet">{description} If you tick no box, all are sent.</p>
      {choices.map((choice) => (
        <div class="field">
          <label>
            <input type="checkbox" name={id} value={choice} checked={byDefault.includes(choice)} /> {choice}
          </label>
        </div>
      ))}
    </fieldset>
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
      <ScrollableTable label="Table of webhooks" heads={['Host', 'Events', 'Cooldown', 'State']}>
        {webhooks.map(({ id, kind, host, on, filter, cooldown, status, waiting, failure }) => (
          <tr>
            <td>
              <label>
                <input type="radio" name="id" value={id} required /> <bdi>{host}</bdi>
              </label>{' '}
              {kind === 'discord' && <span class="quiet">Discord</span>}
            </td>
            <td>
              {on.map((one) => eventLabels[one]).join(', ')}
              {Object.entries(filter ?? {}).map(([label, values]) => (
                <span class="quiet">{` (${label}: ${values.join(', ')})`}</span>
              ))}
            </td>
            <td>{cooldown} s</td>
            <td>
              {status === 'off'
                ? 'off after failures: delete it and add it again'
                : waiting === 0
                  ? 'up to date'
                  : `${waiting} waiting`}
              {failure !== undefined && <span class="quiet"> ({failure})</span>}
            </td>
          </tr>
        ))}
      </ScrollableTable>
      <p class="actions">
        <SubmitButton label="Delete webhook" look="second" />
      </p>
    </OwnerForm>
  )
}
