// The host's page: everything about a room that is for who holds its host link. Each form says first who asks.
import type { ConsoleForm, Game } from '../../games/game.ts'
import { formFields } from '../../games/shared/options/form.ts'
import type { ShownRoom } from '../answers/shown.ts'
import { Act } from './act.tsx'
import { Console, type Spoken } from './console.tsx'
import type { Content, Page } from './frame.tsx'
import { statusWords } from './home.tsx'
import { KeepLink } from './keep-link.tsx'
import { Moderation, type Seen } from './moderation.tsx'
import { Field, OptionFields } from './option-fields.tsx'
import { Damage } from './room.tsx'
import { Webhooks } from './webhooks.tsx'

/** What was done just now, for who comes back to the page. */
export const said = {
  changed: 'The room is changed, and all that is in it knows.',
  kicked: 'That session has ended.',
  banned: 'The ban holds from now on.',
  lifted: 'The ban is lifted.',
  hooked: 'It has just been told that it will be told.',
  unhooked: 'It is told nothing more.',
} as const
export type Said = keyof typeof said

interface File {
  readonly name: string
  readonly secret: boolean
}

/** What is on the page beside the room itself. */
export interface ShownToHost {
  readonly notice?: Said | undefined
  /** Of who is in, once the token was shown. */
  readonly seen?: Seen | undefined
  /** Of a webhook that was made just now. */
  readonly secret?: string | undefined
  /** What was said just now. */
  readonly spoken?: Spoken | undefined
  /** In which he says what is usual. */
  readonly forms?: readonly ConsoleForm[]
  /** Who makes a room here needs more than a host link. */
  readonly siteTokenWanted?: boolean
}

export function hostPage(
  game: Game,
  room: ShownRoom,
  files: readonly File[],
  { notice, seen, spoken, secret, forms = [], siteTokenWanted = true }: ShownToHost,
): Page {
  const name = `${room.game}/${room.room}`
  return {
    title: `Host of ${room.title} · ${game.title}`,
    scripts: ['host'],
    content: (
      <div data-room={name}>
        <p class="over">
          <a href={`/${name}`}>{game.title}</a>
        </p>
        <h1>
          Host of <span dir="auto">{room.title}</span>
        </h1>
        {notice && (
          <p class="notice" role="status">
            {said[notice]}
          </p>
        )}
        {room.damage !== undefined && <Damage of={room.damage} />}
        <p class="quiet" data-holds="no">
          Everything here wants the room's host link. Open the page by that link, or paste it below.
        </p>
        <p class="quiet" data-holds="yes" hidden>
          This browser holds the host link of this room.{' '}
          <button type="button" class="second" data-let-go>
            Forget it here
          </button>
        </p>
        <Moderation game={game} seen={seen} />
        <Webhooks webhooks={seen?.webhooks} secret={secret} />
        {forms.length > 0 && <Console forms={forms} spoken={spoken} />}
        <ChangeForm game={game} room={room} />
        {files.length > 0 && <Files files={files} />}
        {game.fork && <ForkForm game={game} siteTokenWanted={siteTokenWanted} />}
        <section>
          <h2>Take this room with you</h2>
          <p>
            Everything that it is, in one file, as it is now: to keep, or to bring it in elsewhere, under{' '}
            <a href="/new/import">New room</a>. Who has the file has what is secret in the room.
          </p>
          <Act act="export">
            <button type="submit" class="second">
              Take this room with you
            </button>
          </Act>
        </section>
        <section>
          <h2>A new host link</h2>
          <p>
            If somebody has the link who should not: this one is void from then on, and you are shown another.
          </p>
          <Act act="renew">
            <button type="submit" class="second">
              Give me a new link
            </button>
          </Act>
        </section>
        <section>
          <h2>Delete the room</h2>
          <p>Its world is gone then, with everything in it, and nobody can bring it back.</p>
          <Act act="remove">
            <Field id="room" label={`To be sure, write its address: ${room.room}`}>
              <input id="room" name="room" required autocomplete="off" autocapitalize="none" />
            </Field>
            <button type="submit" class="danger">
              Delete the room
            </button>
          </Act>
        </section>
      </div>
    ),
  }
}

