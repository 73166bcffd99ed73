import type { Game, Options, UploadPreview, UploadSpec } from '../../../games/game.ts'
import { formFields } from '../../../games/shared/options/form.ts'
import { gameInStage, type RoomStage } from '../../../games/stages.ts'
import { type Region, regionNames } from '../../../wire/net/region.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { renderJson } from '../layout/json-view.tsx'
import { LabelledField, OptionFields } from '../layout/option-fields.tsx'
import { OwnerLink } from '../layout/owner-link.tsx'
import { ProgressBar } from '../layout/progress.tsx'
import { PlayButton } from './game.tsx'

/**
 * The permission to create rooms. `open`: everybody can create rooms. `admin`: creating a room requires the site token.
 */
export type RoomCreationPolicy = 'open' | 'admin'

export function CreationNote({ creation }: { creation: RoomCreationPolicy }): Content {
  return (
    <p class="quiet">
      {creation === 'open'
        ? 'Anybody can create a room, free of charge and without an account.'
        : "To create a room here you need this site's token, which its operator has."}
    </p>
  )
}

export function chooseGamePage(games: readonly Game[], creation: RoomCreationPolicy): Page {
  return {
    title: 'New room · Packetboat',
    description: 'Create your own room for a game whose servers are gone.',
    scripts: ['new'],
    content: (
      <>
        <h1>New room</h1>
        <p>
          Choose a game. The room is ready in a minute, stays as long as this site exists, and is free for its
          players.
        </p>
        <CreationNote creation={creation} />
        <div class="drop" data-drop data-creation={creation} hidden>
          <label>
            <strong>Drop a file here, or choose one:</strong> an Archipelago zip, a map, a WAD, or an exported
            room. The type is detected.
            <input type="file" />
          </label>
          <p role="status" />
        </div>
        <ul class="cards">
          {games.map((game) => (
            <li
              class="card"
              data-game={game.slug}
              data-accepts={game.previewUploads && game.uploads?.file?.extensions.join(',')}
            >
              <h2>
                <a href={`/new?game=${game.slug}`}>{game.title}</a>
              </h2>
              <p>{game.about.summary}</p>
              <p class="quiet">{fileRequirement(game)}</p>
            </li>
          ))}
          <li class="card" data-accepts=".packetboat">
            <h2>
              <a href="/new/import">Import a room</a>
            </h2>
            <p class="quiet">Continue an exported room here.</p>
          </li>
        </ul>
      </>
    ),
  }
}

export function importPage(creation: RoomCreationPolicy): Page {
  return {
    title: 'Import a room · Packetboat',
    scripts: ['new'],
    content: (
      <>
        <p class="over">
          <a href="/new">All games</a>
        </p>
        <h1>Import a room</h1>
        <p>
          Export a room on its <em>Host</em> page, then upload the file here. The room continues as it was,
          with a new host link.
        </p>
        <form method="post" action="/new/import" enctype="multipart/form-data" data-new="" data-form="import">
          {creation === 'admin' && <SiteToken />}
          <fieldset>
            <legend>The room</legend>
            <UploadField name="file" description="The exported file." extensions={['.packetboat']} required />
            <AddressField help="Default: the address it had before." />
          </fieldset>
          <p class="actions">
            <button type="submit">Import</button>
            <button type="submit" class="second" formaction="/new/preview" data-look>
              Preview the file
            </button>
          </p>
          <ProgressBar label="Sending" />
        </form>
      </>
    ),
  }
}

function SiteToken(): Content {
  return (
    <LabelledField
      id="token"
      label="The site's token"
      help="Only people with this token can create rooms here. It was printed when the site was started or deployed."
    >
      <input id="token" name="token" type="password" required autocomplete="off" />
    </LabelledField>
  )
}

function AddressField({ help }: { help: string }): Content {
  return (
    <LabelledField id="room" label="Address" help={help}>
      <input
        id="room"
        name="room"
        maxlength={63}
        pattern="[a-z0-9][a-z0-9\-]*"
        autocomplete="off"
        autocapitalize="none"
      />
    </LabelledField>
  )
}

