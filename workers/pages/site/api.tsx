import type { Game } from '../../../games/game.ts'
import { describeOptions } from '../../../games/shared/options/describe.ts'
import {
  describeExpected,
  descriptionOf,
  type Fields,
  isOptional,
} from '../../../games/shared/schema/schema.ts'
import type { Operation } from '../../api/description/operation.ts'
import { errorStatuses } from '../../api/responses/api-error.ts'
import type { Content, Page } from '../layout/frame.tsx'
import { renderBackticks } from '../layout/option-fields.tsx'
import { ScrollableTable } from '../layout/scrollable-table.tsx'

export function apiPage(operations: readonly Operation[], games: readonly Game[]): Page {
  return {
    title: 'The API',
    description: 'The HTTP API of this site.',
    content: (
      <>
        <h1>The API</h1>
        <p>
          JSON over HTTP, described as <a href="/api/openapi.json">OpenAPI 3.1</a>. Send tokens in the header{' '}
          <code>Authorization: Bearer …</code>. Errors have a code, a message and, where it applies, the name
          of the field.
        </p>
        {operations.map(operationSection)}
        <h2 id="errors">Errors</h2>
        <ul>
          {Object.entries(errorStatuses).map(([code, status]) => (
            <li>
              <code>{code}</code> {status}
            </li>
          ))}
        </ul>
        <h2 id="options">Game options</h2>
        {games.map(gameSection)}
      </>
    ),
  }
}

const tokenNotes: { readonly [token in NonNullable<Operation['token']>]: string } = {
  site: 'Needs the site token.',
  host: "Needs the room's token or the site token.",
  sidecar: 'Needs the sidecar token.',
  author: "Needs the secret of the content that you change or the room's token. New content needs no token.",
  series: 'Needs the key of the series or the site token.',
  creator: 'Needs the site token, unless the site is open to everybody (`CREATE=open`).',
}

function operationSection({
  method,
  path,
  name,
  summary,
  token,
  query,
  json,
  form,
  responses,
  errors,
}: Operation): Content {
  const files = Object.entries(form?.files ?? {}).map(([field, sentence]) => [field, 'a file', sentence])
  const rows = [...rowsOf(query ?? {}), ...rowsOf(json ?? form?.texts ?? {}), ...files]
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>
        <code>
          {method} {path}
        </code>
      </h2>
      <p>
        {renderBackticks(summary)} {token && renderBackticks(tokenNotes[token])}
      </p>
      {rows.length > 0 && table(`Fields of ${method} ${path}`, ['Field', 'Value', 'Description'], rows)}
      <p>
        {Object.entries(responses).map(([status, answer]) => (
          <>
            <code>{status}</code> {renderBackticks(answer.description)}{' '}
          </>
        ))}
        {errors && `Errors: ${errors.join(', ')}.`}
      </p>
    </section>
  )
}

function rowsOf(fields: Fields): string[][] {
  return Object.entries(fields).map(([name, field]) => [
    name,
    `${describeExpected(field)}${isOptional(field) ? ' (optional)' : ''}`,
    descriptionOf(field) ?? '',
  ])
}

function gameSection({ slug, title, options }: Game): Content {
  const rows = describeOptions(options).map(({ name, accepts, defaultText, summary }) => [
    name,
    defaultText === '' ? accepts : `${accepts}; default: ${defaultText}`,
    summary,
  ])
  return (
    <section aria-labelledby={`options-${slug}`}>
      <h3 id={`options-${slug}`}>{title}</h3>
      {rows.length > 0 ? (
        table(`Options of ${title}`, ['Option', 'Value', 'Description'], rows)
      ) : (
        <p class="quiet">This game has no options.</p>
      )}
    </section>
  )
}

function table(label: string, heads: readonly string[], rows: readonly (readonly string[])[]): Content {
  return (
    <ScrollableTable label={label} heads={heads}>
      {rows.map(([name, ...cells]) => (
        <tr>
          <td>
            <code>{name}</code>
          </td>
          {cells.map((cell) => (
            <td class={cell.startsWith('`') ? 'long' : 'sentence'}>{renderBackticks(cell)}</td>
          ))}
        </tr>
      ))}
    </ScrollableTable>
  )
}
