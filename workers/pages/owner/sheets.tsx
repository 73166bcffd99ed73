// The sheets of the owner page, one for each task. CSS shows the sheet whose id follows the `#` in the address, or
// otherwise the first sheet, so sheets work without scripts.
import type { Content } from '../layout/frame.tsx'

export interface Sheet {
  /** The id, which follows the `#` in the address. */
  readonly id: string
  readonly title: string
  readonly content: Content
}

export function Sheets({ sheets }: { sheets: readonly Sheet[] }): Content {
  return (
    <>
      <nav class="tabs" aria-label="Host page">
        <ul>
          {sheets.map(({ id, title }) => (
            <li>
              <a href={`#${id}`} data-sheet>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sheets">
        {sheets.map(({ id, content }) => (
          <div class="sheet" id={id}>
            {content}
          </div>
        ))}
      </div>
    </>
  )
}
