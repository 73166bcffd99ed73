// The tab `Backup` of the owner page, with which the owner exports, duplicates or deletes the room, downloads its
// files, or creates a new host link.
import type { Game } from '../../../games/game.ts'
import type { RoomResponse } from '../../api/responses/room-response.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'

/** `secret`: whether only the owner can download the file. */
export interface RoomFile {
  readonly name: string
  readonly secret: boolean
}

export function BackupSections({
  game,
  room,
  files,
  siteTokenRequired,
}: {
  game: Game
  room: RoomResponse
  files: readonly RoomFile[]
  siteTokenRequired: boolean
}): Content {
  return (
    <>
      <section>
        <h2>Export room</h2>
        <p>
          Download the whole room as one file, as a backup or to import it elsewhere under{' '}
          <a href="/new/import">New room</a>. The file contains the room's secrets.
        </p>
        <OwnerForm action="export">
          <SubmitButton label="Export room" look="second" />
        </OwnerForm>
      </section>
      {files.length > 0 && <FileDownloads files={files} />}
      {game.fork && <ForkForm game={game} siteTokenRequired={siteTokenRequired} />}
      <section>
        <h2>New host link</h2>
        <p>If the link leaked, create a new one. The old link stops working.</p>
        <OwnerForm action="renew">
          <SubmitButton label="Create a new link" look="second" />
        </OwnerForm>
      </section>
      <section>
        <h2>Delete room</h2>
        <p>This deletes the room and its world. For seven days the site’s admin can restore it.</p>
        <OwnerForm action="remove">
          <LabelledField id="room" label={`Type the room's address to confirm: ${room.room}`}>
            <input id="room" name="room" required autocomplete="off" autocapitalize="none" />
          </LabelledField>
          <SubmitButton label="Delete room" look="danger" />
        </OwnerForm>
      </section>
    </>
  )
}

function ForkForm({ game, siteTokenRequired }: { game: Game; siteTokenRequired: boolean }): Content {
  const { save } = game.uploads ?? {}
  return (
    <section>
      <h2>Duplicate room</h2>
      <p>Creates another room with the same files and options. The two rooms are independent.</p>
      <OwnerForm action="fork">
        <LabelledField id="from" label="Start">
          <select id="from" name="from">
            <option value="beginning">from the beginning</option>
            <option value="now">from the current state</option>
            {save && <option value="save">from the save file below</option>}
          </select>
        </LabelledField>
        {save && (
          <LabelledField id="fork-save" label="Save" help={save.description}>
            <input id="fork-save" name="save" type="file" accept={save.extensions.join(',')} />
          </LabelledField>
        )}
        <LabelledField id="fork-title" label="Title" help="Default: the address.">
          <input id="fork-title" name="title" maxlength={80} autocomplete="off" />
        </LabelledField>
        {siteTokenRequired && (
          <LabelledField id="site" label="The site's token" help="Needed to create rooms on this site.">
            <input id="site" name="site" type="password" autocomplete="off" />
          </LabelledField>
        )}
        <p class="actions">
          <SubmitButton label="Create" look="second" />
        </p>
      </OwnerForm>
    </section>
  )
}

function FileDownloads({ files }: { files: readonly RoomFile[] }): Content {
  return (
    <section>
      <h2>Files</h2>
      {files.map(({ name, secret }) => (
        <OwnerForm action="file">
          <input type="hidden" name="name" value={name} />
          <SubmitButton label={name} look="second" />
          {secret && <span class="quiet"> (hosts only)</span>}
        </OwnerForm>
      ))}
    </section>
  )
}
