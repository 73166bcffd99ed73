import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { FileRow, FileSlotRow, LobbyResponse } from '../endpoints/yamls.ts'
import { ActionForm, ChangeForms, PersonFields } from './action-form.tsx'
import { ColumnHeads, FilterForm, ScrollableTable, SearchField } from './components.tsx'
import { matchesSearch } from './filters.ts'
import { formatCount } from './labels.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'

export function lobbyPage(json: string, room: PageRoom): PageContent {
  const response: LobbyResponse = JSON.parse(json)
  return {
    title: 'Room',
    content: (
      <>
        <section aria-labelledby="submit">
          <h2 id="submit">Submit your YAML file</h2>
          <p>
            This multiworld is not generated yet. Submit your file here. When all files are submitted, the
            host generates the multiworld, and the game starts at this address.
          </p>
          <ClosingTime response={response} />
          <GenerationStatus of={response.generation} />
          {response.open && <SubmitForm room={room} response={response} />}
        </section>
        <section aria-labelledby="slots">
          <h2 id="slots">Slots so far</h2>
          <Slots response={response} room={room} />
        </section>
      </>
    ),
  }
}

/** The file's secret link opens this page. */
export function filePage(json: string, room: PageRoom): PageContent {
  const response: LobbyResponse = JSON.parse(json)
  const file = response.files[0]!
  return {
    title: `File ${file.id}`,
    scripts: ['own-links'],
    content: (
      <>
        <FileSummary file={file} />
        <WarningList of={file.warnings} />
        <SlotTable rows={slotsOf([file])} room={room} />
        <p>
          <a href={room.path}>Back to the room</a>
        </p>
        {response.open ? (
          <section aria-labelledby="change">
            <h2 id="change">Change it</h2>
            <ChangeForms
              summary="Replace or withdraw the file"
              room={room}
              params={{ id: file.id }}
              secret={fileLink}
              change={{ action: 'replaceFile', button: 'Replace the file' }}
              withdrawal={{ action: 'takeBackFile', button: 'Withdraw the file' }}
            >
              <FileFields />
            </ChangeForms>
          </section>
        ) : (
          <p class="quiet">Files can no longer be changed here. Ask the host.</p>
        )}
      </>
    ),
  }
}

const fileLink = 'Link of this file'

function ClosingTime({ response: { open, closesAt } }: { response: LobbyResponse }): Child {
  if (!open) return <p class="notice">No more files are accepted.</p>
  if (closesAt === null) return ''
  return (
    <p>
      You can submit, replace and withdraw files until{' '}
      <time datetime={closesAt}>{closesAt.slice(0, 16).replace('T', ' ')} UTC</time>.
    </p>
  )
}

function GenerationStatus({ of: { state, worker } }: { of: LobbyResponse['generation'] }): Child {
  return (
    <div data-refresh="generation">
      {state === 'running' && (
        <p class="notice">
          <bdi>{worker}</bdi> is generating the multiworld.
        </p>
      )}
      {state === 'failed' && (
        <p class="notice">
          The multiworld could not be generated. The host can see the reason on the host page, under Console.
        </p>
      )}
    </div>
  )
}

