// On the host's page: who is told what happens in the room.
import { type NewsKind, newsKinds } from '../../durable-objects/hook.ts'
import type { ShownHook } from '../../durable-objects/rooms.ts'
import { Act } from './act.tsx'
import type { Content } from './frame.tsx'
import { Field } from './option-fields.tsx'
import { Wide } from './wide.tsx'

const kindWords: { readonly [kind in NewsKind]: string } = {
  join: 'somebody is in',
  goal: 'a goal is reached',
  end: 'a match is over',
  trouble: 'the room is in trouble',
}

/** `webhooks` undefined: nobody has shown the token yet. `secret`: of one that was made just now, shown this once. */
export function Webhooks({
  webhooks,
  secret,
}: {
  webhooks: readonly ShownHook[] | undefined
  secret?: string | undefined
}): Content {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Who is told</h2>
      <p>
        News of the room can go to a channel of Discord, or to a program of your own as signed JSON, so that
        nobody need sit and watch.
      </p>
      {secret !== undefined && <Secret secret={secret} />}
      <div data-seen="webhooks">{webhooks && <List webhooks={webhooks} />}</div>
      <Act act="hook">
        <Field
          id="hook-url"
          label="Url of the webhook"
          help="It is a secret of the room, and not shown again."
        >
          <input id="hook-url" name="url" type="url" required maxlength={500} autocomplete="off" />
        </Field>
        <fieldset>
          <legend>Tell when</legend>
          {newsKinds.map((kind) => (
            <div class="field">
              <label>
                <input type="checkbox" name="on" value={kind} checked /> {kindWords[kind]}
              </label>
            </div>
          ))}
        </fieldset>
        <Field
          id="hook-cooldown"
          label="Seconds of quiet"
          help="So long news of a kind wait after the last that were told, and are told together."
        >
          <input id="hook-cooldown" name="cooldown" type="number" min={0} max={86_400} value={60} required />
        </Field>
        <button type="submit">Tell this one</button>
      </Act>
    </section>
  )
}

function Secret({ secret }: { secret: string }): Content {
  return (
    <div class="keep" role="status">
      <p>
        What it is told is signed with this secret, as Standard Webhooks has it. Keep it: it is shown once.
      </p>
      <p>
        <code data-copy>{secret}</code>
      </p>
    </div>
  )
}

function List({ webhooks }: { webhooks: readonly ShownHook[] }): Content {
  if (webhooks.length === 0) return <p class="quiet">Nobody is told.</p>
  return (
    <Act act="unhook">
      <Wide label="Those who are told">
        <table>
          <thead>
            <tr>
              {['Where', 'When', 'Quiet', 'How it goes'].map((head) => (
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
                <td>{on.map((one) => kindWords[one]).join(', ')}</td>
                <td>{cooldown} s</td>
                <td>
                  {status === 'off'
                    ? 'off: make it anew'
                    : waiting === 0
                      ? 'all is told'
                      : `${waiting} to tell`}
                  {failure !== undefined && <span class="quiet"> ({failure})</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="actions">
        <button type="submit" class="second">
          Tell it no more
        </button>
      </p>
    </Act>
  )
}