/** `regions`: visitors can choose one of these regions. */
export function newRoomPage(
  ofRoom: Game,
  creation: RoomCreationPolicy,
  regions: readonly Region[],
  stage?: RoomStage,
): Page {
  const game = gameInStage(ofRoom, stage) ?? ofRoom
  const uploads = Object.entries(game.uploads ?? {})
  return {
    title: `New room of ${game.title} · Packetboat`,
    scripts: ['new'],
    // The page's script unpacks Debian packages before the upload.
    runsWasm: uploads.some(([, { extensions }]) => extensions.includes('.deb')),
    content: (
      <>
        <p class="over">
          <a href="/new">All games</a>
        </p>
        <h1>New room of {game.title}</h1>
        {stage && (
          <p>The room starts without a world. Players submit their files; then you upload the world.</p>
        )}
        {!stage && game.gathering && (
          <p>
            Do your players still have to submit their files?{' '}
            <a href={`/new?game=${game.slug}&stage=gathering`}>Create a room that collects them</a>.
          </p>
        )}
        <form
          method="post"
          action="/new"
          enctype="multipart/form-data"
          data-new={game.slug}
          data-form={game.slug}
        >
          {creation === 'admin' && <SiteToken />}
          <input type="hidden" name="game" value={game.slug} />
          {stage && <input type="hidden" name="stage" value={stage} />}
          <fieldset>
            <legend>The room</legend>
            {uploads.map(([name, upload]) => (
              <UploadField name={name} {...upload} />
            ))}
            <LabelledField id="title" label="Title" help="The name that players see. Default: the address.">
              <input id="title" name="title" maxlength={80} autocomplete="off" />
            </LabelledField>
            <LabelledField
              id="region"
              label="Region"
              help="Choose one near the players. You cannot change it later."
            >
              <select id="region" name="region">
                <option value="">near me</option>
                {regions.map((region) => (
                  <option value={region}>{regionNames[region]}</option>
                ))}
              </select>
            </LabelledField>
            <AddressField help="The end of the room's URL: a-z, 0-9 and -. Default: three random words." />
          </fieldset>
          <OptionFields fields={formFields(game.options)} />
          <p class="actions">
            <button type="submit">Create the room</button>
            {game.previewUploads && (
              <button type="submit" class="second" formaction="/new/preview" data-look>
                Preview the file
              </button>
            )}
          </p>
          {uploads.length > 0 && <ProgressBar label="Sending" />}
        </form>
      </>
    ),
  }
}

function fileRequirement({ uploads, gathering }: Game): string {
  if (!uploads) return 'No file needed.'
  if (!uploads.file?.required) return 'No file needed; you can upload your own world.'
  return gathering ? 'Needs a file, or gathers the files of its players first.' : 'Needs a file.'
}

const uploadNames: { readonly [field: string]: string } = {
  file: 'File',
  save: 'Save',
  arch: 'Archetypes',
  maps: 'Maps',
}

function UploadField({ name, description, extensions, required }: UploadSpec & { name: string }): Content {
  return (
    <LabelledField
      id={name}
      label={uploadNames[name] ?? name}
      help={required ? description : `${description} Optional.`}
    >
      <input id={name} name={name} type="file" accept={extensions.join(',')} required={required} />
      {name === 'file' && <div data-preview aria-live="polite" />}
    </LabelledField>
  )
}

/** The page with the preview, for browsers without scripts. */
export function previewPage(game: Game, preview: UploadPreview): Page {
  return {
    title: `File content · ${game.title}`,
    content: (
      <>
        <h1>File content</h1>
        <div data-found data-options={JSON.stringify(fileOptions(game, preview))}>
          {renderJson(omitEmptyLists(preview))}
        </div>
        <p class="quiet">Nothing has been created yet. Go back to create the room.</p>
      </>
    ),
  }
}

/** The options that the files contain, as values for the fields of the form for a new room. */
function fileOptions(game: Game, { options }: UploadPreview): { readonly [name: string]: string } {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return {}
  const fields = formFields(game.options, options as Options)
  return Object.fromEntries(fields.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])))
}

const omitEmptyLists = (preview: UploadPreview): UploadPreview =>
  Object.fromEntries(Object.entries(preview).filter(([, value]) => JSON.stringify(value) !== '[]'))

export function FileWarnings({ warnings }: { warnings: readonly string[] }): Content {
  if (warnings.length === 0) return ''
  return (
    <section>
      <h2>Warnings about your files</h2>
      <ul>
        {warnings.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </section>
  )
}

export function createdPage(
  game: Game,
  title: string,
  url: string,
  ownerLink: string,
  warnings: readonly string[],
): Page {
  return {
    title: `${title} · Packetboat`,
    scripts: ['copy', 'created'],
    content: (
      <>
        <h1>Room created</h1>
        <p>
          Share this address with your players:{' '}
          <a data-copy href={url}>
            {url}
          </a>
        </p>
        <OwnerLink link={ownerLink} />
        <FileWarnings warnings={warnings} />
        <p class="actions">
          <a class="button" href={ownerLink}>
            Open the host page
          </a>
          <PlayButton game={game} room={url} isSecond />
        </p>
      </>
    ),
  }
}