function SubmitForm({ room, response }: { room: PageRoom; response: LobbyResponse }): Child {
  const { slotsPerFile, games } = response
  return (
    <>
      <ActionForm room={room} action="submitFile" button="Submit the file">
        <FileFields />
        <PersonFields called="" discord="" />
      </ActionForm>
      <p class="quiet">
        One file can have up to {formatCount(slotsPerFile, 'slot', 'slots')}, separated by lines with{' '}
        <code>---</code>. The site checks names and games only; the generator checks the options of the game.
      </p>
      {games.length > 0 && (
        <details>
          <summary>{formatCount(games.length, 'game is', 'games are')} played here</summary>
          <ul>
            {games.map((game) => (
              <li dir="auto">{game}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function FileFields(): Child {
  return (
    <>
      <div class="field">
        <label for="file">YAML file</label>
        <input id="file" name="file" type="file" accept=".yaml,.yml,text/yaml" />
      </div>
      <div class="field">
        <label for="text">Text of the file, if you do not upload it</label>
        <textarea id="text" name="text" rows={4} spellcheck={false} autocomplete="off" />
      </div>
    </>
  )
}

function FileSummary({ file }: { file: FileRow }): Child {
  return (
    <dl>
      <dt>Player</dt>
      <dd dir="auto">{file.called || 'not given'}</dd>
      {file.file && (
        <>
          <dt>File</dt>
          <dd dir="auto">{file.file}</dd>
        </>
      )}
      <dt>Submitted</dt>
      <dd>
        <time datetime={file.at}>{file.at.slice(0, 16).replace('T', ' ')} UTC</time>
      </dd>
    </dl>
  )
}

export function WarningList({ of }: { of: readonly string[] }): Child {
  if (of.length === 0) return ''
  return (
    <section aria-label="Warnings">
      <ul class="warnings">
        {of.map((warning) => (
          <li dir="auto">{warning}</li>
        ))}
      </ul>
    </section>
  )
}

export interface FileSlot {
  readonly file: FileRow
  readonly slot: FileSlotRow
}

export function slotsOf(files: readonly FileRow[]): FileSlot[] {
  return files.flatMap((file) => file.slots.map((slot) => ({ file, slot })))
}

export function searchSlots(slots: readonly FileSlot[], find: string | undefined): FileSlot[] {
  return slots.filter(({ file, slot }) => matchesSearch(find, file.called, ...slot.names, ...slot.games))
}

function Slots({ response, room }: { response: LobbyResponse; room: PageRoom }): Child {
  const { files, conflicts, maxSlots } = response
  const all = slotsOf(files)
  const part = rowsOfPage(searchSlots(all, room.query.find), room.query)
  return (
    <>
      <div data-refresh="count">
        <p>
          {formatCount(all.length, 'slot', 'slots')} of {maxSlots} in{' '}
          {formatCount(files.length, 'file', 'files')}
        </p>
        <WarningList
          of={conflicts.map(
            ({ name, slots: [a, b] }) =>
              `Slots ${a} and ${b} would both be called ${name}: one must be renamed.`,
          )}
        />
      </div>
      {all.length > 0 && (
        <FilterForm label="Filter slots">
          <SearchField value={room.query.find} />
        </FilterForm>
      )}
      <div data-refresh="slots">
        {all.length === 0 ? <p class="quiet">No files yet.</p> : <SlotTable rows={part.rows} room={room} />}
        <PageLinks of={part} query={room.query} label="Pages of slots" />
      </div>
    </>
  )
}

function SlotTable({ rows, room }: { rows: readonly FileSlot[]; room: PageRoom }): Child {
  if (rows.length === 0) return <p class="quiet">No results.</p>
  return (
    <ScrollableTable label="Table of slots">
      <table class="first-stays">
        <ColumnHeads names={['#*', 'Name', 'Game', 'Player', 'File']} />
        <tbody>
          {rows.map(({ file, slot }) => (
            <tr>
              <td class="number">{slot.slot}</td>
              <th scope="row" dir="auto">
                {slot.names.join(' or ')}
              </th>
              <td dir="auto">{gamesInWords(slot.games)}</td>
              <td dir="auto">{file.called}</td>
              <td>
                <a href={`${room.path}/yamls/${file.id}`} aria-label={`File ${file.id} of ${file.called}`}>
                  {file.id}
                </a>
                {file.warnings.length > 0 && ' ⚠'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  )
}

/** Names up to three games. For more games, returns `random` and their number. */
export function gamesInWords(games: readonly string[]): string {
  return games.length > 3 ? `random, ${games.length} games` : games.join(' or ')
}
