// Making a room: the games, the form of one, and what its founder must keep.
import type { Game, Preview, Upload } from '../../games/game.ts'
import { formFields } from '../../games/shared/options/form.ts'
import { regionNames, regions } from '../../wire/region.ts'
import type { Content, Page } from './frame.tsx'
import { jsonView } from './json-view.tsx'
import { KeepLink } from './keep-link.tsx'
import { Field, OptionFields } from './option-fields.tsx'
import { Progress } from './progress.tsx'

/** Who may create rooms here: anybody, or who shows the site's token. */
export type Creation = 'open' | 'admin'

/** Which game it is to be. */
export function gamesPage(games: readonly Game[], creation: Creation): Page {
  return {
    title: 'New room · Packetboat',
    description: 'Open a room of your own, for a game whose servers are gone.',
    scripts: ['new'],
    content: (
      <>
        <h1>New room</h1>
        <p>
          Choose a game. It is yours in a minute, stays as long as this site does, and costs its players
          nothing.
        </p>
        <div class="drop" data-drop data-creation={creation} hidden>
          <label>
            <strong>Drop a file here, or choose one:</strong> an Archipelago zip, a map, a WAD, a room that
            was taken elsewhere. What it is for is found out.
            <input type="file" />
          </label>
          <p role="status" />
        </div>
        <ul class="cards">
          {games.map((game) => (
            <li
              class="card"
              data-game={game.slug}
              data-takes={game.preview && game.uploads?.file?.endings.join(',')}
            >
              <h2>
                <a href={`/new?game=${game.slug}`}>{game.title}</a>
              </h2>
              <p class="quiet">{beginning(game)}</p>
            </li>
          ))}
          <li class="card" data-takes=".packetboat">
            <h2>
              <a href="/new/import">A room from elsewhere</a>
            </h2>
            <p class="quiet">Goes on where its host took it with him.</p>
          </li>
        </ul>
      </>
    ),
  }
}

/** The form of a room that was taken elsewhere. */
export function importPage(creation: Creation): Page {
  return {
    title: 'A room from elsewhere · Packetboat',
    scripts: ['new'],
    content: (
      <>
        <p class="over">
          <a href="/new">All games</a>
        </p>
        <h1>A room from elsewhere</h1>
        <p>
          Its host's page gives it away as a file, under <em>Take this room with you</em>. Here it goes on as
          it was then, with a host link of its own.
        </p>
        <form method="post" action="/new/import" enctype="multipart/form-data" data-new="">
          {creation === 'admin' && <SiteToken />}
          <fieldset>
            <legend>The room</legend>
            <UploadField name="file" says="As it was taken with one." endings={['.packetboat']} needed />
            <AddressField help="Without one it has the one that it had." />
          </fieldset>
          <p class="actions">
            <button type="submit">Bring it in</button>
            <button type="submit" class="second" formaction="/new/preview" data-look>
              Look into the file first
            </button>
          </p>
          <Progress says="Sending" />
        </form>
      </>
    ),
  }
}

function SiteToken(): Content {
  return (
    <Field
      id="token"
      label="The site's token"
      help="On this site only who has it makes rooms. It was shown when the site was started."
    >
      <input id="token" name="token" type="password" required autocomplete="off" />
    </Field>
  )
}

function AddressField({ help }: { help: string }): Content {
  return (
    <Field id="room" label="Address" help={help}>
      <input
        id="room"
        name="room"
        maxlength={63}
        pattern="[a-z0-9][a-z0-9\-]*"
        autocomplete="off"
        autocapitalize="none"
      />
    </Field>
  )
}

/** The form of one game. */
export function newRoomPage(game: Game, creation: Creation): Page {
  const uploads = Object.entries(game.uploads ?? {})
  return {
    title: `New room of ${game.title} · Packetboat`,
    scripts: ['new'],
    content: (
      <>
        <p class="over">
          <a href="/new">All games</a>
        </p>
        <h1>New room of {game.title}</h1>
        <form method="post" action="/new" enctype="multipart/form-data" data-new={game.slug}>
          {creation === 'admin' && <SiteToken />}
          <input type="hidden" name="game" value={game.slug} />
          <fieldset>
            <legend>The room</legend>
            {uploads.map(([name, upload]) => (
              <UploadField name={name} {...upload} />
            ))}
            <Field id="title" label="Title" help="For people. Without one it is called after its address.">
              <input id="title" name="title" maxlength={80} autocomplete="off" />
            </Field>
            <Field id="region" label="Where" help="Near the players is best; it stays there for good.">
              <select id="region" name="region">
                <option value="">near me</option>
                {regions.map((region) => (
                  <option value={region}>{regionNames[region]}</option>
                ))}
              </select>
            </Field>
            <AddressField help="a-z, 0-9 and -. Without one you are given three words." />
          </fieldset>
          <OptionFields fields={formFields(game.options)} />
          <p class="actions">
            <button type="submit">Create the room</button>
            {game.preview && (
              <button type="submit" class="second" formaction="/new/preview" data-look>
                Look into the file first
              </button>
            )}
          </p>
          {uploads.length > 0 && <Progress says="Sending" />}
        </form>
      </>
    ),
  }
}

function beginning({ uploads }: Game): string {
  if (!uploads?.file) return 'Begins at once.'
  return uploads.file.needed ? 'Begins with a file of yours.' : 'Begins at once, or with a world of yours.'
}

const uploadNames: { readonly [field: string]: string } = {
  file: 'File',
  save: 'Save',
  arch: 'Archetypes',
  maps: 'Maps',
}

function UploadField({ name, says, endings, needed }: Upload & { name: string }): Content {
  return (
    <Field
      id={name}
      label={uploadNames[name] ?? name}
      help={needed ? says : `${says} The room begins without one, too.`}
    >
      <input id={name} name={name} type="file" accept={endings.join(',')} required={needed} />
      {name === 'file' && <div data-preview aria-live="polite" />}
    </Field>
  )
}

/** What is in a file, for who has no script to show it beside the form. */
export function foundPage(game: Game, found: Preview): Page {
  return {
    title: `In the file · ${game.title}`,
    content: (
      <>
        <h1>In the file</h1>
        <div data-found>{jsonView(withoutNone(found))}</div>
        <p class="quiet">Nothing is made yet: go back, and create the room.</p>
      </>
    ),
  }
}

/** Lists of which nothing is in need not be told of: warnings, most of all. */
const withoutNone = (found: Preview): Preview =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => JSON.stringify(value) !== '[]'))

/** What its founder must keep, shown once. */
export function createdPage(title: string, url: string, host: string, warnings: readonly string[]): Page {
  return {
    title: `${title} · Packetboat`,
    scripts: ['copy', 'created'],
    content: (
      <>
        <h1>Your room is there</h1>
        <p>
          Give this to your players: <a href={url}>{url}</a>
        </p>
        <KeepLink link={host} />
        {warnings.length > 0 && (
          <section>
            <h2>Seen in what you gave</h2>
            <ul>
              {warnings.map((warning) => (
                <li>{warning}</li>
              ))}
            </ul>
          </section>
        )}
        <p class="actions">
          <a class="button" href={host}>
            To the host's page
          </a>
        </p>
      </>
    ),
  }
}
