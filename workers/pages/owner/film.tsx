// The section of the owner page about the room's film and its clips.
import type { ClipInfo } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Content } from '../layout/frame.tsx'
import { LabelledField } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'
import { UtcTime } from './utc-time.tsx'

export type LinkedClip = ClipInfo & { readonly url: string }

/**
 * `isFilmed`: whether the option `film` is on. `url`: the room's page. `clips`: undefined if the request has no token.
 */
export function FilmSection({
  isFilmed,
  url,
  clips,
}: {
  isFilmed: boolean
  url: string
  clips: readonly LinkedClip[] | undefined
}): Content {
  return (
    <section aria-labelledby="film">
      <h2 id="film">Film</h2>
      <p>
        {isFilmed ? (
          'The room is filmed. Its page informs the players. '
        ) : (
          <>
            The room is not filmed. To film it, turn on the option <em>film</em> under{' '}
            <a href="#settings">Settings</a>.{' '}
          </>
        )}
        <a href={`${url}/film`}>The page of the film</a> plays the recording for everybody who may watch. A
        clip is a copy of up to a minute of the film, with its own link.
      </p>
      <div data-refresh="clips">{clips && <ClipTable clips={clips} />}</div>
      {isFilmed ? (
        <ClipForm />
      ) : (
        <details data-forms="clip">
          <summary>Make a clip of an earlier film</summary>
          <ClipForm />
        </details>
      )}
    </section>
  )
}

function ClipForm(): Content {
  return (
    <OwnerForm action="clip">
      <LabelledField
        id="clip-from"
        label="Start of the clip (UTC)"
        help="As in 2026-11-28 09:30:00. The link to a moment on the page of the film also contains this time."
      >
        <input id="clip-from" name="from" required maxlength={30} autocomplete="off" />
      </LabelledField>
      <LabelledField id="clip-seconds" label="Length in seconds" help="60 at most.">
        <input id="clip-seconds" name="seconds" type="number" min={1} max={60} value={30} required />
      </LabelledField>
      <SubmitButton label="Make a clip" />
    </OwnerForm>
  )
}

function ClipTable({ clips }: { clips: readonly LinkedClip[] }): Content {
  if (clips.length === 0) return ''
  return (
    <ScrollableTable label="Table of clips" heads={['Start', 'Length', 'Link', '']}>
      {clips.map(({ id, url, from, to }) => (
        <tr>
          <td>
            <UtcTime at={from} />
          </td>
          <td>{Math.round((Date.parse(to) - Date.parse(from)) / 1000)} s</td>
          <td>
            <a href={url}>Clip of {from.slice(11, 19)}</a>
          </td>
          <td>
            <OwnerForm action="unclip">
              <input type="hidden" name="id" value={id} />
              <SubmitButton label="Delete clip" look="second" />
            </OwnerForm>
          </td>
        </tr>
      ))}
    </ScrollableTable>
  )
}