function ChangeForm({ game, room }: { game: Game; room: ShownRoom }): Content {
  return (
    <Act act="change">
      <fieldset>
        <legend>The room</legend>
        <Field id="status" label="Newcomers" help="Who is in stays in.">
          <select id="status" name="status">
            {(['open', 'closed'] as const).map((status) => (
              <option value={status} selected={status === room.status}>
                {statusWords[status]}
              </option>
            ))}
          </select>
        </Field>
        <Field id="title" label="Title">
          <input id="title" name="title" required maxlength={80} value={room.title} autocomplete="off" />
        </Field>
        {game.watch && (
          <Field id="watching" label="Watching" help="Off: nobody may watch, or see a picture of it.">
            <select id="watching" name="watching">
              {(['on', 'off'] as const).map((word) => (
                <option value={word} selected={word === room.watching}>
                  {word === 'on' ? 'for everybody' : 'for nobody'}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field id="comments" label="Comments" help="What players should know: up to six lines.">
          <textarea id="comments" name="comments" rows={3}>
            {room.comments.join('\n')}
          </textarea>
        </Field>
      </fieldset>
      <OptionFields fields={formFields(game.options, room.options)} />
      <p class="actions">
        <button type="submit">Change the room</button>
      </p>
    </Act>
  )
}

function ForkForm({ game, siteTokenWanted }: { game: Game; siteTokenWanted: boolean }): Content {
  const { save } = game.uploads ?? {}
  return (
    <section>
      <h2>Another room of the same</h2>
      <p>It begins with what this one began with, has its options, and goes its own way from then on.</p>
      <Act act="fork">
        <Field id="from" label="It begins">
          <select id="from" name="from">
            <option value="beginning">from the beginning</option>
            <option value="now">as this room is now</option>
            {save && <option value="save">from the save below</option>}
          </select>
        </Field>
        {save && (
          <Field id="fork-save" label="Save" help={save.says}>
            <input id="fork-save" name="save" type="file" accept={save.endings.join(',')} />
          </Field>
        )}
        <Field id="fork-title" label="Title" help="Left empty, it is called by its address.">
          <input id="fork-title" name="title" maxlength={80} autocomplete="off" />
        </Field>
        {siteTokenWanted && (
          <Field id="site" label="The site's token" help="As for every new room here.">
            <input id="site" name="site" type="password" autocomplete="off" />
          </Field>
        )}
        <p class="actions">
          <button type="submit" class="second">
            Make it
          </button>
        </p>
      </Act>
    </section>
  )
}

function Files({ files }: { files: readonly File[] }): Content {
  return (
    <section>
      <h2>Files</h2>
      {files.map(({ name, secret }) => (
        <Act act="file">
          <input type="hidden" name="name" value={name} />
          <button type="submit" class="second">
            {name}
          </button>
          {secret && <span class="quiet"> for hosts alone</span>}
        </Act>
      ))}
    </section>
  )
}

/** After the token was exchanged. */
export function renewedPage(link: string): Page {
  return {
    title: 'A new host link · Packetboat',
    scripts: ['copy', 'created'],
    content: (
      <>
        <h1>A new host link</h1>
        <KeepLink link={link} />
        <p class="actions">
          <a class="button" href={link}>
            To the host's page
          </a>
        </p>
      </>
    ),
  }
}

export function removedPage(name: string): Page {
  return {
    title: 'Deleted · Packetboat',
    content: (
      <>
        <h1>The room is gone</h1>
        <p>
          <code>{name}</code> and its world are deleted.
        </p>
        <p>
          <a href="/">To all rooms</a>
        </p>
      </>
    ),
  }
}
